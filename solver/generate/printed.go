package generate

import (
	"slices"

	"setdoku"
)

// printed gives the usual number of givens of printed puzzles of 9x9 by level. Easier ones have more givens. Smaller
// boards have as large a share. Puzzles of other levels are minimal.
var printed = map[setdoku.Level]Range{
	"easy":   {32, 36},
	"medium": {28, 32},
	"hard":   {25, 29},
}

// LikePrinted sets the number and the symmetry of the givens to those of printed puzzles of the levels. clues and
// symmetry select which of the two to set. With several levels the range covers all of them. It changes nothing if
// a pattern is set or no level is.
func (w *Constraints) LikePrinted(clues, symmetry bool) {
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
	cells := len(w.Variant.OrClassic().Cells())
	w.Clues = Range{all.Least * cells / setdoku.CellCount, all.Most * cells / setdoku.CellCount}
}
