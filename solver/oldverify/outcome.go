package verify

import (
	"cmp"
	"slices"

	"setdoku"
)

// unread returns a finding for the first row of each table that belongs to no step read, in order of steps.
func (v *replay) unread() (list Findings) {
	for _, c := range []interface {
		next() (int, bool)
		surplus() *Finding
	}{&v.steps, &v.placements, &v.eliminations, &v.cells, &v.evidence} {
		if _, found := c.next(); found {
			list = append(list, c.surplus())
		}
	}
	slices.SortStableFunc(list, func(a, b *Finding) int { return cmp.Compare(a.Step, b.Step) })
	return list
}

// outcome checks, after the last step, that no rows are left and that the puzzle ended as its row states.
func (v *replay) outcome() Findings {
	list := v.unread()
	switch {
	case v.partial != nil && len(list) > 0:
		return list
	case v.partial != nil:
		return some(cmp.Or(v.partialEnd(), v.branches()))
	}
	want := v.wanted()
	r := v.r
	if r.Status == want.Status {
		candidates := slices.Clone(r.Candidates)
		slices.SortFunc(candidates, candidateTable().order)
		list = append(list, some(
			contradictionTable().compare(v.done, want.Contradictions, r.Contradictions),
			candidateTable().compare(v.done, want.Candidates, candidates),
		)...)
	} else { // the other tables are those of the other status
		list = append(list, puzzleFinding(v.done, "status", "is %v, it should be %v", r.Status, want.Status))
	}
	list = append(list, v.puzzleColumns(want)...)
	return append(list, some(v.surplusAttempt(), v.branches())...)
}

// puzzleColumns compares the other columns of the puzzle's row.
func (v *replay) puzzleColumns(want *setdoku.Record) Findings {
	list := differences(v.done, "is %v, it should be %v", []puzzleColumn{
		{"solution", v.r.Solution, want.Solution},
		{"steps", v.r.Steps, want.Steps},
		{"score", v.r.Score, want.Score},
		{"hardest", v.r.Hardest, want.Hardest},
		{"level", v.r.Level, want.Level},
		{"techniques", v.r.Techniques, want.Techniques},
		{"technique_steps", v.r.TechniqueSteps, want.TechniqueSteps},
	})
	return append(list, some(v.depth())...)
}

// puzzleColumn is a column of the puzzle's row with its actual and its expected value.
type puzzleColumn struct {
	name      string
	got, want any
}

// differences returns a finding for each column whose actual value differs from the expected one. The format problem has a
// verb for each of the two values.
func differences(step int, problem string, columns []puzzleColumn) (list Findings) {
	for _, c := range columns {
		if c.got != c.want {
			list = append(list, puzzleFinding(step, c.name, problem, c.got, c.want))
		}
	}
	return list
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
