package memory

import (
	"context"
	"fmt"
	"slices"
	"time"

	"setdoku"
	"setdoku/internal/record"
)

// waitingPuzzle is a puzzle that is solved partly in memory and partly by statements.
type waitingPuzzle struct {
	start   Start   // the state in which it continues
	outcome Outcome // everything found so far
}

// newWaitingPuzzle returns a puzzle that waits, in the state in which Logic left it.
func newWaitingPuzzle(start Start, o *Outcome) *waitingPuzzle {
	j := &waitingPuzzle{start: start}
	j.add(o)
	return j
}

// add appends the steps that Logic has made since the last call.
func (j *waitingPuzzle) add(o *Outcome) {
	all := &j.outcome
	steps := append(all.StepRows, o.StepRows...)
	placements := append(all.Placements, o.Placements...)
	eliminations := append(all.Eliminations, o.Eliminations...)
	evidence := append(all.Evidence, o.Evidence...)
	branches := append(all.Branches, o.Branches...)
	*all = *o
	all.StepRows, all.Placements, all.Eliminations, all.Evidence, all.Branches = steps, placements, eliminations,
		evidence, branches
	j.start.Step += len(o.StepRows)
	j.start.Digits = o.Digits
	marks := o.Candidates
	j.start.Candidates = &marks
}

// solveWaiting solves the waiting puzzles to their ends. Puzzles that do not wait are nil. It always runs the easiest
// technique that any puzzle waits for, on all puzzles that wait for it at once.
func (m *Solver) solveWaiting(ctx context.Context, waiting []*waitingPuzzle) error {
	for {
		next := len(m.opts.Techniques)
		for _, j := range waiting {
			if j != nil && j.outcome.Status == StatusWaiting {
				next = min(next, j.outcome.WaitsFor)
			}
		}
		if next == len(m.opts.Techniques) {
			return nil
		}
		var group []*waitingPuzzle // of one variant
		for _, j := range waiting {
			if j != nil && j.outcome.Status == StatusWaiting && j.outcome.WaitsFor == next &&
				(group == nil || j.start.Variant == group[0].start.Variant) {
				group = append(group, j)
			}
		}
		for chunk := range slices.Chunk(group, ChunkSize) {
			if err := m.runStatement(ctx, next, chunk); err != nil {
				return err
			}
		}
	}
}

// runStatement runs the statement of a technique for the puzzles that wait for it, and then continues them in
// memory.
func (m *Solver) runStatement(ctx context.Context, technique int, chunk []*waitingPuzzle) error {
	t := m.opts.Techniques[technique]
	if m.statements == nil {
		m.statements = m.opts.Statements()
	}
	states := make([]setdoku.State, len(chunk))
	for i, j := range chunk {
		states[i] = j.state()
	}
	began := time.Now()
	found, err := m.statements.Find(ctx, t, m.opts.Techniques, states)
	if err != nil {
		return fmt.Errorf("technique %s: %w", t.Name, err)
	}
	took := time.Since(began)
	for i, j := range chunk {
		j.start.From = technique + 1
		if len(found[i]) > 0 {
			j.apply(t.Name, found[i])
			if j.start.From = 0; m.opts.StopAtFirst {
				j.start.From = len(m.opts.Techniques)
			}
		}
	}
	if m.opts.OnPass != nil {
		m.reportStatement(t, chunk, found, took)
	}
	for i, j := range chunk {
		o := m.logics[0].Solve(&j.start)
		if m.opts.StopAtFirst && len(found[i]) > 0 && o.Status == setdoku.StatusStuck {
			o.Status = setdoku.StatusNew
		}
		j.add(o)
	}
	return nil
}

// state returns the current state of the puzzle.
func (j *waitingPuzzle) state() setdoku.State {
	return setdoku.State{Variant: j.start.Variant, Givens: *j.start.Givens}.Reached(j.start.Digits, j.start.Candidates)
}

// apply adds the deductions as the next step. They are eliminations: the finder has checked them.
func (j *waitingPuzzle) apply(rule string, list []setdoku.Deduction) {
	o := &j.outcome
	j.start.Step++
	step := setdoku.StepRow{Step: j.start.Step, Rule: rule}
	for _, d := range list {
		for _, c := range d.Eliminations {
			j.start.Candidates[c.Cell.Index()] &^= setdoku.SetOf(c.Digit)
			o.Eliminations = append(o.Eliminations, record.Change{
				Step: step.Step, Cell: c.Cell, Digit: c.Digit, Rule: rule, Pattern: d.Pattern,
			})
			step.Eliminations++
		}
		for _, e := range d.Evidence {
			e.Step = step.Step
			o.Evidence = append(o.Evidence, e)
		}
	}
	o.StepRows = append(o.StepRows, step)
}
