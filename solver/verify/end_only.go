package verify

import "setdoku"

// wantedEnd returns the puzzle's row and contradiction as a run should leave them that tells how a
// puzzle ends and makes no step: by the solutions of what the steps before it have left.
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
