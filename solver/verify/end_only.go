package verify

// wantedEnd returns the puzzle's row and contradiction as a run should leave them that tells how a
// puzzle ends and makes no step: by the solutions of what the steps before it have left.
func (v *replay) wantedEnd() *Record {
	want := &Record{Status: statusMultiple, Steps: v.done}
	v.rated.write(want)
	switch n, solution := v.p.solutions(); n {
	case 0:
		want.Status = statusInvalid
		want.Contradictions = []Contradiction{{Step: v.done, Kind: "no_solution"}}
	case 1:
		want.Status = statusSolved
		want.Solution = solution.String()
	}
	return want
}
