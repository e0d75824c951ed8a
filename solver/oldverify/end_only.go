package verify

import "setdoku"

// wantedEnd returns the expected puzzle row and contradiction for a run that only decides how a puzzle ends. Such
// a run makes no step; it counts the solutions that remain.
func (v *replay) wantedEnd() *setdoku.Record {
	want := &setdoku.Record{Status: setdoku.StatusMultiple, Steps: v.done}
	v.rated.write(want)
	switch n, solution := v.p.solutions(); n {
	case 0:
		want.Status = setdoku.StatusInvalid
		want.Contradictions = []setdoku.Contradiction{{Step: v.done, Kind: "no_solution"}}
	case 1:
		want.Status = setdoku.StatusSolved
		want.Solution = solution.String()
	}
	return want
}
