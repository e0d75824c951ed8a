package agreement_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// TestNearlyDeadlyRectangles compares the techniques of rectangles as statements and in memory at positions that were
// changed: a rectangle of each nearly holds two digits. Such patterns are rare in other positions.
func TestNearlyDeadlyRectangles(t *testing.T) {
	gridtest.Nightly(t, "hundreds of positions; TestEnginesAgree has the examples")
	t.Parallel()
	techniques := []string{"unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4",
		"unique_rectangle_5", "unique_rectangle_6", "hidden_rectangle", "avoidable_rectangle_1",
		"avoidable_rectangle_2"}
	agreeAt(t, withExamples(t, nearlyDeadly(t), techniques), techniques...)
}

// nearlyDeadly returns positions that were changed around a rectangle.
func nearlyDeadly(t *testing.T) (list []solvertest.Position) {
	t.Helper()
	all, err := solvertest.Positions()
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(62)
	for i := 0; i < len(all); i += 2 {
		p := all[i]
		if found := nearlyDeadlyIn(p); len(found) > 0 {
			around(rng, &p, found[rng.IntN(len(found))])
			list = append(list, p)
		}
	}
	return list
}

// nearlyDeadlyIn returns the rectangles without givens of whose corners three hold two digits in the solution. The
// corner that holds a third digit comes first, the opposite corner last.
func nearlyDeadlyIn(p solvertest.Position) (list [][4]int) {
	for a := range setdoku.CellCount {
		for d := range setdoku.CellCount {
			b, c := a/9*9+d%9, d/9*9+a%9
			sameRows, sameColumns := a/9 == d/9, a%9 == d%9
			sameBand, sameStack := a/27 == d/27, a%9/3 == d%9/3
			if sameRows || sameColumns || sameBand == sameStack {
				continue
			}
			if p.Solution[b] != p.Solution[c] || p.Solution[a] == p.Solution[d] {
				continue
			}
			if g := &p.State.Givens; g[a]|g[b]|g[c]|g[d] == 0 {
				list = append(list, [4]int{a, b, c, d})
			}
		}
	}
	return list
}

// around leaves the corners few candidates, or fills them. It crosses the digits of the corners out of many other
// cells, and fills some of these.
func around(rng *rand.Rand, p *solvertest.Position, corners [4]int) {
	var digits setdoku.DigitSet
	for _, i := range corners {
		digits |= setdoku.SetOf(p.Solution[i])
	}
	p.State.Placed, p.State.Deleted = setdoku.Grid{}, [setdoku.CellCount]setdoku.DigitSet{}
	var deleted [setdoku.CellCount]setdoku.DigitSet
	for i, m := range p.State.Candidates() {
		corner := slices.Index(corners[:], i)
		own := setdoku.SetOf(p.Solution[i])
		switch {
		case m == 0:
			continue
		case corner < 0:
			deleted[i] = some(rng, 2, digits&^own)
		default:
			deleted[i] = setdoku.AllDigits&^digits | some(rng, 3, digits&^own)
		}
		// The first corner stays open, and so does every other cell that holds a digit of the corners.
		if rng.IntN(3) == 0 && (corner > 0 || corner < 0 && own&digits == 0) {
			p.State.Placed[i] = p.Solution[i]
		}
	}
	for i, m := range p.State.Candidates() {
		p.State.Deleted[i] = m & deleted[i]
	}
}

// some returns a random part of a set, on average one digit of n.
func some(rng *rand.Rand, n int, set setdoku.DigitSet) (part setdoku.DigitSet) {
	for ; set != 0; set &= set - 1 {
		if rng.IntN(n) == 0 {
			part |= setdoku.SetOf(set.Lowest())
		}
	}
	return part
}
