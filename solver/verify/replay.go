package verify

import (
	"cmp"
	"fmt"
)

// replay re-derives one record beside its rows: step by step it works out what
// the tables should hold and compares it with what they do hold.
type replay struct {
	c *Checker
	r *Record
	// hidden are the runs that may have made the steps without a step row, in the
	// order of their turns.
	hidden []*selection
	turn   int

	p      *position
	in     *situation    // p and the givens
	done   int           // steps so far
	made   map[int64]int // technique steps so far, by run
	rated  rating
	byHand bool           // the last step was one by hand
	bad    *Contradiction // what ended the puzzle
	// multiple says that a search found several solutions.
	multiple bool
	// searchedAt is the position before a search, nil when there was none or vague came before.
	searchedAt *position
	// vague is how much is known once a step took candidates away and left no rows that
	// say which; nil while everything is.
	vague *vague

	steps        cursor[Step]
	placements   cursor[Placement]
	eliminations cursor[Elimination]
	cells        cursor[Cell]
	evidence     cursor[Evidence]
	lastStep     int // the greatest step of any row
	optional     optionalPlacements
}

// optionalPlacements says which placement rows, beyond those that carry a
// pattern, the view holds: if it holds one of a kind it must hold all.
type optionalPlacements struct{ given, manual, unaudited bool }

func newReplay(c *Checker, r *Record, hidden []*selection) *replay {
	v := &replay{
		c: c, r: r, hidden: hidden, made: map[int64]int{},
		steps:        newCursor(stepTable(), func(s Step) int { return s.Step }, r.StepRows),
		placements:   newCursor(placementTable(), func(p Placement) int { return p.Step }, r.Placements),
		eliminations: newCursor(eliminationTable(), func(e Elimination) int { return e.Step }, r.Eliminations),
		cells:        newCursor(cellTable(), func(c Cell) int { return c.Step }, r.Cells),
		evidence:     newCursor(evidenceTable(), func(e Evidence) int { return e.Step }, r.Evidence),
	}
	v.lastStep = max(v.steps.last(), v.eliminations.last(), v.cells.last())
	audited := map[int]bool{}
	for _, s := range r.StepRows {
		audited[s.Step] = true
	}
	for _, p := range r.Placements {
		switch {
		case p.Rule == ruleGiven:
			v.optional.given = true
		case p.Rule == ruleManual:
			v.optional.manual = true
		case !audited[p.Step]:
			v.optional.unaudited = true
		}
	}
	return v
}

// run returns the first finding, or nil.
func (v *replay) run() error {
	if f := v.input(); f != nil {
		return f
	}
	for {
		if rows := v.steps.peek(v.done + 1); len(rows) > 0 && rows[0].Rule == ruleManual {
			if f := v.manualStep(rows[0]); f != nil {
				return f
			}
			continue
		}
		if v.ended() {
			break
		}
		if v.vague != nil {
			if more, f := v.vagueStep(); f != nil {
				return f
			} else if !more {
				break
			}
			continue
		}
		run, t, found, f := v.nextPass()
		if f != nil {
			return f
		}
		if v.vague != nil {
			continue
		}
		if t == nil {
			break
		}
		if t.rule.ends {
			before := *v.p
			v.searchedAt = &before
		}
		if t.rule.ends && len(found) == 0 {
			if err := v.searched(run, t); err != nil {
				return err
			}
			continue
		}
		if bad, clashes := clash(placements(found)); clashes {
			v.bad = &bad
			break
		}
		if err := v.techniqueStep(run, t, found); err != nil {
			return err
		}
	}
	if f := v.outcome(); f != nil {
		return f
	}
	return nil
}

// ended reports whether the puzzle is full or contradictory, or has several solutions.
func (v *replay) ended() bool {
	if bad, found := v.p.contradiction(); found {
		v.bad = &bad
	}
	return v.bad != nil || v.multiple || v.p.full()
}

// nextPass returns the run, the technique and the deductions of the next step; no
// technique when there is none, or when the step is one that only vague can follow.
func (v *replay) nextPass() (*selection, *selected, []Deduction, *Finding) {
	n := v.done + 1
	if rows := v.steps.peek(n); len(rows) > 0 {
		return v.passOf(rows[0])
	}
	if v.r.Status == statusNew && n > v.lastStep {
		return nil, nil, nil, nil
	}
	for turn := v.turn; turn < len(v.hidden); turn++ {
		t, found := v.passBy(v.hidden[turn])
		if n <= v.r.Steps && !v.hidden[turn].certain(t) {
			v.loseSight()
			return nil, nil, nil, nil
		}
		if t != nil {
			v.turn = turn
			return v.hidden[turn], t, found, nil
		}
	}
	run := v.c.runs[v.r.RunID]
	if run == nil {
		return nil, nil, nil, nil
	}
	t, found := v.passBy(run)
	return run, t, found, nil
}

// passOf is nextPass for a step that has a row.
func (v *replay) passOf(row Step) (*selection, *selected, []Deduction, *Finding) {
	run := v.c.runs[row.Run]
	if run == nil {
		return nil, nil, nil, v.stepFinding(row, "the row says run %d, which is not in the table run", row.Run)
	}
	if _, found := v.c.techniques[row.Rule]; !found {
		return nil, nil, nil, v.stepFinding(row, "the row says %s, which is not in the catalogue", row.Rule)
	}
	said := run.named(row.Rule)
	if said == nil || said.rule.find != nil {
		t, found := v.passBy(run)
		if t == nil {
			return nil, nil, nil, v.stepFinding(row, "the row says %s, but run %d ends before", row.Rule, row.Run)
		}
		return run, t, found, nil
	}
	if v.stopped(run) {
		return nil, nil, nil, v.stepFinding(row, "the row says %s, but run %d ends before", row.Rule, row.Run)
	}
	if t, found := run.pass(v.in, said); t != nil {
		return run, t, found, nil
	}
	if run.audit != auditFull {
		v.loseSight()
		return nil, nil, nil, nil
	}
	found, f := v.claimed(row, said)
	return run, said, found, f
}

// stopped reports whether run has made its only step.
func (v *replay) stopped(run *selection) bool { return run.stopAtFirst && v.made[run.id] > 0 }

// passBy makes a pass with the techniques of run, unless it has stopped.
func (v *replay) passBy(run *selection) (*selected, []Deduction) {
	if v.stopped(run) {
		return nil, nil
	}
	return run.pass(v.in, nil)
}

func (v *replay) stepFinding(row Step, problem string, args ...any) *Finding {
	return &Finding{Step: row.Step, Table: v.steps.name, Row: v.steps.key(row), Problem: fmt.Sprintf(problem, args...)}
}

// techniqueStep compares the rows of the next step with what the technique found,
// judges the patterns shown, and goes on to the state after it.
func (v *replay) techniqueStep(run *selection, t *selected, found []Deduction) error {
	n := v.done + 1
	foreign := t.rule.evidence == nil && run.audit == auditFull
	if foreign {
		found = v.withPatterns(n, found)
	}
	rows, err := rowsOf(v.p, n, run, t, found)
	if err != nil {
		return fmt.Errorf("puzzle %d step %d: %w", v.r.PuzzleID, n, err)
	}
	if run.audit == auditNone && !v.optional.unaudited {
		rows.placements = nil
	}
	shown := v.evidence.peek(n)
	if foreign {
		rows.evidence = inOrder(t.Name, shown, found)
	}
	if f := v.compare(n, rows); f != nil {
		return f
	}
	if run.audit == auditFull {
		if f := v.judge(n, t, found, shown); f != nil {
			return f
		}
	}
	v.p.apply(found)
	v.done, v.byHand = n, false
	v.made[run.id]++
	v.rated.count(&t.Technique, len(found))
	return nil
}

// compare takes the rows of step n from every table.
func (v *replay) compare(n int, want stepRows) *Finding {
	return cmp.Or(
		v.steps.check(n, want.steps),
		v.placements.check(n, want.placements),
		v.eliminations.check(n, want.eliminations),
		v.cells.check(n, want.cells),
		v.evidence.check(n, want.evidence),
	)
}
