package picture

import (
	"setdoku"
	"slices"

	"setdoku/internal/grid"
)

// wing joins the cells of the patterns that are known by them: wings, and chains of pairs.
func (p *pattern) wing() {
	var cells []int
	var unit []candidate // places of a digit that a unit has between the cells
	for _, q := range p.parts {
		if q.Cell > 0 {
			cells = append(cells, grid.Index(q.Cell))
		} else if q.Unit > 0 && q.Digit > 0 {
			unit = p.places(unitOf(q), q.Digit)
		}
	}
	switch p.d.Rule {
	case "xy_wing", "xyz_wing":
		if len(cells) == 3 {
			p.pincers(cells)
		}
	case "w_wing":
		if len(cells) == 2 && len(unit) == 2 {
			p.bridge(cells, unit)
		}
	case "remote_pair":
		p.remotePair(cells)
	case "sue_de_coq":
		p.lettered(cells)
	}
}

// pincers joins the first of three cells, the pivot, with the others by the digits that it shares with each.
func (p *pattern) pincers(cells []int) {
	goes := grid.Marks(0)
	for _, c := range p.struck {
		goes |= grid.Mark(uint8(c.digit))
	}
	for _, i := range cells {
		for m := p.live[i] & goes; m != 0; m &= m - 1 {
			p.spot(candidate{i, int(m.Lowest())}, ring)
		}
	}
	pivot := cells[0]
	p.frame(pivot, stem, "")
	for _, i := range cells[1:] {
		for m := p.live[pivot] & p.live[i] &^ goes; m != 0; m &= m - 1 {
			digit := int(m.Lowest())
			from, to := candidate{pivot, digit}, candidate{i, digit}
			p.spot(from, plain)
			p.spot(to, plain)
			p.edges = append(p.edges, edge{from: node{from}, to: node{to}, arrow: true})
		}
	}
}

// bridge joins two cells with the two places of a digit in a unit, each with one that it sees.
func (p *pattern) bridge(cells []int, unit []candidate) {
	for _, way := range [][2]int{{0, 1}, {1, 0}} {
		a, b := unit[way[0]], unit[way[1]]
		if !sees(cells[0], a.cell) || !sees(cells[1], b.cell) {
			continue
		}
		for k, to := range []candidate{a, b} {
			from := candidate{cells[k], to.digit}
			p.spot(from, plain)
			p.edges = append(p.edges, edge{from: node{from}, to: node{to}, arrow: true})
			for m := p.live[cells[k]] &^ grid.Mark(uint8(to.digit)); m != 0; m &= m - 1 {
				p.spot(candidate{cells[k], int(m.Lowest())}, ring)
			}
		}
		return
	}
}

// sees reports whether two cells are different and share a unit.
func sees(i, j int) bool { return i != j && grid.SeeEachOther(i, j) }

// remotePair gives the digits of a chain of cells two colors in turns and joins each cell with the next.
func (p *pattern) remotePair(cells []int) {
	for k, i := range cells {
		first := true
		for m := p.live[i]; m != 0; m &= m - 1 {
			l := plain
			if (k%2 == 0) != first {
				l = other
			}
			p.spots[candidate{i, int(m.Lowest())}] = l
			first = false
		}
		if k == 0 || p.live[i] == 0 {
			continue
		}
		digit := int(p.live[i].Lowest())
		p.edges = append(p.edges, edge{from: node{{cells[k-1], digit}}, to: node{{i, digit}}, strong: true})
	}
}

// lettered gives the three parts of a pattern where a box and a line meet their letters: A where they do,
// B in the line, C in the box.
func (p *pattern) lettered(cells []int) {
	p.cells = nil
	line, box := crossing(cells)
	for _, i := range cells {
		inLine, inBox := slices.Contains(grid.Units[line][:], i), slices.Contains(grid.Units[box][:], i)
		switch {
		case inLine && inBox:
			p.frame(i, setFirst, "A")
		case inLine:
			p.frame(i, setFirst+1, "B")
		default:
			p.frame(i, setFirst+2, "C")
		}
	}
}

// crossing finds a line and a box that hold all cells between them and have some of them in common.
func crossing(cells []int) (line, box int) {
	for line := range 18 {
		for box := 18; box < 27; box++ {
			both, none := 0, false
			for _, i := range cells {
				l, b := slices.Contains(grid.Units[line][:], i), slices.Contains(grid.Units[box][:], i)
				if l && b {
					both++
				}
				none = none || !l && !b
			}
			if !none && both >= 2 {
				return line, box
			}
		}
	}
	return 0, 18
}

// coloring marks the two colors of nets of a digit and the strong links that make the nets.
func (p *pattern) coloring() {
	for _, q := range p.parts {
		switch {
		case q.Cell > 0 && q.Digit > 0:
			l := plain
			if q.Role == "color_2" {
				l = other
			}
			p.spot(candidate{grid.Index(q.Cell), q.Digit}, l)
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
	look   look
	cells  []int
}

// places returns the places of a digit in the set.
func (s *cellSet) places(p *pattern, digit int) (n node) {
	for _, i := range s.cells {
		if p.holds(i, digit) {
			n = append(n, candidate{i, digit})
		}
	}
	return n
}

// sets marks almost locked sets with letters, and joins those that have a digit in common which only one of them can
// have. The parts are the cells of a set, such digits, the cells of the next set, and so on; after a stem, a digit of it, then its set.
func (p *pattern) sets() {
	var list []*cellSet
	var common [][]int // the digits before each set
	var before []int
	var blossom *cellSet // the cell with a set for each digit
	last := ""           // the role of the cells of the last set
	for _, q := range p.parts {
		switch {
		case q.Role == "stem" && q.Cell > 0:
			blossom = &cellSet{cells: []int{grid.Index(q.Cell)}}
			p.frame(blossom.cells[0], stem, "")
		case q.Role == "restricted":
			before = append(before, q.Digit)
		case q.class() == setdoku.ClassSet && q.Cell > 0:
			if q.Role != last {
				list, common, before = append(list, newSet(len(list))), append(common, before), nil
				last = q.Role
			}
			s := list[len(list)-1]
			s.cells = append(s.cells, grid.Index(q.Cell))
			p.frame(grid.Index(q.Cell), s.look, s.letter)
		}
	}
	for k, s := range list {
		from := blossom
		if from == nil && k > 0 {
			from = list[k-1]
		}
		for _, digit := range common[k] {
			if from != nil {
				p.joinSets(from.places(p, digit), s.places(p, digit))
			}
		}
	}
	for k, s := range list {
		if blossom != nil || k == 0 || k == len(list)-1 {
			p.ringVictims(s)
		}
	}
}

// ringVictims marks where a set has the digits that are eliminated.
func (p *pattern) ringVictims(s *cellSet) {
	for _, c := range p.struck {
		for _, at := range s.places(p, c.digit) {
			p.spot(at, ring)
		}
	}
}

func newSet(k int) *cellSet {
	return &cellSet{letter: string(rune('A' + k%26)), look: setFirst + look(k%4)}
}

// lettering is the sets that have their letters.
type lettering []*cellSet

// of returns the set with these cells, which has the next letter when it is new.
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

// joinSets joins the places of a digit in two sets where they are nearest.
func (p *pattern) joinSets(a, b node) {
	for _, n := range []node{a, b} {
		for _, c := range n {
			p.spot(c, plain)
		}
	}
	if len(a) > 0 && len(b) > 0 {
		p.edges = append(p.edges, edge{from: a, to: b})
	}
}
