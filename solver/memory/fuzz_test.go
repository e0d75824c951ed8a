package memory_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// FuzzLogic compares Logic with Count: the result must have as many solutions as the puzzle. The first 81 bytes are
// the givens, '1' to '9', or empty cells. The next 81 bytes are sets of the digits 1 to 8 that are crossed out.
func FuzzLogic(f *testing.F) {
	rng := gridtest.New(44)
	for range 20 {
		f.Add(gridtest.Minimal(rng).String())
		p := []byte(gridtest.WithClues(rng, 30).String() + gridtest.Several(rng).String())
		for i := setdoku.CellCount; i < len(p); i++ {
			p[i] = 1 << rng.IntN(8) & p[i]
		}
		f.Add(string(p))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < setdoku.CellCount {
			return
		}
		var s setdoku.State
		for i := range s.Givens {
			if c := text[i]; c >= '1' && c <= '9' {
				s.Givens[i] = c - '0'
			}
		}
		live := s.Candidates()
		for i := setdoku.CellCount; i < min(2*setdoku.CellCount, len(text)); i++ {
			s.Deleted[i-setdoku.CellCount] = setdoku.DigitSet(text[i]) & live[i-setdoku.CellCount]
		}
		const limit = 50
		want, err := solutions.CountState(t.Context(), s, limit)
		l, o := newLogic(t), &record.Puzzle{Start: s}
		l.Solve(t.Context(), o)
		end := l.End()
		digits := end.Filled()
		got, endErr := solutions.CountState(t.Context(), end, limit)
		if err != nil || endErr != nil {
			t.Skip("the solutions were not counted")
		}
		switch {
		case o.Status == setdoku.StatusInvalid:
			got = 0
		case o.Status == setdoku.StatusSolved && (got != 1 || digits.Check() != nil):
			t.Errorf("%s: solved as %s", s.Givens, digits)
		case o.Status == setdoku.StatusStuck && end.Candidates() == [setdoku.CellCount]setdoku.DigitSet{}:
			t.Errorf("%s: stuck without candidates", s.Givens)
		}
		if got != want {
			t.Errorf("%s, crossed out %v: %d solutions before, %d after, %s", s.Givens, s.Deleted, want, got, o.Status)
		}
	})
}
