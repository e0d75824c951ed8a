package memory

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// blossom holds the eliminations in other cells that a candidate causes through single sets.
type blossom struct {
	lost  [setdoku.CellCount]uint16   // eliminated digits of a cell
	size  [setdoku.CellCount][9]int32 // size of the smallest set that eliminates them
	reach board.Cells                 // cells with an eliminated digit
}

// findBlossoms assumes each candidate that sees all places of its digit in a set. If a cell then loses all its
// digits, the candidate is refuted.
func (r *alsSearch) findBlossoms(puzzle *Board) {
	for z := range 9 {
		for cells := r.live[z]; !cells.Empty(); {
			v := cells.Next()
			r.assume(z, v)
			r.refute(puzzle, z, v)
		}
	}
}

// assume finds the eliminations if cell v holds z.
func (r *alsSearch) assume(z, v int) {
	b := &r.blossom
	for !b.reach.Empty() {
		b.lost[b.reach.Next()] = 0
	}
	for _, u := range r.g.List {
		for i := r.first[z][u]; i >= 0; i = r.nodes[i].next {
			if n := &r.nodes[i]; n.sight.Has(v) {
				for _, k := range n.sets {
					b.lose(r, &r.sets[k], z)
				}
			}
		}
	}
}

// lose adds the eliminations by the digits of a set without z.
func (b *blossom) lose(r *alsSearch, a *almostLockedSet, z int) {
	for m := a.useful &^ (1 << z); m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		for cells := r.nodes[a.node[d]].sight; !cells.Empty(); {
			c := cells.Next()
			b.reach.Add(c)
			if b.lost[c]>>d&1 == 0 || a.size < b.size[c][d] {
				b.lost[c] |= 1 << d
				b.size[c][d] = a.size
			}
		}
	}
}

// refute records that v does not hold z if a stem has no candidate left.
func (r *alsSearch) refute(puzzle *Board, z, v int) {
	b := &r.blossom
	for stems := b.reach; !stems.Empty(); {
		stem := stems.Next()
		m := r.candidates[stem]
		if b.lost[stem] != m || m&(m-1) == 0 || m>>z&1 != 0 {
			continue
		}
		cells := 0
		for ; m != 0; m &= m - 1 {
			cells += int(b.size[stem][bits.TrailingZeros16(m)])
		}
		puzzle.found.note(v, z, puzzle.key(cells, number[stem], z+1, number[v]))
	}
}

// explainBlossom adds the stem and, for each of its digits, the smallest petal. A petal of several digits comes once,
// behind all of them.
func (r *alsSearch) explainBlossom(puzzle *Board, p fields) {
	stem, v := p.cell("stem"), p.cell("victim")
	z := p.of("digit") - 1
	var petals []int32
	digits := make(map[int32][]int) // by petal
	puzzle.part("stem", stem, 0, 0)
	for m := r.candidates[stem]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		best := int32(1 << 30)
		for i := range r.sets {
			a := &r.sets[i]
			if a.useful>>d&1 != 0 && a.useful>>z&1 != 0 && r.nodes[a.node[d]].victims.Has(stem) &&
				r.nodes[a.node[z]].victims.Has(v) {
				best = min(best, a.code())
			}
		}
		if digits[best] == nil {
			petals = append(petals, best)
		}
		digits[best] = append(digits[best], d+1)
	}
	for letter, petal := range petals {
		for _, d := range digits[petal] {
			puzzle.showRestricted(int64(d))
		}
		puzzle.showSet(letter, petal%100000)
	}
}
