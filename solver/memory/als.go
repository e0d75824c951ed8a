package memory

import (
	"math/bits"
	"slices"

	"setdoku"
	"setdoku/solver/board"
)

// cellGroup is a set of cells of a unit.
type cellGroup struct {
	number int32       // unit_no*1000 + places, the smallest number of these cells
	cells  board.Cells // the cells of the group
	seen   board.Cells // the cells that see all of them
}

// groupTable has the groups by unit and places, nil for a unit that the geometry does not have.
type groupTable [setdoku.UnitCount]*[512]cellGroup

func newGroups(g *board.Geometry) *groupTable {
	table := new(groupTable)
	for _, u := range g.List {
		groups := new([512]cellGroup)
		groups[0].seen = g.All
		for p := 1; p < 1<<g.Size; p++ {
			last := groups[p&(p-1)]
			i := int(g.Units[u][bits.TrailingZeros16(uint16(p))])
			last.cells.Add(i)
			last.seen = last.seen.And(g.Peers[i])
			last.number = groupNumber(g, u, p, last.cells)
			groups[p] = last
		}
		table[u] = groups
	}
	return table
}

// groupNumber returns the number of the cells in the first unit that has all of them.
func groupNumber(g *board.Geometry, unit, places int, cells board.Cells) int32 {
	for _, l := range g.Locations[cells.First()] {
		u := int(l.Unit)
		if u == unit {
			break
		}
		if cells.Within(g.UnitSets[u]) {
			unit, places = u, int(g.In(cells, u))
			break
		}
	}
	return int32((unit+1)*1000 + places)
}

// almostLockedSet is a set of cells of one unit with one more digit than cells.
type almostLockedSet struct {
	number int32 // group number of the cells
	size   int32
	digits uint16
	useful uint16   // digits whose places in the set all see a candidate outside
	node   [9]int16 // for each of those digits, the node of its places
}

// unit returns the number of the unit of the group.
func (a *almostLockedSet) unit() int { return int(a.number / 1000) }

// places returns the places of the group in its unit.
func (a *almostLockedSet) places() int { return int(a.number % 1000) }

// code orders the sets by size.
func (a *almostLockedSet) code() int32 { return a.size*100000 + a.number }

// alsNode is a digit in a group of cells that are all its places in at least one set.
type alsNode struct {
	digit   uint8
	next    int16 // next node of the same digit and unit, -1 for none
	group   int32
	cells   board.Cells
	victims board.Cells // candidates outside that see all the cells
	sight   board.Cells // those of the victims that share one unit with all the cells; in classic these are all
	sets    []int16     // the sets that have the node
	weak    []int16     // nodes of the digit that cannot be true together with it
}

// code returns the node as a number.
func (n *alsNode) code() int32 { return (int32(n.digit)+1)*100000 + n.group }

// alsSearch holds the almost locked sets of one state. The techniques of almost locked sets share it.
type alsSearch struct {
	g          *board.Geometry
	candidates [setdoku.CellCount]uint16 // the state
	built      bool
	live       [9]board.Cells
	sets       []almostLockedSet
	nodes      []alsNode
	first      [9][setdoku.UnitCount]int16 // the first node by digit and unit of its group
	outer      []outerSet
	chain      alsChain
	blossom    blossom
}

// almostLockedSets returns the sets of the state.
func (puzzle *Board) almostLockedSets() *alsSearch {
	if puzzle.als == nil {
		puzzle.als = new(alsSearch)
	}
	r, s := puzzle.als, &puzzle.Board
	if r.built && r.g == s.G && r.candidates == s.Candidates {
		return r
	}
	r.built, r.g, r.candidates = true, s.G, s.Candidates
	r.sets, r.nodes = r.sets[:0], r.nodes[:0]
	r.chain.built = false
	for d := range r.live {
		r.live[d] = s.Live(d)
		for u := range r.first[d] {
			r.first[d][u] = -1
		}
	}
	groups := puzzle.tables.groups()
	for _, u := range puzzle.G.List {
		s.EachSet(u, func(places, digits uint16) {
			if bits.OnesCount16(digits) == bits.OnesCount16(places)+1 &&
				int(groups[u][places&511].number) == (u+1)*1000+int(places) {
				r.add(s, groups[u], u, places, digits)
			}
		})
	}
	r.link()
	return r
}

// add adds a set.
func (r *alsSearch) add(s *board.Board, groups *[512]cellGroup, unit int, places, digits uint16) {
	a := almostLockedSet{number: groups[places].number, size: int32(bits.OnesCount16(places)), digits: digits}
	for m := digits; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		g := &groups[places&s.Places[unit][d]]
		if victims := g.seen.And(r.live[d]); !victims.Empty() {
			a.useful |= 1 << d
			a.node[d] = r.node(d, g, victims)
		}
	}
	for m := a.useful; m != 0; m &= m - 1 {
		n := &r.nodes[a.node[bits.TrailingZeros16(m)]]
		n.sets = append(n.sets, int16(len(r.sets)))
	}
	r.sets = append(r.sets, a)
}

// node returns the node of a digit in a group and makes it if it is new.
func (r *alsSearch) node(digit int, g *cellGroup, victims board.Cells) int16 {
	first := &r.first[digit][g.number/1000-1]
	for i := *first; i >= 0; i = r.nodes[i].next {
		if r.nodes[i].group == g.number {
			return i
		}
	}
	if len(r.nodes) < cap(r.nodes) {
		r.nodes = r.nodes[:len(r.nodes)+1] // reuse the memory of its lists
	} else {
		r.nodes = append(r.nodes, alsNode{})
	}
	n := &r.nodes[len(r.nodes)-1]
	*n = alsNode{
		digit: uint8(digit), next: *first, group: g.number, cells: g.cells, victims: victims, sight: victims,
		sets: n.sets[:0], weak: n.weak[:0],
	}
	if r.g != board.Classic {
		n.sight = victims.And(unitsAround(r.g, n.cells))
	}
	*first = int16(len(r.nodes) - 1)
	return *first
}

// link finds the nodes that see each other.
func (r *alsSearch) link() {
	for i := range r.nodes {
		a := &r.nodes[i]
		for _, u := range r.g.List {
			if !r.g.UnitSets[u].Meets(a.victims) {
				continue
			}
			for j := r.first[a.digit][u]; j >= 0; j = r.nodes[j].next {
				if r.nodes[j].cells.Within(a.victims) &&
					(r.g == board.Classic || inOneUnit(r.g, a.cells.Or(r.nodes[j].cells))) {
					a.weak = append(a.weak, j)
				}
			}
		}
	}
}

// inOneUnit reports whether a unit has all cells of a set.
func inOneUnit(g *board.Geometry, cells board.Cells) bool {
	return slices.ContainsFunc(g.Locations[cells.First()],
		func(l board.Location) bool { return cells.Within(g.UnitSets[l.Unit]) })
}

// als returns a finder that looks at the almost locked sets.
func als(find func(*alsSearch, *Board)) finder {
	return func(puzzle *Board, _ int) { find(puzzle.almostLockedSets(), puzzle) }
}

// explainALS returns an explainer that looks at the almost locked sets.
func explainALS(explain func(*alsSearch, *Board, fields)) explainer {
	return func(puzzle *Board, p fields) { explain(puzzle.almostLockedSets(), puzzle, p) }
}

// showSet adds the cells of a set to the parts of a pattern. Their role has the letter of the set, A for the first.
func (puzzle *Board) showSet(letter int, number int32) {
	puzzle.cellParts(setRole(letter), puzzle.G.CellsAt(int(number/1000-1), uint16(number%1000)), 0)
}

// setRole returns the role of the cells of a set, 0 being the first set.
func setRole(letter int) string { return "set_" + string(rune('a'+letter%26)) }

// showRestricted adds a restricted common, 1..9.
func (puzzle *Board) showRestricted(digit int64) {
	puzzle.part("restricted", -1, int(digit), 0)
}
