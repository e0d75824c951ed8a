package solvertest

import (
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// True is a deduction that holds, in its state.
type True struct {
	State     setdoku.State
	Solution  setdoku.Grid
	Technique catalogue.Technique
	Deduction setdoku.Deduction
}

// TrueDeductions returns at most n deductions of each technique of the catalogue, in the states that
// docs/techniques.md shows.
func TrueDeductions(t testing.TB, n int) (list []True) {
	t.Helper()
	states := ExampleStates(t)
	for _, technique := range Catalogue(t) {
		s, shown := states[technique.Name]
		in, has := memory.SelectedFor(technique)
		if !shown || !has || technique.Name == setdoku.RuleSearch {
			continue
		}
		logic, err := memory.NewLogic([]memory.Selected{in}, true)
		gridtest.Must(t, err)
		logic.Explain = true
		p := record.Puzzle{Start: s, Rating: setdoku.Rating{Steps: 1}, StoredEvidence: true}
		if err := logic.Solve(t.Context(), &p); err != nil || len(p.StepRows) == 0 {
			t.Fatalf("%s makes no step in its example", technique.Name)
		}
		path := p.Path(catalogue.DecoderFor(setdoku.Classic()))
		_, solution := brute.Count(s.Givens, 2)
		for i, d := range path.Steps[0].Deductions {
			if i < n {
				list = append(list, True{s, solution, technique, d})
			}
		}
	}
	return list
}
