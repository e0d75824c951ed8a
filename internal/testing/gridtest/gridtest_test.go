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
	s.Deleted[open] = s.Candidates()[open] &^ setdoku.NewDigitSet(solution[open])
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

func TestLong(t *testing.T) {
	for _, tt := range []struct {
		required, nightly string
		long, night       bool
		size              int
	}{{"", "", false, false, 2}, {"1", "", true, false, 2}, {"1", "1", true, true, 9}} {
		t.Setenv("SETDOKU_REQUIRE", tt.required)
		t.Setenv("SETDOKU_NIGHTLY", tt.nightly)
		long, night := false, false
		t.Run("long", func(t *testing.T) {
			Long(t, "the subtest of this test")
			long = true
		})
		t.Run("nightly", func(t *testing.T) {
			Nightly(t, "the subtest of this test")
			night = true
		})
		got, part := Size(2, 9), Part(5, make([]int, 9))
		if long != tt.long || night != tt.night || got != tt.size || len(part) != tt.size {
			t.Errorf("%+v: long %t, nightly %t, size %d and %d cases", tt, long, night, got, len(part))
		}
	}
}
