// Package diagram makes pictures from the data of the store and the solver.
package diagram

import (
	"cmp"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/tell/picture"
	"setdoku/store"
)

// Deduction returns the picture of a deduction that find made in a state. The caller sets the title.
func Deduction(s setdoku.State, d setdoku.Deduction) picture.Diagram {
	return picture.Diagram{
		State: s, Marks: true, Parts: d.Evidence,
		Placements: d.Placements, Eliminations: d.Eliminations,
	}
}

// Step returns the picture of a step in the state before it. If the step has several patterns, the picture shows
// none, because each picture shows one pattern. Use OnePattern to draw one of them. The note is the line about the
// pattern, or lists the deductions if line is "", and ends with lost, which states what the run did not keep. The caller sets the title.
func Step(before store.Position, h store.HistoryStep, line, lost string) picture.Diagram {
	d := picture.Diagram{State: before.State, Marks: true, Unknown: !before.Known}
	if before.Known && onePattern(h) {
		d.Parts = h.Evidence
	}
	var names []string
	for _, done := range h.Deductions {
		names = append(names, done.Name())
		if done.Placement {
			d.Placements = append(d.Placements, done.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, done.Candidate)
		}
	}
	d.Note = strings.TrimSuffix(cmp.Or(line, strings.Join(names, ", "), h.Rule), ".") + "."
	if lost != "" {
		d.Note += " " + lost
	}
	if !before.Known {
		d.Note += " The pencil marks before this step are not known."
	}
	return d
}

// onePattern reports whether all evidence of a step belongs to one pattern.
func onePattern(h store.HistoryStep) bool {
	return !slices.ContainsFunc(h.Evidence, func(e setdoku.Evidence) bool { return e.Pattern != h.Evidence[0].Pattern })
}

// Contradiction returns the part that marks why a puzzle has no solution.
func Contradiction(c setdoku.Contradiction) []setdoku.Evidence {
	return []setdoku.Evidence{{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit}}
}
