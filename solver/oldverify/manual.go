package verify

import (
	"slices"

	"setdoku"
)

// manualStep checks a manual step. It must place a digit that no peer holds in an empty cell, or cross out a live
// candidate.
func (v *replay) manualStep(row setdoku.Step) *Finding {
	n := row.Step
	cells, marks := v.cells.peek(n), v.eliminations.peek(n)
	cell := slices.IndexFunc(cells, func(c setdoku.FilledCell) bool { return c.Rule == setdoku.RuleManual })
	mark := slices.IndexFunc(marks, func(e setdoku.Change) bool { return e.Rule == setdoku.RuleManual })
	asMark := row.Placements == 0 && row.Eliminations == 1
	var f *Finding
	a := v.attemptOf(n)
	switch {
	case a != nil:
		f = v.stepFinding(row, "the row says %s, but run %d attempted steps %d to %d", row.Rule, a.Run, a.FirstStep, a.LastStep)
	case row.Run != 0:
		f = v.stepFinding(row, "the row says %s, but a manual step has no run", v.steps.values(row))
	case cell >= 0 && (mark < 0 || !asMark):
		f = v.placedByHand(row, cells[cell])
	case mark >= 0:
		f = v.crossedOutByHand(row, marks[mark])
	case asMark:
		f = &Finding{Step: n, Table: v.eliminations.name, Row: v.steps.key(row), Problem: "no mark is crossed out here with rule manual"}
	case row.Placements == 1 && row.Eliminations == 0:
		f = &Finding{Step: n, Table: v.cells.name, Row: v.steps.key(row), Problem: "no digit is placed here with rule manual"}
	default:
		f = v.stepFinding(row, "the row says %s, but nothing was placed or crossed out by hand", v.steps.values(row))
	}
	if f != nil {
		return f
	}
	v.done, v.byHand = n, true
	return nil
}

func (v *replay) placedByHand(row setdoku.Step, c setdoku.FilledCell) *Finding {
	want := stepRows{
		steps: []setdoku.Step{{Step: row.Step, Rule: setdoku.RuleManual, Placements: 1}},
		cells: []setdoku.FilledCell{c},
	}
	if v.optional.manual {
		want.placements = []setdoku.Change{{Step: row.Step, Cell: c.Cell, Digit: c.Digit, Rule: setdoku.RuleManual}}
	}
	if wrong := v.compare(row.Step, want); len(wrong) > 0 {
		return wrong[0]
	}
	i := setdoku.CellIndex(c.Cell)
	illegal := func(problem string) *Finding {
		return &Finding{Step: row.Step, Table: v.cells.name, Row: v.cells.key(c), Problem: problem}
	}
	if v.p.digits[i] != 0 {
		return illegal("the cell was filled already")
	}
	for _, peer := range setdoku.Peers[i] {
		if v.p.digits[peer] == c.Digit {
			return illegal("repeats the digit of " + setdoku.CellName(peer))
		}
	}
	v.p.place(i, c.Digit)
	return nil
}

func (v *replay) crossedOutByHand(row setdoku.Step, e setdoku.Change) *Finding {
	want := stepRows{
		steps:        []setdoku.Step{{Step: row.Step, Rule: setdoku.RuleManual, Eliminations: 1}},
		eliminations: []setdoku.Change{{Step: row.Step, Cell: e.Cell, Digit: e.Digit, Rule: setdoku.RuleManual}},
	}
	if wrong := v.compare(row.Step, want); len(wrong) > 0 {
		return wrong[0]
	}
	i := setdoku.CellIndex(e.Cell)
	if !v.p.marks[i].Has(e.Digit) {
		return &Finding{Step: row.Step, Table: v.eliminations.name, Row: v.eliminations.key(e), Problem: "the digit was no candidate"}
	}
	v.p.marks[i] &^= setdoku.SetOf(e.Digit)
	return nil
}
