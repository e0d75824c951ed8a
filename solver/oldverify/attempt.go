package verify

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
)

// readAttempts checks that the rows of the table attempt agree with each other and with the puzzle's run_id. It
// keeps them in order of their steps.
func (v *replay) readAttempts() *Finding {
	v.attempts = slices.SortedFunc(slices.Values(v.r.Attempts), func(a, b setdoku.Attempt) int { return cmp.Compare(a.FirstStep, b.FirstStep) })
	for i, a := range v.attempts {
		run := v.c.runs[a.Run]
		switch {
		case run == nil:
			return v.attemptFinding(a, "the row says run %d, which is not in the table run", a.Run)
		case run.shell:
			return v.attemptFinding(a, "the row says run %d, but a shell makes no attempts", a.Run)
		case a.FirstStep < 1 || a.LastStep < a.FirstStep-1:
			return v.attemptFinding(a, "the row says steps %d to %d", a.FirstStep, a.LastStep)
		case i > 0 && a.FirstStep <= max(v.attempts[i-1].LastStep, v.attempts[i-1].FirstStep):
			return v.attemptFinding(a, "the row says steps %d to %d, but the one before %d to %d", a.FirstStep, a.LastStep,
				v.attempts[i-1].FirstStep, v.attempts[i-1].LastStep)
		}
	}
	return v.puzzleRun()
}

// puzzleRun checks that the puzzle's run_id is the run of the last attempt. If a shell applied steps after that
// attempt, run_id is empty, or it is the run of the shell if these steps filled the grid.
func (v *replay) puzzleRun() *Finding {
	var last setdoku.Attempt
	if n := len(v.attempts); n > 0 {
		last = v.attempts[n-1]
	}
	if v.r.RunID == last.Run {
		return nil
	}
	shell := slices.ContainsFunc(v.r.StepRows, func(s setdoku.Step) bool {
		run := v.c.runs[s.Run]
		return s.Step > last.LastStep && run != nil && run.shell
	})
	run := v.c.runs[v.r.RunID]
	if shell && (run == nil || run.shell) {
		return nil
	}
	if last.Run == 0 {
		return puzzleFinding(0, "run_id", "is %d, but the table attempt has no row of the puzzle", v.r.RunID)
	}
	return puzzleFinding(last.LastStep, "run_id", "is %d, but run %d made the last attempt", v.r.RunID, last.Run)
}

// attemptOf returns the attempt that contains step n, or nil.
func (v *replay) attemptOf(n int) *setdoku.Attempt {
	for i := range v.attempts {
		if a := &v.attempts[i]; a.FirstStep <= n && n <= a.LastStep {
			return a
		}
	}
	return nil
}

// runOf returns the run that made the next step. row is the row of that step, or nil if it has none. The result is
// nil for a manual step and after the last step.
func (v *replay) runOf(row *setdoku.Step) (*selection, *Finding) {
	n := v.done + 1
	a := v.attemptOf(n)
	if row == nil {
		switch {
		case n > v.r.Steps:
			return nil, nil
		case a == nil:
			return nil, &Finding{Step: n, Table: v.steps.name, Row: v.steps.key(setdoku.Step{Step: n}), Problem: "the row is missing, and the step belongs to no attempt"}
		}
		v.begin(a, n)
		return v.c.runs[a.Run], nil
	}
	run := v.c.runs[row.Run]
	switch {
	case run == nil:
		return nil, v.stepFinding(*row, "the row says run %d, which is not in the table run", row.Run)
	case a == nil && !run.shell:
		return nil, v.stepFinding(*row, "the row says run %d, but the step belongs to none of its attempts", row.Run)
	case a != nil && a.Run != row.Run:
		return nil, v.stepFinding(*row, "the row says run %d, but run %d attempted steps %d to %d", row.Run, a.Run, a.FirstStep, a.LastStep)
	case a != nil:
		v.begin(a, n)
	}
	return run, nil
}

// begin resets the step count of a run at the start of an attempt.
func (v *replay) begin(a *setdoku.Attempt, n int) {
	if n == a.FirstStep {
		delete(v.made, a.Run)
	}
}

// concluded checks an attempt that ends before the puzzle does: its run must have no step left to make. It skips
// runs whose techniques verify cannot search for, or whose candidates are unknown.
func (v *replay) concluded() *Finding {
	if v.done >= v.r.Steps || v.partial != nil || v.multiple {
		return nil
	}
	for _, a := range v.attempts {
		run := v.c.runs[a.Run]
		if a.LastStep != v.done || run.endOnly || a.FirstStep <= a.LastStep && v.stopped(run) {
			continue
		}
		if _, bad := v.p.contradiction(); bad || v.p.full() {
			continue
		}
		// A search that finds no solution makes no step.
		if t, found := run.pass(v.in, nil); t != nil && !(t.rule.ends && len(found) == 0) {
			return v.attemptFinding(a, "the row says that run %d ended after step %d, but %s finds something", a.Run, a.LastStep, t.Name)
		}
	}
	return nil
}

// surplusAttempt returns a finding for an attempt whose range exceeds the last step.
func (v *replay) surplusAttempt() *Finding {
	for _, a := range v.attempts {
		if a.LastStep > v.done || a.FirstStep > v.done+1 {
			return v.attemptFinding(a, "the row says steps %d to %d, but step %d is the last", a.FirstStep, a.LastStep, v.done)
		}
	}
	return nil
}

func (v *replay) attemptFinding(a setdoku.Attempt, problem string, args ...any) *Finding {
	return &Finding{Step: a.FirstStep, Table: "attempt", Row: fmt.Sprintf("first_step %d", a.FirstStep), Problem: fmt.Sprintf(problem, args...)}
}
