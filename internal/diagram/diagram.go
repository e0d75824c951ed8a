// Package diagram makes pictures of what the store and the solver tell.
package diagram

import (
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/picture"
	"setdoku/store"
)

// Deduction is the picture of a deduction that find made in a state; the caller gives it a title.
func Deduction(s setdoku.State, d setdoku.Deduction) picture.Diagram {
	return picture.Diagram{
		State: s, Marks: true, Parts: d.Evidence,
		Placements: d.Placements, Eliminations: d.Eliminations,
	}
}

// Step is the picture of what a step did, in the state before it. It has no pattern when the step has several, because patterns
// do not share a picture; leave the deductions and the evidence of one in the step to draw that one. Its note has the deductions and, where they share
// it, the pattern in words, and tells what the run did not keep. The caller gives it a title.
func Step(before store.Position, h store.HistoryStep) picture.Diagram {
	d := picture.Diagram{State: before.State, Marks: true, Unknown: !before.Known}
	if before.Known && onePattern(h) {
		d.Parts = h.Evidence
	}
	var names, reasons []string
	for _, done := range h.Deductions {
		names = append(names, done.Name())
		if done.Placement {
			d.Placements = append(d.Placements, done.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, done.Candidate)
		}
		_, reason, _ := strings.Cut(done.Text, " ")
		reasons = append(reasons, reason)
	}
	d.Note = strings.Join(names, ", ")
	if reasons = slices.Compact(reasons); len(reasons) == 1 && reasons[0] != "" {
		d.Note += ": " + reasons[0]
	}
	if d.Note == "" {
		d.Note = h.Rule
	}
	d.Note += "."
	if lost := h.NotKept(); lost != "" {
		d.Note += " " + lost
	}
	if !before.Known {
		d.Note += " The pencil marks before this step are not known."
	}
	return d
}

// onePattern reports whether all evidence of a step is of one pattern.
func onePattern(h store.HistoryStep) bool {
	return !slices.ContainsFunc(h.Evidence, func(e setdoku.Evidence) bool { return e.Pattern != h.Evidence[0].Pattern })
}

// Contradiction is the part that marks why a puzzle has no solution.
func Contradiction(c setdoku.Contradiction) []setdoku.Evidence {
	return []setdoku.Evidence{{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit}}
}
