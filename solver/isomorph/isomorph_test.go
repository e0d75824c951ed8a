package isomorph

import (
	"math/rand/v2"
	"testing"

	"setdoku"
)

func TestIsomorphism(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	transposed := 0
	for range 200 {
		m := Random(rng)
		if m.transpose {
			transposed++
		}
		var image [setdoku.CellCount]bool
		for i := range setdoku.CellCount {
			image[m.Index(i)] = true
			if got := setdoku.CellAt(m.Index(i)); m.Cell(setdoku.CellAt(i)) != got {
				t.Fatalf("Cell(%d) = %d, Index says %d", setdoku.CellAt(i), m.Cell(setdoku.CellAt(i)), got)
			}
			for j := range setdoku.CellCount {
				if setdoku.Classic().SeeEachOther(i, j) != setdoku.Classic().SeeEachOther(m.Index(i), m.Index(j)) {
					t.Fatalf("%s and %s share a unit and their images do not, or the other way round",
						setdoku.CellAt(i), setdoku.CellAt(j))
				}
			}
		}
		for i, hit := range image {
			if !hit {
				t.Fatalf("no cell goes to %s", setdoku.CellAt(i))
			}
		}
		if m.Digit(0) != 0 || m.Marks(setdoku.AllDigits) != setdoku.AllDigits {
			t.Fatalf("digits become %v", m.digit)
		}
	}
	if transposed == 0 || transposed == 200 {
		t.Errorf("%d of 200 isomorphisms transpose", transposed)
	}
}

func TestInverseAndThen(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	var d setdoku.Grid
	for i := range d {
		d[i] = uint8(rng.IntN(10))
	}
	for range 100 {
		m, next := Random(rng), Random(rng)
		if got := m.Inverse().Digits(m.Digits(d)); got != d {
			t.Fatalf("%+v and its inverse make %s of %s", m, got, d)
		}
		if got, want := m.Then(next).Digits(d), next.Digits(m.Digits(d)); got != want {
			t.Fatalf("%+v then %+v makes %s of %s, one after the other %s", m, next, got, d, want)
		}
	}
}
