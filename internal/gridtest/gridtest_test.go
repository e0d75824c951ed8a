package gridtest

import (
	"testing"

	"setdoku"
	"setdoku/solver/brute"
)

func TestIsomorphicStates(t *testing.T) {
	rng := New(2)
	p := WithClues(rng, 32)
	solution, err := Solve(p)
	Must(t, err)
	s := setdoku.State{Givens: p}
	open := 0
	for ; s.Givens[open] != 0; open++ {
	}
	s.Deleted[open] = s.Candidates()[open] &^ setdoku.SetOf(solution[open])
	if Identity().State(s) != s {
		t.Error("the identity changes a state")
	}
	for range 20 {
		m := Random(rng)
		got := m.State(s)
		n, first := brute.CountState(got, 2)
		if n != 1 || first != m.Digits(solution) {
			t.Fatalf("%d solutions, first %s, want one, %s", n, first, m.Digits(solution))
		}
		live, want := got.Candidates(), s.Candidates()
		for i := range setdoku.CellCount {
			if live[m.Index(i)] != m.Marks(want[i]) {
				t.Fatalf("candidates of the image of %s are %b, want %b", setdoku.CellAt(i), live[m.Index(i)],
					m.Marks(want[i]))
			}
		}
	}
}

func TestPuzzles(t *testing.T) {
	solutions := func(d setdoku.Grid) int {
		n, _ := brute.Count(d, 2)
		return n
	}
	for seed := range uint64(5) {
		rng := New(seed)
		p := Minimal(rng)
		if solutions(p) != 1 {
			t.Errorf("%s has %d solutions, want 1", p, solutions(p))
		}
		for i, d := range p {
			q := p
			q[i] = 0
			if d != 0 && solutions(q) != 2 {
				t.Errorf("%s keeps its solution without %s", p, setdoku.CellAt(i))
			}
		}
		if p := WithClues(rng, 35); Clues(p) != 35 || solutions(p) != 1 {
			t.Errorf("%s has %d clues and %d solutions, want 35 and 1", p, Clues(p), solutions(p))
		}
		if p := Several(rng); solutions(p) != 2 {
			t.Errorf("%s has %d solutions, want 2", p, solutions(p))
		}
		if p := Contradictory(rng); solutions(p) != 0 || p.Check() != nil {
			t.Errorf("%s has %d solutions, want 0, and repeats: %v", p, solutions(p), p.Check())
		}
	}
	if a, b := Minimal(New(9)), Minimal(New(9)); a != b {
		t.Error("one seed makes two puzzles")
	}
}
