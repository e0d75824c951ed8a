package verify

import (
	"fmt"
	"maps"
	"slices"

	"setdoku/internal/grid"
)

// Solve returns the record that an engine should leave when run solves the state
// s: the rows by step and then by key, nothing left out but what the run's audit
// leaves out, PuzzleID 0 and Start nil. It returns nil when s repeats a digit in
// a unit, or when the run is one that New would refuse.
func (c *Checker) Solve(s grid.State, run Run) *Record {
	sel, err := c.selection(run)
	if err != nil || s.Filled().Check() != nil {
		return nil
	}
	r := &Record{Givens: s.Givens.String(), Status: statusStuck, RunID: run.ID}
	writeInput(r, s)
	p := newPosition(s)
	var rated rating
	for !p.full() {
		bad, found := p.contradiction()
		if !found && sel.stopAtFirst && r.Steps > 0 {
			break
		}
		var t *selected
		var deductions []Deduction
		if !found {
			t, deductions = sel.pass(p)
			if t == nil {
				break
			}
			bad, found = clash(placements(deductions))
		}
		if found {
			r.Status = statusInvalid
			bad.Step = r.Steps
			r.Contradictions = []Contradiction{bad}
			break
		}
		r.Steps++
		rows, err := rowsOf(r.Steps, sel, t, deductions)
		if err != nil {
			return nil
		}
		rows.appendTo(r)
		rated.count(&t.Technique, len(deductions))
		p.apply(deductions)
	}
	rated.write(r)
	switch {
	case p.full():
		r.Status = statusSolved
		r.Solution = p.digits.String()
	case r.Status == statusStuck:
		r.Candidates = p.candidates()
	}
	return r
}

// writeInput adds the rows of step 0.
func writeInput(r *Record, s grid.State) {
	marks := grid.State{Givens: s.Givens, Placed: s.Placed}.Candidates()
	for i, d := range s.Filled() {
		n := grid.Number(i)
		switch {
		case s.Placed[i] != 0:
			r.Cells = append(r.Cells, Cell{Cell: n, Digit: d, Rule: ruleManual})
		case d != 0:
			r.Cells = append(r.Cells, Cell{Cell: n, Digit: d, Rule: ruleGiven})
		}
		for _, d := range members(s.Deleted[i] & marks[i]) {
			r.Eliminations = append(r.Eliminations, Elimination{Cell: n, Digit: uint8(d), Rule: ruleGiven})
		}
	}
}

// candidates returns the live candidates, by cell and digit.
func (p *position) candidates() (list []CellDigit) {
	for i, m := range p.marks {
		for _, d := range members(m) {
			list = append(list, CellDigit{grid.Number(i), uint8(d)})
		}
	}
	return list
}

func placements(found []Deduction) (list []Deduction) {
	for _, d := range found {
		if d.Placement {
			list = append(list, d)
		}
	}
	return list
}

// stepRows is what one step leaves in the tables, each slice in key order.
type stepRows struct {
	steps        []Step
	placements   []Placement
	eliminations []Elimination
	cells        []Cell
	evidence     []Evidence
}

// rowsOf returns what step n leaves when technique t makes it, as far as the
// audit of the run goes.
func rowsOf(n int, run *selection, t *selected, found []Deduction) (rows stepRows, err error) {
	step := Step{Step: n, Rule: t.Name, Run: run.id}
	shown := map[int64]bool{}
	for _, d := range found {
		if run.audit != auditFull {
			d.Pattern = 0
		} else {
			shown[d.Pattern] = true
		}
		if d.Placement {
			step.Placements++
			rows.cells = append(rows.cells, Cell{d.Cell, d.Digit, n, t.Name})
			rows.placements = append(rows.placements, Placement{n, d.Cell, d.Digit, t.Name, d.Pattern})
			continue
		}
		step.Eliminations++
		if run.audit == auditFull {
			rows.eliminations = append(rows.eliminations, Elimination{n, d.Cell, d.Digit, t.Name, d.Pattern})
		}
	}
	if run.audit != auditNone {
		rows.steps = []Step{step}
	}
	for _, pattern := range slices.Sorted(maps.Keys(shown)) {
		evidence, err := t.rule.evidence(pattern)
		if err != nil {
			return rows, fmt.Errorf("%s pattern %d: %w", t.Name, pattern, err)
		}
		for _, e := range evidence {
			e.Step = n
			rows.evidence = append(rows.evidence, e)
		}
	}
	return rows, nil
}

func (s stepRows) appendTo(r *Record) {
	r.StepRows = append(r.StepRows, s.steps...)
	r.Placements = append(r.Placements, s.placements...)
	r.Eliminations = append(r.Eliminations, s.eliminations...)
	r.Cells = append(r.Cells, s.cells...)
	r.Evidence = append(r.Evidence, s.evidence...)
}
