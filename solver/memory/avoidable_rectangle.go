package memory

import (
	"math/bits"
	"slices"

	"setdoku"
)

// eachPlaced calls look for the rectangles with n corners that are filled but not given. p has the digits of these
// corners as sets, 0 for the other corners.
func (puzzle *Board) eachPlaced(n int, look func(i int, r *rectangle, p [4]uint16)) {
	var placed [setdoku.CellCount]uint16
	for i, d := range &puzzle.Board.Filled {
		if d != 0 && puzzle.Givens[i] == 0 {
			placed[i] = 1 << (d - 1)
		}
	}
	for _, i := range puzzle.tables.rectangles {
		r := &rectangles[i]
		p := [4]uint16{placed[r[0]], placed[r[1]], placed[r[2]], placed[r[3]]}
		missing := 4 - n
		for _, d := range p {
			if d == 0 {
				missing--
			}
		}
		if missing == 0 {
			look(i, r, p)
		}
	}
}

func avoidableRectangle1(puzzle *Board, _ int) {
	puzzle.eachPlaced(3, func(i int, r *rectangle, p [4]uint16) {
		v := slices.Index(p[:], 0)
		leaves, other := p[v^3], p[v^1]
		if p[v^2] != other || puzzle.Board.Candidates[r[v]]&leaves == 0 {
			return
		}
		d, e := bits.TrailingZeros16(leaves), bits.TrailingZeros16(other)
		puzzle.found.note(int(r[v]), d, puzzle.key(i+1, v+1, d+1, e+1))
	})
}

func avoidableRectangle2(puzzle *Board, _ int) {
	puzzle.eachPlaced(2, func(i int, r *rectangle, p [4]uint16) {
		m := masks(&puzzle.Board, r)
		for side := range sides {
			s := &sides[side]
			// Each open corner could take the digit of the opposite corner.
			puzzle.avoid(i, side+1, s.floor, [2]uint16{p[s.roof[1]], p[s.roof[0]]}, m)
		}
		for top := range uint8(2) {
			if p[top^1] == 0 || p[top^1] != p[top^2] || !isPair(m[top]) || m[top] != m[top^3] {
				continue
			}
			for d := m[top]; d != 0; d &= d - 1 {
				puzzle.dropExtra(i, int(top)+5, [2]uint8{top, top ^ 3}, m[top]&^(d&-d), d&-d|p[top^1])
			}
		}
	})
}

// avoid handles two open corners that must not both take their digits of the rectangle.
func (puzzle *Board) avoid(i, where int, open [2]uint8, digits [2]uint16, m [4]uint16) {
	a, b := m[open[0]], m[open[1]]
	if digits[0]&a == 0 || digits[1]&b == 0 || !isPair(a) || !isPair(b) || a&^digits[0] != b&^digits[1] {
		return
	}
	puzzle.dropExtra(i, where, open, a&^digits[0], digits[0]|digits[1])
}

// dropExtra records that the cells that see both open corners lose the extra digit of these corners.
func (puzzle *Board) dropExtra(i, where int, open [2]uint8, extra, digits uint16) {
	r := &rectangles[i]
	both := puzzle.G.Peers[r[open[0]]].And(puzzle.G.Peers[r[open[1]]])
	puzzle.eliminate(both, bits.TrailingZeros16(extra), puzzle.key(i+1, where, int(digits)))
}
