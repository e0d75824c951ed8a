package proof_test

import (
	"errors"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
	"setdoku/solver/proof"
)

// TestProve finds every technique of the catalogue in the state that docs/techniques.md shows it with. Each deduction
// must follow from its evidence. With the same evidence nothing may be proved that the solution contradicts.
func TestProve(t *testing.T) {
	t.Parallel()
	proved, tried := 0, map[string]int{}
	list := solvertest.TrueDeductions(t, 1000)
	p := proof.New()
	for k := range list {
		x := &list[k]
		d, name := x.Deduction, x.Technique.Name
		gridtest.Must(t, p.Load(&x.State))
		if err := p.Prove(&d, x.Technique.AssumesUnique); err != nil {
			t.Errorf("%s, pattern %d: %v", name, d.Pattern, err)
		}
		proved++
		if tried[name]++; tried[name] > 2 {
			continue
		}
		for i, digit := range x.Solution {
			c := setdoku.CandidateAt(i, digit)
			if !p.Live(c) || i%4 > 0 {
				continue // a case is split until nothing is left to split, so a few must do
			}
			wrong := d
			wrong.Placements, wrong.Eliminations = nil, []setdoku.Candidate{c}
			if err := p.Prove(&wrong, x.Technique.AssumesUnique); !errors.Is(err, proof.ErrNotProved) {
				t.Errorf("%s, pattern %d: %s is proved (%v), but the digit is in the solution", name, d.Pattern,
					c.Elimination(), err)
			}
		}
	}
	if proved < 100 {
		t.Errorf("%d patterns, want 100", proved)
	}
}

// TestProveInTurn proves the whole solution of puzzles with few givens from all clauses, as a search places it. What
// was proved helps to prove the rest, so all cells together need few cases. With one digit of another value nothing is
// proved.
func TestProveInTurn(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(31)
	most := 0
	for range 40 {
		givens := gridtest.Minimal(rng)
		_, solution := brute.Count(givens, 2)
		p := proof.New()
		gridtest.Must(t, p.Load(&setdoku.State{Givens: givens}))
		d := setdoku.Deduction{Technique: setdoku.RuleSearch}
		for i, digit := range solution {
			if givens[i] == 0 {
				d.Placements = append(d.Placements, setdoku.CandidateAt(i, digit))
			}
		}
		if err := p.Prove(&d, false); err != nil {
			t.Errorf("%s: %v", givens, err)
		}
		most = max(most, p.Cases())
		last := &d.Placements[len(d.Placements)-1]
		last.Digit = last.Digit%9 + 1
		if p.Prove(&d, false) == nil {
			t.Errorf("%s: %s is proved", givens, last.Placement())
		}
	}
	if most > 1000 {
		t.Errorf("%d cases for a puzzle, want 1000 at most", most)
	}
	t.Logf("%d cases at most", most)
}

// TestRefute wants a contradiction where a puzzle has no solution, and none where it has.
func TestRefute(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		givens string
		want   bool
	}{
		{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", false},
		{".123.5678....9.....9......................4......................................", true},
	} {
		givens, err := setdoku.ParseGrid(tc.givens)
		gridtest.Must(t, err)
		n, _ := brute.Count(givens, 1)
		p := proof.New()
		gridtest.Must(t, p.Load(&setdoku.State{Givens: givens}))
		if got := p.Refute() == nil; got != (n == 0) || got != tc.want {
			t.Errorf("%s: refuted %t, want %t, it has %d solutions", tc.givens, got, tc.want, n)
		}
	}
}

// TestContradictoryHypothesis has a row that eliminates what the singles of the hypothesis place: three cells of row 1
// take the 4 from r1c5, which has nothing else left. This needs cases.
func TestContradictoryHypothesis(t *testing.T) {
	t.Parallel()
	var s setdoku.State
	for cell, digits := range map[setdoku.Cell]setdoku.DigitSet{11: 1<<0 | 1<<1, 15: 1<<0 | 1<<3, 16: 1<<3 | 3<<6,
		17: 1<<3 | 3<<6, 18: 1<<3 | 3<<6} {
		s.Deleted[cell.Index()] = setdoku.AllDigits &^ digits
	}
	d := setdoku.Deduction{Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 1}}, Evidence: []setdoku.Evidence{
		{Role: "assume", Cell: 11, Digit: 1}, {Role: "eliminate", Cell: 15, Digit: 4},
		{Role: "contradiction", Cell: 15},
	}}
	p := proof.New()
	gridtest.Must(t, p.Load(&s))
	if err := p.Prove(&d, false); err != nil || p.Cases() == 0 {
		t.Errorf("error %v, %d cases", err, p.Cases())
	}
	p.Limit(0)
	if err := p.Prove(&d, false); err == nil {
		t.Error("it is proved without cases")
	}
}
