package verify

import (
	"fmt"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// replay re-derives one record. Step by step it computes what the tables should hold and compares it with what
// they hold.
type replay struct {
	c        *Checker
	r        *setdoku.Record
	attempts []setdoku.Attempt // by step

	p      *position
	in     *situation    // p and the givens
	done   int           // steps so far
	made   map[int64]int // technique steps of the last attempt so far, by run
	rated  rating
	byHand bool                   // the last step was one by hand
	bad    *setdoku.Contradiction // what ended the puzzle
	// multiple is true after a search that found several solutions.
	multiple bool
	// searchedAt is the position before a search. It is nil without a search, or if partial was set before it.
	searchedAt *position
	// faults are the wrong rows so far.
	faults Findings
	// partial is set from the first step on whose eliminations are unknown, and nil before it.
	partial *partialAudit

	steps        cursor[setdoku.Step]
	placements   cursor[setdoku.Change]
	eliminations cursor[setdoku.Change]
	cells        cursor[setdoku.FilledCell]
	evidence     cursor[setdoku.Evidence]
	want         stepRows       // expected rows of the current step
	proofs       []patternProof // proofs of its patterns, sorted by pattern
	lastStep     int            // the greatest step of any row
	optional     optionalPlacements
}

// optionalPlacements states which kinds of placement rows the view holds besides those with a pattern. If it holds
// one row of a kind, it must hold all.
type optionalPlacements struct{ given, manual, unaudited bool }

func newReplay(c *Checker, r *setdoku.Record) *replay {
	v := &replay{
		c: c, r: r, made: map[int64]int{},
		steps:        newCursor(stepTable(), func(s setdoku.Step) int { return s.Step }, r.StepRows),
		placements:   newCursor(placementTable(), func(p setdoku.Change) int { return p.Step }, r.Placements),
		eliminations: newCursor(eliminationTable(), func(e setdoku.Change) int { return e.Step }, r.Eliminations),
		cells:        newCursor(cellTable(), func(c setdoku.FilledCell) int { return c.Step }, r.Cells),
		evidence:     newCursor(evidenceTable(), func(e setdoku.Evidence) int { return e.Step }, r.Evidence),
	}
	v.lastStep = max(v.steps.last(), v.eliminations.last(), v.cells.last())
	audited := map[int]bool{}
	for _, s := range r.StepRows {
		audited[s.Step] = true
	}
	for _, p := range r.Placements {
		switch {
		case p.Rule == setdoku.RuleGiven:
			v.optional.given = true
		case p.Rule == setdoku.RuleManual:
			v.optional.manual = true
		case !audited[p.Step]:
			v.optional.unaudited = true
		}
	}
	return v
}

// run adds to the faults. It returns the finding after which the state is unknown, or nil.
func (v *replay) run() error {
	if f := v.input(); f != nil {
		return f
	}
	for {
		if f := v.concluded(); f != nil {
			return f
		}
		if rows := v.steps.peek(v.done + 1); len(rows) > 0 && rows[0].Rule == setdoku.RuleManual {
			if f := v.manualStep(rows[0]); f != nil {
				return f
			}
			continue
		}
		if v.ended() {
			break
		}
		if v.partial != nil {
			if more, f := v.partialStep(); f != nil {
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
		if v.partial != nil {
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
		if bad, clashes := clash(found); clashes {
			v.bad = new(setdoku.Contradiction)
			*v.bad = bad
			break
		}
		if err := v.techniqueStep(run, t, found); err != nil {
			return err
		}
	}
	v.faults = append(v.faults, v.outcome()...)
	return nil
}

// ended reports whether the puzzle is full, contradictory, or has several solutions.
func (v *replay) ended() bool {
	if bad, found := v.p.contradiction(); found {
		v.bad = new(setdoku.Contradiction)
		*v.bad = bad
	}
	return v.bad != nil || v.multiple || v.p.full()
}

// nextPass returns the run, the technique and the deductions of the next step. The technique is nil if there is no
// next step, or if only partialAudit can follow it.
func (v *replay) nextPass() (*selection, *selected, []Conclusion, *Finding) {
	n := v.done + 1
	if rows := v.steps.peek(n); len(rows) > 0 {
		return v.passOf(rows[0])
	}
	if v.r.Status == setdoku.StatusNew && n > v.lastStep {
		return nil, nil, nil, nil
	}
	run, f := v.runOf(nil)
	if f != nil {
		return nil, nil, nil, f
	}
	hidden := run != nil
	if !hidden {
		// The run that made the last attempt should have no step left to make.
		if run = v.c.runs[v.r.RunID]; run == nil {
			return nil, nil, nil, nil
		}
	}
	t, found := v.passBy(run)
	switch {
	case hidden && run.audit == setdoku.AuditNone && !run.certain(t):
		v.beginPartialAudit()
		return nil, nil, nil, nil
	case hidden && run.audit != setdoku.AuditNone && t == nil:
		return nil, nil, nil, v.missingStep(run)
	}
	return run, t, found, nil
}

// missingStep returns a finding for a step without a row, made by a run that keeps steps.
func (v *replay) missingStep(run *selection) *Finding {
	n := v.done + 1
	return &Finding{Step: n, Table: v.steps.name, Row: v.steps.key(setdoku.Step{Step: n}),
		Problem: fmt.Sprintf("the row is missing, run %d has audit %s", run.id, run.audit)}
}

// passOf is nextPass for a step that has a row.
func (v *replay) passOf(row setdoku.Step) (*selection, *selected, []Conclusion, *Finding) {
	run, f := v.runOf(&row)
	if f != nil {
		return nil, nil, nil, f
	}
	if _, found := v.c.techniques[row.Rule]; !found {
		return nil, nil, nil, v.stepFinding(row, "the row says %s, which is not in the catalogue", row.Rule)
	}
	said := run.named(row.Rule)
	if said == nil || said.rule.find != nil {
		t, found := v.passBy(run)
		if t == nil {
			return nil, nil, nil, v.stepFinding(row, "the row says %s, but run %d has already ended", row.Rule, row.Run)
		}
		return run, t, found, nil
	}
	if v.stopped(run) {
		return nil, nil, nil, v.stepFinding(row, "the row says %s, but run %d has already ended", row.Rule, row.Run)
	}
	if t, found := run.pass(v.in, said); t != nil {
		return run, t, found, nil
	}
	if run.audit != setdoku.AuditFull {
		v.beginPartialAudit()
		return nil, nil, nil, nil
	}
	found, f := v.stated(row, said)
	return run, said, found, f
}

// stopped reports whether run has made its only step.
func (v *replay) stopped(run *selection) bool { return run.stopAtFirst && v.made[run.id] > 0 }

// passBy searches with the techniques of run, unless the run has stopped.
func (v *replay) passBy(run *selection) (*selected, []Conclusion) {
	if v.stopped(run) {
		return nil, nil
	}
	return run.pass(v.in, nil)
}

func (v *replay) stepFinding(row setdoku.Step, problem string, args ...any) *Finding {
	return &Finding{Step: row.Step, Table: v.steps.name, Row: v.steps.key(row), Problem: fmt.Sprintf(problem, args...)}
}

// techniqueStep compares the rows of the next step with what the technique found, proves the patterns, and applies
// the step.
func (v *replay) techniqueStep(run *selection, t *selected, found []Conclusion) error {
	n := v.done + 1
	enginePatterns := t.rule.evidence == nil && run.audit == setdoku.AuditFull
	if enginePatterns && !t.rule.keyed {
		found = v.withPatterns(n, found)
	}
	rows := &v.want
	if err := rows.make(v.p, n, run, t, found); err != nil {
		return fmt.Errorf("puzzle %d step %d: %w", v.r.PuzzleID, n, err)
	}
	if run.audit == setdoku.AuditNone && !v.optional.unaudited {
		rows.placements = rows.placements[:0]
	}
	shown := v.evidence.peek(n)
	want := *rows
	switch {
	case enginePatterns:
		want.evidence = inOrder(t.Name, shown, found)
		shown = redecoded(sqlfiles.KeyNamed(t.Name), shown, found)
	case v.r.StoredEvidence:
		shown = rows.evidence
	}
	if v.r.StoredEvidence {
		want.evidence = inTable(t.Name, want.evidence)
	}
	wrong := v.compare(n, want)
	switch {
	case len(wrong) > 0 && t.rule.find == nil:
		last := len(wrong) - 1
		v.faults = append(v.faults, wrong[:last]...)
		return wrong[last]
	case len(wrong) > 0: // what verify has found itself is what the step should have been
		v.faults = append(v.faults, wrong...)
	case run.audit == setdoku.AuditFull:
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

// compare takes the rows of step n from every table and compares them. It returns the first finding of each table.
func (v *replay) compare(n int, want stepRows) Findings {
	return some(
		v.steps.check(n, want.steps),
		v.placements.check(n, want.placements),
		v.eliminations.check(n, want.eliminations),
		v.cells.check(n, want.cells),
		v.evidence.check(n, want.evidence),
	)
}
