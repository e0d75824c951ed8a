package picture

import (
	"slices"

	"setdoku"
	"setdoku/internal/tell/marking"
)

// links draws the links between the cells of a pattern according to their roles: a pivot with its pincers, two
// bivalue cells with the bridge between them, and bivalue cells without a bridge each with the next.
func (p *pattern) links() {
	pairs, pivots := p.cellsOf("bivalue"), p.cellsOf("pivot")
	bridge, ends := p.role("bridge"), p.cellsOf("bridge_end")
	switch {
	case len(pivots) > 0:
		p.pincers(pivots[0], p.cellsOf("pincer"))
	case len(bridge) == 1 && len(pairs) == 2 && len(ends) == 2:
		p.bridge(pairs, ends, bridge[0].Digit)
	case len(bridge) == 0:
		p.remotePair(pairs)
	}
}

// role returns the parts with a role.
func (p *pattern) role(name string) (list []setdoku.Evidence) {
	for _, q := range p.parts {
		if q.Role == name {
			list = append(list, q)
		}
	}
	return list
}

// cellsOf returns the cells of the parts with a role.
func (p *pattern) cellsOf(role string) (cells []int) {
	for _, q := range p.role(role) {
		if q.Cell > 0 {
			cells = append(cells, setdoku.CellIndex(q.Cell))
		}
	}
	return cells
}

// pincers links the pivot with each pincer by the digits that both have.
func (p *pattern) pincers(pivot int, pincers []int) {
	goes := setdoku.DigitSet(0)
	for _, c := range p.struck {
		goes |= setdoku.SetOf(c.digit)
	}
	for _, i := range append([]int{pivot}, pincers...) {
		for m := p.live[i] & goes; m != 0; m &= m - 1 {
			p.spot(candidate{i, m.Lowest()}, marking.Ring)
		}
	}
	for _, i := range pincers {
		for m := p.live[pivot] & p.live[i] &^ goes; m != 0; m &= m - 1 {
			digit := m.Lowest()
			from, to := candidate{pivot, digit}, candidate{i, digit}
			p.spot(from, marking.Disc)
			p.spot(to, marking.Disc)
			p.edges = append(p.edges, edge{from: node{from}, to: node{to}, arrow: true})
		}
	}
}

// bridge links two cells with the two places of a digit in a unit, each with the place that it sees.
func (p *pattern) bridge(cells, ends []int, digit uint8) {
	for k, cell := range cells {
		from := candidate{cell, digit}
		p.spot(from, marking.Disc)
		p.edges = append(p.edges, edge{from: node{from}, to: node{{ends[k], digit}}, arrow: true})
		for m := p.live[cell] &^ setdoku.SetOf(digit); m != 0; m &= m - 1 {
			p.spot(candidate{cell, m.Lowest()}, marking.Ring)
		}
	}
}

// remotePair gives the digits of a chain of cells alternating colors and links each cell with the next.
func (p *pattern) remotePair(cells []int) {
	for k, i := range cells {
		first := true
		for m := p.live[i]; m != 0; m &= m - 1 {
			l := marking.Disc
			if (k%2 == 0) != first {
				l = marking.Square
			}
			p.spots[candidate{i, m.Lowest()}] = l
			first = false
		}
		if k == 0 || p.live[i] == 0 {
			continue
		}
		digit := p.live[i].Lowest()
		p.edges = append(p.edges, edge{from: node{{cells[k-1], digit}}, to: node{{i, digit}}, strong: true})
	}
}

// coloring marks the two colors of the nets of a digit and their strong links.
func (p *pattern) coloring() {
	for _, q := range p.parts {
		switch {
		case q.Cell > 0 && q.Digit > 0:
			p.spot(candidate{setdoku.CellIndex(q.Cell), q.Digit}, marking.Of(q.Role).Spot)
		case q.Unit > 0 && q.Digit > 0:
			if list := p.places(unitOf(q), q.Digit); len(list) == 2 {
				p.edges = append(p.edges, edge{from: node{list[0]}, to: node{list[1]}, strong: true})
			}
		}
	}
}

// cellSet is an almost locked set, or another set of cells, of a pattern.
type cellSet struct {
	letter string
	look   marking.Look
	cells  []int
}

// places returns the places of a digit in the set.
func (s *cellSet) places(p *pattern, digit uint8) (n node) {
	for _, i := range s.cells {
		if p.holds(i, digit) {
			n = append(n, candidate{i, digit})
		}
	}
	return n
}

// sets marks almost locked sets with letters, and links the sets that have a restricted common. The parts are the
// cells of a set, its restricted commons, the cells of the next set, and so on. After a stem they are a digit of
// the stem, then its set.
func (p *pattern) sets() {
	cells, restricted := marking.ReadSets(p.parts)
	var blossom *cellSet // stem of a Death Blossom
	for _, i := range p.cellsOf("stem") {
		blossom = &cellSet{cells: []int{i}}
		p.frame(i, marking.Of("stem").Frame, "")
	}
	list := make([]*cellSet, len(cells))
	for k := range cells {
		list[k] = newSet(k)
		list[k].cells = cells[k]
		for _, i := range cells[k] {
			p.frame(i, list[k].look, list[k].letter)
		}
	}
	for k, s := range list {
		from := blossom
		if from == nil && k > 0 {
			from = list[k-1]
		}
		for m := restricted[k]; m != 0 && from != nil; m &= m - 1 {
			p.joinSets(from.places(p, m.Lowest()), s.places(p, m.Lowest()))
		}
	}
	for k, s := range list {
		if blossom != nil || k == 0 || k == len(list)-1 {
			p.ringVictims(s)
		}
	}
}

// ringVictims marks the places of the eliminated digits in a set.
func (p *pattern) ringVictims(s *cellSet) {
	for _, c := range p.struck {
		for _, at := range s.places(p, c.digit) {
			p.spot(at, marking.Ring)
		}
	}
}

func newSet(k int) *cellSet {
	return &cellSet{letter: string(rune('A' + k%26)), look: marking.SetA + marking.Look(k%4)}
}

// lettering holds the sets that already have letters.
type lettering []*cellSet

// of returns the set with these cells. A new set gets the next letter.
func (l *lettering) of(cells []int) *cellSet {
	for _, s := range *l {
		if slices.Equal(s.cells, cells) {
			return s
		}
	}
	s := newSet(len(*l))
	s.cells = cells
	*l = append(*l, s)
	return s
}

// joinSets links the nearest places of a digit in two sets.
func (p *pattern) joinSets(a, b node) {
	for _, n := range []node{a, b} {
		for _, c := range n {
			p.spot(c, marking.Disc)
		}
	}
	if len(a) > 0 && len(b) > 0 {
		p.edges = append(p.edges, edge{from: a, to: b})
	}
}
