package board

import (
	"math/bits"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// TestBoardFollowsState plays random candidates and compares the three views of a board with the state for people.
func TestBoardFollowsState(t *testing.T) {
	rng := gridtest.New(3)
	for range 20 {
		s := setdoku.State{Givens: gridtest.Minimal(rng)}
		var b Board
		b.Load(Classic, &s.Givens, nil)
		for range 60 {
			check(t, &b, &s)
			cell := rng.IntN(setdoku.CellCount)
			m := b.Candidates[cell]
			if m == 0 {
				continue
			}
			digit := bits.TrailingZeros16(m)
			c := []setdoku.Candidate{{Cell: setdoku.CellAt(cell), Digit: uint8(digit + 1)}}
			if rng.IntN(3) == 0 {
				s = s.Apply(setdoku.Deduction{Placements: c})
				b.Place(cell, digit)
			} else {
				s = s.Apply(setdoku.Deduction{Eliminations: c})
				b.Remove(cell, digit)
			}
		}
	}
}

func check(t *testing.T, b *Board, s *setdoku.State) {
	t.Helper()
	filled, candidates := s.Filled(), s.Candidates()
	if b.Grid() != filled || b.Filled != filled || b.Marks() != candidates || OfState(s) != b.Digits {
		t.Fatalf("the board has %s, want %s", b.Grid(), filled)
	}
	for u, cells := range setdoku.Classic().Units[:27] {
		for p, i := range cells {
			if open := b.OpenPlaces[u]>>p&1 != 0; open != (filled[i] == 0) {
				t.Fatalf("%s is open in %s: %t", setdoku.CellAt(i), setdoku.UnitName(u+1), open)
			}
			for d := range 9 {
				want := candidates[i].Has(uint8(d + 1))
				if b.Places[u][d]>>p&1 != 0 != want || b.Candidates[i]>>d&1 != 0 != want ||
					Classic.In(b.Live(d), u)>>p&1 != 0 != want {
					t.Fatalf("%s has %d in one view and not in another", setdoku.CellAt(i), d+1)
				}
			}
		}
	}
}

// TestEmptyUnit wants Close to see a unit without a place for a digit, in every unit. The cells of the unit keep
// all other candidates, so nothing else is wrong.
func TestEmptyUnit(t *testing.T) {
	for u, cells := range setdoku.Classic().Units[:27] {
		for d := uint8(1); d <= 9; d++ {
			s := NewDigits(Classic, &setdoku.Grid{})
			for _, i := range cells {
				s.Eliminate(i, int(d)-1)
			}
			if s.Close(AllChanged) {
				t.Errorf("%s has no place for %d, and Close does not see it", setdoku.UnitName(u+1), d)
			}
		}
	}
}
