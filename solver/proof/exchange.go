package proof

import (
	"math/bits"
	"slices"
)

// exchange is a set of cells without givens. Suppose each of them is left with two digits, or holds one of two, such
// that each digit is in exactly two pairs of every unit that it touches. Then a solution can exchange the digits of
// every pair, and the puzzle has another solution. This is the rule behind unique rectangles, avoidable rectangles and
// bivalue universal graves.
type exchange struct {
	rules *rules
	cells []int    // 0..80
	pairs []uint16 // of each cell, bit 0 for digit 1; 0 while only one digit is known
	seeds []int16
}

// pairingsMost limits the ways to give second digits to the cells with one digit. A loop of two digits has one way, a
// rectangle of three digits has 2^6. In a bivalue universal grave only the cell that has a third candidate has one
// digit, when this is assumed.
const pairingsMost = 4096

// possible returns the candidates that are false where the cells could be exchanged, or nil if they could not.
func (x *exchange) possible(p *Prover) []int16 {
	var all uint16
	single := make([]uint16, len(x.cells))
	for i, cell := range x.cells {
		left := p.left(cell)
		switch bits.OnesCount16(left) {
		case 1:
			single[i], x.pairs[i] = left, 0
		case 2:
			x.pairs[i] = left
		default:
			return nil
		}
		all |= left
	}
	pairings := 1
	for _, d := range single {
		if d != 0 {
			pairings *= bits.OnesCount16(all) - 1
		}
		if pairings > pairingsMost {
			return nil
		}
	}
	if !x.complete(single, all) {
		return nil
	}
	x.seeds = x.seeds[:0]
	for i, cell := range x.cells {
		for d := range 9 {
			if x.pairs[i]&(1<<d) == 0 {
				x.seeds = append(x.seeds, int16(cell*9+d))
			}
		}
	}
	return x.seeds
}

// complete finds the second digit of the cells that have only one, so that all pairs can be exchanged.
func (x *exchange) complete(single []uint16, all uint16) bool {
	for i, d := range single {
		if d == 0 || x.pairs[i] != 0 {
			continue
		}
		for rest := all &^ d; rest != 0; rest &= rest - 1 {
			if x.pairs[i] = d | rest&-rest; x.complete(single, all) {
				return true
			}
		}
		x.pairs[i] = 0
		return false
	}
	return x.even()
}

// even reports whether each digit is in no pair or in several pairs of every unit. Several are two where the unit has a
// solution: its cells hold different digits, so their pairs have no fewer digits than there are pairs.
func (x *exchange) even() bool {
	for _, unit := range x.rules.Units {
		var once, twice uint16
		for _, cell := range unit {
			for i, c := range x.cells {
				if c == cell {
					twice |= once & x.pairs[i]
					once |= x.pairs[i]
				}
			}
		}
		if once != twice {
			return false
		}
	}
	return !x.rules.pairs || x.apart()
}

// apart reports whether the exchange gives no digit to two cells that see each other without a common unit. A cell
// of the exchange that sees such a cell must have the same pair as another one that both of them see, or, if both are
// cells of the exchange, the same pair or no digit in common.
func (x *exchange) apart() bool {
	for i, c := range x.cells {
		for _, far := range x.rules.Peers[c] {
			if x.rules.shareUnit(c, far) {
				continue
			}
			if k := slices.Index(x.cells, far); k >= 0 {
				if x.pairs[i]&x.pairs[k] != 0 && x.pairs[i] != x.pairs[k] {
					return false
				}
				continue
			}
			held := false
			for k, o := range x.cells {
				held = held || x.pairs[k] == x.pairs[i] && x.rules.SeeEachOther(o, c) && x.rules.SeeEachOther(o, far)
			}
			if !held {
				return false
			}
		}
	}
	return true
}

// shareUnit reports whether a unit has both cells.
func (r *rules) shareUnit(a, b int) bool {
	return slices.ContainsFunc(r.Units[:],
		func(unit []int) bool { return slices.Contains(unit, a) && slices.Contains(unit, b) })
}

// left returns the digits that a cell may hold, bit 0 for digit 1.
func (p *Prover) left(cell int) (set uint16) {
	for d := range 9 {
		switch p.value[cell*9+d] {
		case 1:
			return 1 << d
		case 0:
			set |= 1 << d
		}
	}
	return set
}
