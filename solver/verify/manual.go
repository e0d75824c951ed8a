package verify

import (
	"slices"

	"setdoku/internal/grid"
)

// manualStep checks a step by hand, which is legal when it fills an empty cell
// with a digit that no peer holds, or crosses out a live candidate.
func (v *replay) manualStep(row Step) *Finding {
	n := row.Step
	cells, marks := v.cells.peek(n), v.eliminations.peek(n)
	cell := slices.IndexFunc(cells, func(c Cell) bool { return c.Rule == ruleManual })
	mark := slices.IndexFunc(marks, func(e Elimination) bool { return e.Rule == ruleManual })
	asMark := row.Placements == 0 && row.Eliminations == 1
	var f *Finding
	a := v.attemptOf(n)
	switch {
	case a != nil:
		f = v.stepFinding(row, "the row says %s, but run %d attempted steps %d to %d", row.Rule, a.Run, a.FirstStep, a.LastStep)
	case row.Run != 0:
		f = v.stepFinding(row, "the row says %s, but a step by hand has no run", v.steps.values(row))
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

func (v *replay) placedByHand(row Step, c Cell) *Finding {
	want := stepRows{
		steps: []Step{{Step: row.Step, Rule: ruleManual, Placements: 1}},
		cells: []Cell{c},
	}
	if v.optional.manual {
		want.placements = []Placement{{Step: row.Step, Cell: c.Cell, Digit: c.Digit, Rule: ruleManual}}
	}
	if f := v.compare(row.Step, want); f != nil {
		return f
	}
	i := grid.Index(c.Cell)
	illegal := func(problem string) *Finding {
		return &Finding{Step: row.Step, Table: v.cells.name, Row: v.cells.key(c), Problem: problem}
	}
	if v.p.digits[i] != 0 {
		return illegal("the cell was filled already")
	}
	for _, peer := range grid.Peers[i] {
		if v.p.digits[peer] == c.Digit {
			return illegal("repeats the digit of " + grid.CellName(peer))
		}
	}
	v.p.place(i, c.Digit)
	return nil
}

func (v *replay) crossedOutByHand(row Step, e Elimination) *Finding {
	want := stepRows{
		steps:        []Step{{Step: row.Step, Rule: ruleManual, Eliminations: 1}},
		eliminations: []Elimination{{Step: row.Step, Cell: e.Cell, Digit: e.Digit, Rule: ruleManual}},
	}
	if f := v.compare(row.Step, want); f != nil {
		return f
	}
	i := grid.Index(e.Cell)
	if !v.p.marks[i].Has(e.Digit) {
		return &Finding{Step: row.Step, Table: v.eliminations.name, Row: v.eliminations.key(e), Problem: "the digit was no candidate"}
	}
	v.p.marks[i] &^= grid.Mark(e.Digit)
	return nil
}
