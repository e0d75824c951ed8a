package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// Solve returns the record that an engine should leave when run solves the state s. The rows are sorted by step
// and then by key. Only the rows that the run's audit omits are missing. PuzzleID is 0 and Start is nil. If the
// engine chooses the patterns, Solve makes up its own. It returns nil if s repeats a digit in a unit, if New would
// refuse the run, or if verify cannot search for one of its techniques.
func (c *Checker) Solve(s setdoku.State, run setdoku.Run) *setdoku.Record {
	sel, err := c.selection(run)
	if err != nil || s.Filled().Check() != nil || !sel.certain(nil) {
		return nil
	}
	r := &setdoku.Record{Givens: s.Givens.String(), Status: setdoku.StatusStuck, RunID: run.ID}
	writeInput(r, s)
	in := &situation{p: newPosition(s), givens: s.Givens}
	var rated rating
	for r.Status == setdoku.StatusStuck && !in.p.full() && !(sel.stopAtFirst && r.Steps > 0 && !in.p.contradicted()) {
		t, deductions, bad := sel.next(in)
		if bad != nil {
			bad.Step = r.Steps
			r.Status, r.Contradictions = setdoku.StatusInvalid, []setdoku.Contradiction{*bad}
			if bad.Kind == "no_solution" && sel.audit == setdoku.AuditFull {
				grow(r, in.p)
			}
			break
		}
		if t == nil {
			break
		}
		if t.rule.ends && len(deductions) == 0 {
			r.Status = setdoku.StatusMultiple
		}
		if t.rule.ends && sel.audit == setdoku.AuditFull {
			grow(r, in.p)
		}
		r.Steps++
		var rows stepRows
		if rows.make(in.p, r.Steps, sel, t, deductions) != nil {
			return nil
		}
		rows.appendTo(r)
		rated.count(&t.Technique, len(deductions))
		in.p.apply(deductions)
	}
	rated.write(r)
	r.Attempts = []setdoku.Attempt{{FirstStep: 1, LastStep: r.Steps, Run: run.ID}}
	switch {
	case in.p.full():
		r.Status = setdoku.StatusSolved
		r.Solution = in.p.digits.String()
		r.Depth = in.depth()
	case r.Status == setdoku.StatusStuck:
		r.Candidates = in.p.candidates()
	}
	return r
}

// contradicted reports whether p is a contradiction.
func (p *position) contradicted() bool {
	_, found := p.contradiction()
	return found
}

// next returns the technique that makes the next step and its deductions, or the contradiction that ends the
// puzzle, or neither.
func (s *selection) next(in *situation) (*selected, []Conclusion, *setdoku.Contradiction) {
	if bad, found := in.p.contradiction(); found {
		return nil, nil, &bad
	}
	t, deductions := s.pass(in, nil)
	if bad, found := clash(deductions); found {
		return nil, nil, &bad
	}
	if t != nil && t.rule.ends && len(deductions) == 0 {
		if n, _ := in.p.solutions(); n == 0 {
			return nil, nil, &setdoku.Contradiction{Kind: "no_solution"}
		}
	}
	return t, deductions, nil
}

// writeInput adds the rows of step 0.
func writeInput(r *setdoku.Record, s setdoku.State) {
	marks := setdoku.State{Givens: s.Givens, Placed: s.Placed}.Candidates()
	for i, d := range s.Filled() {
		n := setdoku.CellNumber(i)
		switch {
		case s.Placed[i] != 0:
			r.Cells = append(r.Cells, setdoku.FilledCell{Cell: n, Digit: d, Rule: setdoku.RuleManual})
		case d != 0:
			r.Cells = append(r.Cells, setdoku.FilledCell{Cell: n, Digit: d, Rule: setdoku.RuleGiven})
		}
		for _, d := range members(s.Deleted[i] & marks[i]) {
			r.Eliminations = append(r.Eliminations, setdoku.Change{Cell: n, Digit: uint8(d), Rule: setdoku.RuleGiven})
		}
	}
}

// candidates returns the live candidates, by cell and digit.
func (p *position) candidates() (list []setdoku.Candidate) {
	for i, m := range p.marks {
		for _, d := range members(m) {
			list = append(list, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: uint8(d)})
		}
	}
	return list
}

// stepRows holds the rows that one step adds to the tables, each slice in key order.
type stepRows struct {
	steps        []setdoku.Step
	placements   []setdoku.Change
	eliminations []setdoku.Change
	cells        []setdoku.FilledCell
	evidence     []setdoku.Evidence
	shown        []int64 // patterns
}

// make sets rows to what step n adds when technique t makes it at p, as far as the audit of the run keeps it.
func (rows *stepRows) make(p *position, n int, run *selection, t *selected, found []Conclusion) error {
	rows.empty()
	step := setdoku.Step{Step: n, Rule: t.Name, Run: run.id}
	for _, d := range found {
		if run.audit != setdoku.AuditFull {
			d.Pattern = 0
		} else {
			rows.shown = append(rows.shown, d.Pattern)
		}
		if d.Placement {
			step.Placements++
			rows.cells = append(rows.cells, setdoku.FilledCell{Cell: d.Cell, Digit: d.Digit, Step: n, Rule: t.Name})
			rows.placements = append(rows.placements, setdoku.Change{Step: n, Cell: d.Cell, Digit: d.Digit, Rule: t.Name, Pattern: d.Pattern})
			continue
		}
		step.Eliminations++
		if run.audit == setdoku.AuditFull {
			rows.eliminations = append(rows.eliminations, setdoku.Change{Step: n, Cell: d.Cell, Digit: d.Digit, Rule: t.Name, Pattern: d.Pattern})
		}
	}
	if run.audit != setdoku.AuditNone {
		rows.steps = append(rows.steps, step)
	}
	decode := t.rule.evidence
	if decode == nil {
		decode = t.rule.madeUp
	}
	slices.Sort(rows.shown)
	for _, pattern := range slices.Compact(rows.shown) {
		from := len(rows.evidence)
		var err error
		if rows.evidence, err = decode(p, rows.evidence, pattern); err != nil {
			return fmt.Errorf("%s pattern %d: %w", t.Name, pattern, err)
		}
		for i := from; i < len(rows.evidence); i++ {
			rows.evidence[i].Step = n
		}
	}
	return nil
}

// empty removes all rows and keeps the memory.
func (rows *stepRows) empty() {
	rows.steps, rows.placements, rows.eliminations = rows.steps[:0], rows.placements[:0], rows.eliminations[:0]
	rows.cells, rows.evidence, rows.shown = rows.cells[:0], rows.evidence[:0], rows.shown[:0]
}

// madeUp appends the rows of a pattern that verify made up.
func (r *rule) madeUp(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
	if r.sketch == nil {
		return rows, nil
	}
	return r.sketch(rows, pattern), nil
}

func (s stepRows) appendTo(r *setdoku.Record) {
	r.StepRows = append(r.StepRows, s.steps...)
	r.Placements = append(r.Placements, s.placements...)
	r.Eliminations = append(r.Eliminations, s.eliminations...)
	r.Cells = append(r.Cells, s.cells...)
	r.Evidence = append(r.Evidence, s.evidence...)
}
