package memory

import (
	"cmp"
	"math/bits"
	"slices"

	"setdoku"
	"setdoku/solver/board"
)

// chainSet is an almost locked set of two or more cells. It links two nodes of different digits weakly: if both were
// true, they would take so many digits that a cell of the set has none left.
type chainSet struct {
	number int // see setTable
	size   int
	cells  board.Cells
	digits uint16
	seen   [9]board.Cells // candidates that see all cells of the set with the digit
}

// setTable has the sets of two to eight cells of a unit by unit and places, numbered by size and then by the
// number of the group. It is 0 for cells that an earlier unit has too, because their number belongs to that unit, and
// from setNumbers on, which only variants of many units have.
type setTable [setdoku.UnitCount][512]uint16

// setNumbers is greater than the number of any almost locked set in setTable.
const setNumbers = 15000

func newSetTable(groups *groupTable) *setTable {
	type cells struct {
		unit, places, size int
		number             int32
	}
	var list []cells
	for u, table := range groups {
		for p := 0; table != nil && p < len(table); p++ {
			g := &table[p]
			if n := bits.OnesCount16(uint16(p)); n > 1 && n < 9 && int(g.number) == (u+1)*1000+p {
				list = append(list, cells{u, p, n, g.number})
			}
		}
	}
	slices.SortFunc(list, func(a, b cells) int {
		return cmp.Or(cmp.Compare(a.size, b.size),
			cmp.Compare(a.number, b.number))
	})
	numbers := new(setTable)
	for i, c := range list[:min(len(list), setNumbers-1)] {
		numbers[c.unit][c.places] = uint16(i + 1)
	}
	return numbers
}

// findSets lists the almost locked sets of several cells in the order of their numbers.
func (c *chains) findSets(puzzle *Board) {
	r, groups, numbers := puzzle.almostLockedSets(), puzzle.tables.groups(), puzzle.tables.setNumbers()
	c.sets = c.sets[:0]
	for i := range r.sets {
		a := &r.sets[i]
		unit, places := a.unit()-1, a.places()
		number := numbers[unit][places]
		if number == 0 {
			continue
		}
		set := chainSet{number: int(number), size: int(a.size), digits: a.digits, cells: groups[unit][places].cells}
		for m := a.useful; m != 0; m &= m - 1 {
			d := bits.TrailingZeros16(m)
			set.seen[d] = r.nodes[a.node[d]].sight
		}
		c.sets = append(c.sets, set)
	}
	slices.SortFunc(c.sets, func(a, b chainSet) int { return cmp.Compare(a.number, b.number) })
}

// unitsAround returns the cells of the units that have all cells of a set.
func unitsAround(g *board.Geometry, set board.Cells) (cells board.Cells) {
	for _, l := range g.Locations[set.First()] {
		if set.Within(g.UnitSets[l.Unit]) {
			cells = cells.Or(g.UnitSets[l.Unit])
		}
	}
	return cells
}

// joinSets adds the weak links through almost locked sets, from every candidate and group to nodes.
func (c *chains) joinSets(puzzle *Board) {
	c.findSets(puzzle)
	s := &puzzle.Board
	w := c.words
	for cells := 2; cells <= maxSet; cells++ {
		c.through[cells] = cleared(c.through[cells], len(c.id)*w)
	}
	buffer := cleared(c.front, 10*w)
	c.front = buffer
	for i := range c.sets {
		set := &c.sets[i]
		clear(buffer)
		for m := set.digits; m != 0; m &= m - 1 {
			d := bits.TrailingZeros16(m)
			c.nodesIn(s, d, set, buffer[d*w:(d+1)*w])
		}
		for m := set.digits; m != 0; m &= m - 1 {
			c.joinDigit(s, bits.TrailingZeros16(m), set, buffer)
		}
	}
	c.front = c.front[:w]
}

// joinDigit links the candidates and groups that take a digit from a set with the nodes that take another digit from
// it.
func (c *chains) joinDigit(s *board.Board, d int, set *chainSet, nodes []uint64) {
	w := c.words
	others := nodes[9*w : 10*w]
	clear(others)
	through := c.through[set.size]
	for m := set.digits &^ (1 << d); m != 0; m &= m - 1 {
		e := bits.TrailingZeros16(m)
		for k := range others {
			others[k] |= nodes[e*w+k]
		}
	}
	for cells := set.seen[d]; !cells.Empty(); {
		at := d*c.places + cells.Next()
		for k, m := range others {
			through[at*w+k] |= m
		}
	}
	for k, word := range nodes[d*w : (d+1)*w] {
		for ; word != 0; word &= word - 1 {
			node := k<<6 + bits.TrailingZeros64(word)
			if place := int(c.place[node]); place >= firstGroup {
				for j, m := range others {
					through[(d*c.places+place)*w+j] |= m
				}
			}
		}
	}
}

// nodesIn adds the nodes of a digit that see a set.
func (c *chains) nodesIn(s *board.Board, digit int, set *chainSet, nodes []uint64) {
	for rest := c.nodesOf[digit]; !rest.empty(); {
		if place := rest.next(); c.sees(s, place, digit, set) {
			node := c.id[digit*c.places+place] - 1
			nodes[node>>6] |= 1 << (node & 63)
		}
	}
}

// sees reports whether all candidates of a digit in a place see all those of a set, those of a group in one unit. In
// classic they have one.
func (c *chains) sees(s *board.Board, place, digit int, set *chainSet) bool {
	if place < firstGroup {
		return set.seen[digit].Has(place)
	}
	if !c.tables.cells[place].And(s.Alive[digit]).Without(s.Placed).Within(set.seen[digit]) {
		return false
	}
	shared := c.tables.units[place]
	for places := set.cells.And(s.Live(digit)); shared != 0 && c.tables != classicTables; shared &= shared - 1 {
		if places.Within(s.G.UnitSets[bits.TrailingZeros64(shared)]) {
			break
		}
	}
	return shared != 0
}

// setBetween returns the first almost locked set that links two digits in two places weakly.
func (c *chains) setBetween(s *board.Board, place, digit, otherPlace, otherDigit int) *chainSet {
	for i := range c.sets {
		if set := &c.sets[i]; set.joins(c, s, place, digit, otherPlace, otherDigit) {
			return set
		}
	}
	return nil
}

// joins reports whether the set links two digits in two places weakly. No set, nil, links nothing.
func (set *chainSet) joins(c *chains, s *board.Board, place, digit, otherPlace, otherDigit int) bool {
	if set == nil || digit == otherDigit {
		return false
	}
	want := uint16(1)<<digit | 1<<otherDigit
	return set.digits&want == want && c.sees(s, place, digit, set) && c.sees(s, otherPlace, otherDigit, set)
}

// fields returns the number of a set and the number of its cells, 0 for none.
func (set *chainSet) fields() (number, cells int) {
	if set == nil {
		return 0, 0
	}
	return set.number, set.size
}
