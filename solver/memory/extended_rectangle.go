package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// six is the cells of an extended rectangle: three pairs of cells, each with a cell of the first line and one of the
// second.
type six [6]uint8

// sixSet is six cells, also as a set.
type sixSet struct {
	six
	set board.Cells
}

// newSixSets lists the extended rectangles. The cells of a pair share units that no other of the six cells has. All
// other units are the same for the first cells of the pairs, and the same for the second ones.
func newSixSets(g *board.Geometry, units *[mostPlaces]uint64) (list []sixSet) {
	type lines struct{ first, second uint64 }
	pairs := make(map[lines][][2]uint8)
	shared := func(p [2]uint8) uint64 { return units[p[0]] & units[p[1]] }
	for cells := g.All; !cells.Empty(); {
		a := cells.Next()
		for others := g.Peers[a].And(cells); !others.Empty(); {
			b := others.Next()
			of, r := lines{units[a] &^ units[b], units[b] &^ units[a]}, [2]uint8{uint8(a), uint8(b)}
			for k, q := range pairs[of] {
				for _, p := range pairs[of][:k] {
					if shared(p)&shared(q)|(shared(p)|shared(q))&shared(r) == 0 {
						x := sixSet{six: six{p[0], p[1], q[0], q[1], r[0], r[1]}}
						for _, cell := range x.six {
							x.set.Add(int(cell))
						}
						list = append(list, x)
					}
				}
			}
			pairs[of] = append(pairs[of], r)
		}
	}
	return list
}

// sixKey returns the pattern. The pair with the index last comes last.
func (puzzle *Board) sixKey(x *six, digits uint16, last int) int64 {
	values := []int{int(digits)}
	for _, k := range [][]int{{1, 2, 0}, {0, 2, 1}, {0, 1, 2}}[last] {
		values = append(values, number[x[2*k]], number[x[2*k+1]])
	}
	return puzzle.key(values...)
}

// extendedRectangle looks for six cells with three digits, but for one cell or one more digit. So five of the cells at
// least are narrow, with at most four candidates.
func extendedRectangle(puzzle *Board, _ int) {
	var open, narrow board.Cells
	for cell, m := range &puzzle.Candidates {
		if m != 0 {
			open.Add(cell)
			if bits.OnesCount16(m) <= 4 {
				narrow.Add(cell)
			}
		}
	}
	for i := range puzzle.tables.sixes {
		s := &puzzle.tables.sixes[i]
		if !s.set.Within(open) || s.set.Without(narrow).Count() > 1 {
			continue
		}
		x := &s.six
		var once, twice uint16 // the digits of the cells, and those of two cells or more
		for _, cell := range x {
			m := puzzle.Candidates[cell]
			once, twice = once|m, twice|once&m
		}
		if bits.OnesCount16(twice) <= 3 {
			puzzle.oneRoof(x)
		}
		if bits.OnesCount16(once) == 4 {
			for extra := once; extra != 0; extra &= extra - 1 {
				puzzle.extraDigit(x, once, bits.TrailingZeros16(extra))
			}
		}
	}
}

// oneRoof handles five cells with three digits.
func (puzzle *Board) oneRoof(x *six) {
	for v, roof := range x {
		var digits uint16
		for k, cell := range x {
			if k != v {
				digits |= puzzle.Candidates[cell]
			}
		}
		m := puzzle.Candidates[roof]
		if bits.OnesCount16(digits) != 3 || m&^digits == 0 {
			continue
		}
		for m &= digits; m != 0; m &= m - 1 {
			puzzle.found.note(int(roof), bits.TrailingZeros16(m), puzzle.sixKey(x, digits, v/2))
		}
	}
}

// extraDigit handles six cells with four digits, one of which is extra.
func (puzzle *Board) extraDigit(x *six, digits uint16, extra int) {
	var roofs board.Cells
	for _, cell := range x {
		if puzzle.Candidates[cell]>>extra&1 != 0 {
			roofs.Add(int(cell))
		}
	}
	if roofs.Count() > 1 {
		puzzle.eliminate(puzzle.G.SeenByAll(roofs), extra, puzzle.sixKey(x, digits&^(1<<extra), 2))
	}
}

func explainExtendedRectangle(puzzle *Board, p fields) {
	var cells board.Cells
	for _, name := range []string{"one", "two", "three", "four", "five", "six"} {
		cells.Add(p.cell(name))
	}
	puzzle.exchangedParts(cells, uint16(p.of("digits")))
}
