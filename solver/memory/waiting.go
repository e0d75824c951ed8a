package memory

import (
	"context"
	"fmt"
	"slices"
	"time"

	"setdoku"
	"setdoku/store/record"
)

// waiting is a puzzle that waits for the statement of a technique, in the state in which Logic left it.
type waiting struct {
	*record.Puzzle
	at        setdoku.State
	technique int // index
}

// runStatements solves waiting puzzles to their ends. It always runs the easiest technique that any puzzle waits for,
// on all puzzles that wait for it at once.
func (m *Solver) runStatements(ctx context.Context, list []*waiting, ended func(job int, p *record.Puzzle)) error {
	for len(list) > 0 {
		easiest := slices.MinFunc(list, func(a, b *waiting) int { return a.technique - b.technique })
		var group []*waiting // of one variant
		for _, w := range list {
			if w.technique == easiest.technique && w.Board() == easiest.Board() {
				group = append(group, w)
			}
		}
		for chunk := range slices.Chunk(group, ChunkSize) {
			if err := m.runStatement(ctx, easiest.technique, chunk, ended); err != nil {
				return err
			}
		}
		list = slices.DeleteFunc(list, func(w *waiting) bool { return w.Status != StatusWaiting })
	}
	return nil
}

// runStatement runs the statement of a technique for the puzzles that wait for it, and then continues them in
// memory.
func (m *Solver) runStatement(ctx context.Context, technique int, chunk []*waiting,
	ended func(job int, p *record.Puzzle)) error {
	t := m.opts.Techniques[technique]
	if m.statements == nil {
		m.statements = m.opts.Statements()
	}
	states := make([]setdoku.State, len(chunk))
	for i, w := range chunk {
		states[i] = w.at
	}
	began := time.Now()
	found, err := m.statements.Find(ctx, t, m.opts.Techniques, states)
	if err != nil {
		return fmt.Errorf("technique %s: %w", t.Name, err)
	}
	took := time.Since(began)
	for i, w := range chunk {
		w.apply(t.Name, found[i])
	}
	if m.opts.OnPass != nil {
		m.reportStatement(t, chunk, found, took)
	}
	l := m.logics[0]
	for i, w := range chunk {
		first := technique + 1
		if len(found[i]) > 0 {
			if first = 0; m.opts.StopAtFirst {
				first = len(m.opts.Techniques)
			}
		}
		if err := l.Continue(ctx, w.Puzzle, &w.at, first); err != nil {
			return err
		}
		switch {
		case w.Status == StatusWaiting:
			w.at, w.technique = l.End(), l.waitsFor
			continue
		case m.opts.StopAtFirst && len(found[i]) > 0 && w.Status == setdoku.StatusStuck:
			w.Status = setdoku.StatusNew
		}
		ended(0, w.Puzzle)
	}
	return nil
}

// apply adds the deductions, if there are any, as the next step. They are eliminations: the finder has checked them.
func (w *waiting) apply(rule string, list []setdoku.Deduction) {
	if len(list) == 0 {
		return
	}
	w.at = w.at.After(list)
	step, eliminated := w.LastStep()+1, 0
	for _, d := range list {
		for _, c := range d.Eliminations {
			w.Eliminations = append(w.Eliminations, record.Change{
				Step: step, Cell: c.Cell, Digit: c.Digit, Rule: rule, Pattern: d.Pattern,
			})
			eliminated++
		}
		for _, e := range d.Evidence {
			e.Step = step
			w.Evidence = append(w.Evidence, e)
		}
	}
	w.AddStep(record.StepRow{Rule: rule, Eliminations: eliminated})
}
