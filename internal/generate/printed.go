package generate

import "slices"

// printed is how puzzles of a level are usually printed: with rotational symmetry, and easier ones with more givens.
// Of the levels that are not listed every given is needed.
var printed = map[string]Range{
	"easy":   {32, 36},
	"medium": {28, 32},
	"hard":   {25, 29},
}

// LikePrinted gives a wish for levels the number and the symmetry of the givens that puzzles of these levels usually have
// in print. clues and symmetry say which of the two is open. With several levels the number is from the least of any to
// the greatest. A wish for a pattern, or for no level, stays as it is.
func (w *Wish) LikePrinted(clues, symmetry bool) {
	if len(w.Levels) == 0 || w.Pattern != nil {
		return
	}
	if symmetry {
		w.Symmetry = Rotate180
	}
	if !clues || w.Minimal {
		return
	}
	all := Range{}
	for _, level := range slices.Compact(slices.Sorted(slices.Values(w.Levels))) {
		r, listed := printed[level]
		switch {
		case !listed:
			return
		case all == Range{}:
			all = r
		default:
			all = Range{min(all.Least, r.Least), max(all.Most, r.Most)}
		}
	}
	w.Clues = all
}
