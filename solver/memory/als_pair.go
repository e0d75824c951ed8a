package memory

import "math/bits"

// findXZ finds pairs of sets with a restricted common.
func (r *alsSearch) findXZ(puzzle *Board) {
	for i := range r.nodes {
		n := &r.nodes[i]
		for _, j := range n.weak {
			if int(j) < i {
				continue // the other set finds this pair
			}
			for _, a := range n.sets {
				for _, b := range r.nodes[j].sets {
					r.pair(puzzle, &r.sets[a], &r.sets[b], int(n.digit))
				}
			}
		}
	}
}

// pair handles two sets with the restricted common x.
func (r *alsSearch) pair(puzzle *Board, a, b *almostLockedSet, x int) {
	shared := a.useful & b.useful &^ (1 << x)
	if shared == 0 {
		return
	}
	if a.number > b.number {
		a, b = b, a
	}
	key := func(common, other int) int64 {
		return puzzle.key(int(a.size+b.size), a.unit(), a.places(), b.unit(), b.places(), common, other)
	}
	for ; shared != 0; shared &= shared - 1 {
		z := bits.TrailingZeros16(shared)
		v, w := &r.nodes[a.node[z]], &r.nodes[b.node[z]]
		both := v.victims.And(w.victims)
		if !both.Empty() {
			puzzle.eliminate(both, z, key(x+1, 0))
		}
		if !w.cells.Within(v.victims) {
			continue
		}
		double := key(min(x, z)+1, max(x, z)+1)
		puzzle.eliminate(both, z, double)
		if x < z {
			r.eliminateEach(puzzle, a, 1<<x|1<<z, double)
			r.eliminateEach(puzzle, b, 1<<x|1<<z, double)
		}
	}
}

// eliminateEach records the eliminations by every digit of a set except some.
func (r *alsSearch) eliminateEach(puzzle *Board, a *almostLockedSet, but uint16, key int64) {
	for m := a.useful &^ but; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		puzzle.eliminate(r.nodes[a.node[d]].victims, d, key)
	}
}

// outerSet is a set that has a restricted common with the middle set of an XY-Wing.
type outerSet struct {
	set   int16
	digit uint8
}

// findXYWings finds sets with restricted commons with two others.
func (r *alsSearch) findXYWings(puzzle *Board) {
	for i := range r.sets {
		middle := &r.sets[i]
		r.outer = r.outer[:0]
		for m := middle.useful; m != 0; m &= m - 1 {
			d := bits.TrailingZeros16(m)
			for _, j := range r.nodes[middle.node[d]].weak {
				for _, a := range r.nodes[j].sets {
					r.outer = append(r.outer, outerSet{a, uint8(d)})
				}
			}
		}
		for k, a := range r.outer {
			for _, b := range r.outer[:k] {
				if a.digit != b.digit && a.set != b.set {
					r.wing(puzzle, middle, a, b)
				}
			}
		}
	}
}

// wing handles two sets that have restricted commons with a third.
func (r *alsSearch) wing(puzzle *Board, middle *almostLockedSet, first, second outerSet) {
	a, b := &r.sets[first.set], &r.sets[second.set]
	shared := a.useful & b.useful &^ (1<<first.digit | 1<<second.digit)
	if shared == 0 {
		return
	}
	if a.number > b.number {
		a, b, first, second = b, a, second, first
	}
	for ; shared != 0; shared &= shared - 1 {
		z := bits.TrailingZeros16(shared)
		both := r.nodes[a.node[z]].victims.And(r.nodes[b.node[z]].victims)
		if both.Empty() {
			continue
		}
		puzzle.eliminate(both, z, puzzle.key(int(middle.size+a.size+b.size), a.unit(), a.places(), b.unit(), b.places(),
			middle.unit(), middle.places(), int(first.digit+1), int(second.digit+1)))
	}
}
