package technique

import (
	"math/bits"

	"setdoku"
)

// blossom is what a candidate does to the digits of other cells by one set.
type blossom struct {
	lost  [setdoku.CellCount]uint16   // the digits of a cell that go
	size  [setdoku.CellCount][9]int32 // of the smallest set that takes them
	reach cellSet                     // the cells that lose some
}

// findBlossoms assumes each candidate that sees all places of its digit in a set: a cell that
// loses all its digits refutes it.
func (r *alsRoom) findBlossoms(board *Board) {
	for z := range 9 {
		for cells := r.live[z]; !cells.empty(); {
			v := cells.next()
			r.assume(z, v)
			r.refute(board, z, v)
		}
	}
}

// assume finds what goes if cell v holds z.
func (r *alsRoom) assume(z, v int) {
	b := &r.blossom
	for !b.reach.empty() {
		b.lost[b.reach.next()] = 0
	}
	for u := range r.first[z] {
		for i := r.first[z][u]; i >= 0; i = r.nodes[i].next {
			if n := &r.nodes[i]; n.victims.has(v) {
				for _, k := range n.sets {
					b.lose(r, &r.sets[k], z)
				}
			}
		}
	}
}

// lose notes what the digits of a set take from other cells if it has not got z.
func (b *blossom) lose(r *alsRoom, a *almostLockedSet, z int) {
	for m := a.useful &^ (1 << z); m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		for cells := r.nodes[a.node[d]].victims; !cells.empty(); {
			c := cells.next()
			b.reach.add(c)
			if b.lost[c]>>d&1 == 0 || a.size < b.size[c][d] {
				b.lost[c] |= 1 << d
				b.size[c][d] = a.size
			}
		}
	}
}

// refute notes that v does not hold z when a stem is left with nothing.
func (r *alsRoom) refute(board *Board, z, v int) {
	b := &r.blossom
	for stems := b.reach; !stems.empty(); {
		stem := stems.next()
		m := r.candidates[stem]
		if b.lost[stem] != m || m&(m-1) == 0 || m>>z&1 != 0 {
			continue
		}
		cells := int64(0)
		for ; m != 0; m &= m - 1 {
			cells += int64(b.size[stem][bits.TrailingZeros16(m)])
		}
		board.found.note(v, z, ((cells*100+int64(setdoku.CellNumber(stem)))*10+int64(z+1))*100+int64(setdoku.CellNumber(v)))
	}
}

// explainBlossom shows the stem and for each of its digits the smallest petal.
func (r *alsRoom) explainBlossom(board *Board, p fields) {
	stem, v := p.cell("stem"), p.cell("victim")
	z := p.of("digit") - 1
	letter := 0
	board.part("stem", stem, 0, 0)
	for m := r.candidates[stem]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		best := int32(1 << 30)
		for i := range r.sets {
			a := &r.sets[i]
			if a.useful>>d&1 != 0 && a.useful>>z&1 != 0 && r.nodes[a.node[d]].victims.has(stem) && r.nodes[a.node[z]].victims.has(v) {
				best = min(best, a.code())
			}
		}
		board.showRestricted(int64(d) + 1)
		board.showSet(letter, best%100000)
		letter++
	}
}
