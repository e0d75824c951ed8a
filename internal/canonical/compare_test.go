package canonical_test

import (
	"testing"

	"setdoku/internal/canonical"
	"setdoku/internal/gridtest"
)

// TestCompare compares puzzles with random isomorphs, to which the mapping must lead, and with other puzzles.
func TestCompare(t *testing.T) {
	rng := gridtest.New(5)
	for range 50 {
		a := gridtest.WithClues(rng, 30)
		b := gridtest.Random(rng).Digits(a)
		c := canonical.Compare(a, b)
		if !c.Same || c.Forms[0] != c.Forms[1] || c.Map.Digits(a) != b {
			t.Errorf("%v and its isomorph %v: %+v", a, b, c)
		}
		other := a
		for i, d := range other {
			if d != 0 {
				other[i] = 0
				break
			}
		}
		if c := canonical.Compare(other, b); c.Same || c.Forms[0] == c.Forms[1] {
			t.Errorf("%v and %v with a given less are not isomorphs: %+v", b, other, c)
		}
	}
}
