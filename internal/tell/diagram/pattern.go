package diagram

import (
	"slices"

	"setdoku"
	"setdoku/store"
)

// OnePattern returns a step with only the deductions and the evidence of one pattern, so that Step can draw it.
// number is the number of the pattern, from 1. With 0, OnePattern returns the whole step if it places a digit, and
// otherwise its first pattern. all is the number of patterns of the step. chosen is the number of the returned
// pattern, or 0 for the whole step. If number is greater than all, the step is returned unchanged.
func OnePattern(h store.HistoryStep, number int) (_ store.HistoryStep, all, chosen int) {
	var patterns []int64
	places := false
	for _, d := range h.Deductions {
		patterns = append(patterns, d.Pattern)
		places = places || d.Placement
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	if number == 0 && !places {
		number = 1
	}
	if number == 0 || number > len(patterns) {
		return h, len(patterns), number
	}
	one := patterns[number-1]
	for _, d := range h.Deductions {
		switch {
		case d.Pattern == one:
		case d.Placement:
			h.Placements--
		default:
			h.Eliminations--
		}
	}
	h.Deductions = slices.DeleteFunc(slices.Clone(h.Deductions), func(d store.HistoryDeduction) bool { return d.Pattern != one })
	h.Evidence = slices.DeleteFunc(slices.Clone(h.Evidence), func(e setdoku.Evidence) bool { return e.Pattern != one })
	return h, len(patterns), number
}
