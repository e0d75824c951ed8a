// Package isomorph rearranges grids into equivalent puzzles, and computes the canonical form of a puzzle: the smallest
// of its isomorphs. There are 2 * 6^8 * 9! ways to rearrange a grid.
package isomorph

import (
	"math/rand/v2"

	"setdoku"
)

// Isomorphism rearranges a grid into an equivalent puzzle. It renames digits, permutes rows within bands and
// columns within stacks, permutes bands and stacks, and may transpose the grid. The zero value is not valid.
// Identity, Random, Draw and Canonical make one.
type Isomorphism struct {
	digit     [10]uint8 // new digit for each digit, 0 stays 0
	row       [9]int    // new row for each row, 0..8
	column    [9]int
	transpose bool // swap rows and columns after the lines have moved
}

// Draw makes an isomorphism from permutations of 0..n-1 that permute returns. It calls permute with 9 (digits), 3
// (bands and lines) and 2 (transposition). If permute returns identities, so does Draw.
func Draw(permute func(n int) []int) Isomorphism {
	var m Isomorphism
	for d, v := range permute(9) {
		m.digit[d+1] = uint8(v) + 1
	}
	m.row, m.column = lines(permute), lines(permute)
	m.transpose = permute(2)[0] == 1
	return m
}

// lines permutes the three bands, or stacks, and the three lines of each.
func lines(permute func(n int) []int) (to [9]int) {
	for band, place := range permute(3) {
		for i, v := range permute(3) {
			to[band*3+i] = place*3 + v
		}
	}
	return to
}

// Random returns a random isomorphism. All are equally likely.
func Random(rng *rand.Rand) Isomorphism { return Draw(rng.Perm) }

// Identity returns the isomorphism that changes nothing.
func Identity() Isomorphism {
	return Draw(func(n int) []int {
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		return p
	})
}

// Digit returns the new digit for d, 0..9. 0 stays 0.
func (m Isomorphism) Digit(d uint8) uint8 { return m.digit[d] }

// Index returns the new cell, 0..80, for cell i.
func (m Isomorphism) Index(i int) int {
	r, c := m.row[i/9], m.column[i%9]
	if m.transpose {
		r, c = c, r
	}
	return r*9 + c
}

// Cell returns the new cell for cell c.
func (m Isomorphism) Cell(c setdoku.Cell) setdoku.Cell { return setdoku.CellAt(m.Index(c.Index())) }

// Marks returns the image of a set of digits.
func (m Isomorphism) Marks(s setdoku.DigitSet) (out setdoku.DigitSet) {
	for ; s != 0; s &= s - 1 {
		out |= setdoku.NewDigitSet(m.digit[s.Lowest()])
	}
	return out
}

// Digits returns the image of a grid.
func (m Isomorphism) Digits(d setdoku.Grid) (out setdoku.Grid) {
	for i, v := range d {
		out[m.Index(i)] = m.digit[v]
	}
	return out
}

// State returns the image of a state.
func (m Isomorphism) State(s setdoku.State) (out setdoku.State) {
	out.Givens, out.Placed = m.Digits(s.Givens), m.Digits(s.Placed)
	for i, marks := range s.Deleted {
		out.Deleted[m.Index(i)] = m.Marks(marks)
	}
	return out
}

// Transposes reports whether the isomorphism swaps rows and columns.
func (m Isomorphism) Transposes() bool { return m.transpose }

// Row returns the image of row r, 0..8: a row, or a column if the isomorphism transposes.
func (m Isomorphism) Row(r int) int { return m.row[r] }

// Column returns the image of column c, 0..8: a column, or a row if the isomorphism transposes.
func (m Isomorphism) Column(c int) int { return m.column[c] }

// Inverse returns the inverse isomorphism.
func (m Isomorphism) Inverse() Isomorphism {
	var b Isomorphism
	for d, v := range m.digit {
		b.digit[v] = uint8(d)
	}
	row, column := &b.row, &b.column
	if b.transpose = m.transpose; b.transpose {
		row, column = column, row
	}
	for i := range 9 {
		row[m.row[i]], column[m.column[i]] = i, i
	}
	return b
}

// Then returns the isomorphism that applies m and then next.
func (m Isomorphism) Then(next Isomorphism) Isomorphism {
	b := Isomorphism{transpose: m.transpose != next.transpose}
	for d, v := range m.digit {
		b.digit[d] = next.digit[v]
	}
	row, column := next.row, next.column
	if m.transpose {
		row, column = column, row
	}
	for i := range 9 {
		b.row[i], b.column[i] = row[m.row[i]], column[m.column[i]]
	}
	return b
}
