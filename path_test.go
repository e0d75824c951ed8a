package setdoku

import (
	"strings"
	"testing"
)

// TestAppendKeepsCandidates joins a path to one whose run stored no eliminations, only the candidates at its end. The
// positions behind the joint must be known, with these candidates and what the second path eliminates.
func TestAppendKeepsCandidates(t *testing.T) {
	grid, err := ParseGrid("1" + strings.Repeat(".", CellCount-1))
	if err != nil {
		t.Fatal(err)
	}
	start := State{Givens: grid}
	live := start.Candidates()
	live[80] = NewDigitSet(1) | NewDigitSet(2)
	p := Path{Start: start, Live: &live, Steps: []Step{{Number: 1, Rule: "pointing", Missing: 7}}}
	p.Append(&Path{Start: p.End().State, Status: StatusStuck, Steps: []Step{{
		Number: 1, Rule: "x_wing",
		Deductions: []Deduction{{Technique: "x_wing", Pattern: 1, Eliminations: []Candidate{{Cell: 99, Digit: 2}}}},
	}}})
	at := p.Positions()
	for step, want := range []DigitSet{1: live[80], 2: NewDigitSet(1)} {
		if got := at[step].State.Candidates()[80]; step > 0 && (!at[step].Known || got != want) {
			t.Errorf("after step %d: known %t, candidates %v, want %v", step, at[step].Known, got, want)
		}
	}
}
