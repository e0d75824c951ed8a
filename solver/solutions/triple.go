package solutions

import "setdoku/solver/board"

// first has bit 0 of each row of six matrices, rows has the three bits of a row.
const (
	matrixFirst = 0o111111111111111111
	matrixAll   = 1<<54 - 1
)

// triples uses that each minirow and minicolumn has three cells: if three digits must go there, no other digit can,
// and if only three digits can go there, they must. It marks digits that lose candidates for propagate. It reports
// false if there is no solution. Without it the search of nearly empty grids puts more digits into minirows than they
// hold and finds out much later.
func (s *bandState) triples(m *bandMatrices) bool {
	// Bit planes count the digits of each minirow: bit plane k has the minirows in which more than k digits can or
	// must go.
	var must bandMatrices
	var must1, must2, must3, must4, can1, can2, can3, can4 uint64
	for d, can := range m {
		first, second, third := can&matrixFirst, can>>1&matrixFirst, can>>2&matrixFirst
		only := first&^(second|third) | second&^(first|third)<<1 | third&^(first|second)<<2
		must[d] = only
		must4 |= must3 & only
		must3 |= must2 & only
		must2 |= must1 & only
		must1 |= only
		can4 |= can3 & can
		can3 |= can2 & can
		can2 |= can1 & can
		can1 |= can
	}
	if must4 != 0 || can3 != matrixAll {
		return false
	}
	three := can3 &^ can4
	s.todo = 0
	for d, can := range m {
		open := can &^ must[d]
		into := open & three
		rows := (into | into>>1 | into>>2) & matrixFirst * 7
		if lost := open & (must3 | rows&^into); lost != 0 {
			s.drop(uint(d), lost)
			s.todo |= 1 << d
		}
	}
	return true
}

// drop removes minirows and minicolumns, given as matrices, from digit d+1.
func (s *bandState) drop(d uint, lost uint64) {
	upper := board.Minirows[lost&511] | board.Minirows[lost>>9&511]<<32
	lower := board.Minirows[lost>>18&511]
	for stack := range uint(3) {
		m := lost >> (27 + 9*stack) & 511
		upper |= (m&7 | m>>3&7<<32) << (3 * stack) * board.BandLines
		lower |= m >> 6 << (3 * stack) * board.BandLines
	}
	s.openUpper[d] &^= upper
	s.openLower[d] &^= lower
}
