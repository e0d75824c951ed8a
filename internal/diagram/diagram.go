// Package diagram makes pictures of what the store and the solver tell.
package diagram

import (
	"slices"
	"strings"

	"setdoku/internal/grid"
	"setdoku/internal/picture"
	"setdoku/solver"
	"setdoku/store"
)

// Parts are the parts of a pattern as a picture takes them.
func Parts(rows []store.Evidence) []picture.Part {
	parts := make([]picture.Part, len(rows))
	for i, e := range rows {
		p := picture.Part{Role: e.Role}
		if e.Cell != nil {
			p.Cell = *e.Cell
		}
		if e.Digit != nil {
			p.Digit = *e.Digit
		}
		if e.UnitType != nil && e.Unit != nil {
			p.UnitType, p.Unit = *e.UnitType, *e.Unit
		}
		parts[i] = p
	}
	return parts
}

// Deduction is the picture of a deduction that find made in a state; the caller gives it a title.
func Deduction(s grid.State, d solver.Deduction) picture.Diagram {
	return picture.Diagram{
		State: s, Marks: true, Rule: d.Technique, Parts: Parts(d.Evidence),
		Placements: cellDigits(d.Placements), Eliminations: cellDigits(d.Eliminations),
	}
}

// Step is the picture of what a step did, in the state before it; its note has the deductions and, where they share
// it, the pattern in words, and tells what the run did not keep. The caller gives it a title.
func Step(before store.Position, h store.HistoryStep) picture.Diagram {
	d := picture.Diagram{State: before.State, Marks: true, Unknown: !before.Known, Rule: h.Rule}
	if before.Known {
		d.Parts = Parts(h.Evidence)
	}
	var names, reasons []string
	for _, done := range h.Deductions {
		names = append(names, done.Name())
		c := picture.CellDigit{Cell: done.Cell, Digit: done.Digit}
		if done.Placement {
			d.Placements = append(d.Placements, c)
		} else {
			d.Eliminations = append(d.Eliminations, c)
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

// Contradiction is the part that marks why a puzzle has no solution.
func Contradiction(c store.Contradiction) []picture.Part {
	return Parts([]store.Evidence{{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, UnitType: c.UnitType, Unit: c.Unit}})
}

func cellDigits(list []solver.CellDigit) []picture.CellDigit {
	out := make([]picture.CellDigit, len(list))
	for i, c := range list {
		out[i] = picture.CellDigit(c)
	}
	return out
}
