package verify

import (
	"cmp"
	"slices"

	"setdoku"
)

// unread returns the first row, in order of steps, that belongs to no step read, as its step and a finding. The
// finding is nil if there is none.
func (v *replay) unread() (step int, f *Finding) {
	for _, c := range []interface {
		next() (int, bool)
		surplus() *Finding
	}{&v.steps, &v.placements, &v.eliminations, &v.cells, &v.evidence} {
		if n, found := c.next(); found && (f == nil || n < step) {
			step, f = n, c.surplus()
		}
	}
	return step, f
}

// outcome checks, after the last step, that no rows are left and that the puzzle ended as its row states.
func (v *replay) outcome() *Finding {
	if _, f := v.unread(); f != nil {
		return f
	}
	if v.partial != nil {
		return cmp.Or(v.partialEnd(), v.branches())
	}
	want := v.wanted()
	r := v.r
	if r.Status != want.Status {
		return puzzleFinding(v.done, "status", "is %v, it should be %v", r.Status, want.Status)
	}
	if f := contradictionTable().compare(v.done, want.Contradictions, r.Contradictions); f != nil {
		return f
	}
	candidates := slices.Clone(r.Candidates)
	slices.SortFunc(candidates, candidateTable().order)
	if f := candidateTable().compare(v.done, want.Candidates, candidates); f != nil {
		return f
	}
	if f := v.strayCandidates(); f != nil {
		return f
	}
	if f := v.puzzleColumns(want); f != nil {
		return f
	}
	return cmp.Or(v.surplusAttempt(), v.branches())
}

// strayCandidates returns a finding for a row of stored_candidate of a finished puzzle. The view candidate does not show it.
func (v *replay) strayCandidates() *Finding {
	if v.r.StoredCandidates == 0 || v.r.Status == setdoku.StatusNew || v.r.Status == setdoku.StatusStuck {
		return nil
	}
	return &Finding{Step: v.done, Table: "stored_candidate", Row: "column marks", Problem: "the puzzle is finished, so it should have no row"}
}

// puzzleColumns compares the other columns of the puzzle's row.
func (v *replay) puzzleColumns(want *setdoku.Record) *Finding {
	f := firstDifference(v.done, "is %v, it should be %v", []puzzleColumn{
		{"solution", v.r.Solution, want.Solution},
		{"steps", v.r.Steps, want.Steps},
		{"score", v.r.Score, want.Score},
		{"hardest", v.r.Hardest, want.Hardest},
		{"level", v.r.Level, want.Level},
		{"techniques", v.r.Techniques, want.Techniques},
		{"technique_steps", v.r.TechniqueSteps, want.TechniqueSteps},
	})
	if f != nil {
		return f
	}
	return v.depth()
}

// puzzleColumn is a column of the puzzle's row with its actual and its expected value.
type puzzleColumn struct {
	name      string
	got, want any
}

// firstDifference returns a finding for the first column whose actual value differs from the expected one. The
// format problem has a verb for each of the two values.
func firstDifference(step int, problem string, columns []puzzleColumn) *Finding {
	for _, c := range columns {
		if c.got != c.want {
			return puzzleFinding(step, c.name, problem, c.got, c.want)
		}
	}
	return nil
}

// wanted returns the expected puzzle row, candidates and contradiction after the last step.
func (v *replay) wanted() *setdoku.Record {
	if run := v.c.runs[v.r.RunID]; run != nil && run.endOnly && v.r.Status != setdoku.StatusNew {
		return v.wantedEnd()
	}
	want := &setdoku.Record{Status: v.status(), Steps: v.done}
	v.rated.write(want)
	switch want.Status {
	case setdoku.StatusSolved:
		want.Solution = v.p.digits.String()
	case setdoku.StatusInvalid:
		bad := *v.bad
		bad.Step = v.done
		want.Contradictions = []setdoku.Contradiction{bad}
	case setdoku.StatusMultiple:
	default:
		if !unfilled(v.r) {
			want.Candidates = v.p.candidates()
		}
	}
	return want
}

// status returns the status after the last step. A puzzle is new until a run has solved or tried it, and may
// become new again after a manual step.
func (v *replay) status() string {
	switch {
	case v.r.RunID == 0, v.r.Status == setdoku.StatusNew && v.byHand:
		return setdoku.StatusNew
	case v.p.full():
		return setdoku.StatusSolved
	case v.bad != nil:
		return setdoku.StatusInvalid
	case v.multiple:
		return setdoku.StatusMultiple
	}
	return setdoku.StatusStuck
}
