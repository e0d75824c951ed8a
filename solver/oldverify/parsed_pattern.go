package verify

import (
	"slices"

	"setdoku"
)

// parsedPattern holds the rows of a pattern grouped by role. The conditions of a shape read it. Cells are 0..80,
// units 0..26.
type parsedPattern struct {
	*argument
	cells         []int   // cells that belong to no set and to no chain
	sets          [][]int // almost locked sets
	bases, covers []int
	fins, body    []int
	nodes         []*node // nodes of a chain
	// gaps are the rows between the nodes: those before the first node, between two nodes, and after the last.
	gaps [][]setdoku.Evidence
	// one is the digit of all rows that have a digit, or 0 if they have different digits.
	one uint8
}

func parsePattern(a *argument) *parsedPattern {
	x := &parsedPattern{argument: a, gaps: make([][]setdoku.Evidence, 1)}
	var all set
	before := ""
	inSet := false
	for k, r := range a.rows {
		if r.Digit != 0 {
			all |= setdoku.SetOf(r.Digit)
		}
		inSet = r.Role == "set" || inSet && r.Role == "cell"
		switch r.Role {
		case "link":
			if before != "link" {
				x.nodes = append(x.nodes, a.nodeAfter(k-1))
				x.gaps = append(x.gaps, nil)
			}
		case "set":
			x.sets = append(x.sets, nil)
		case "base":
			x.bases = append(x.bases, unitIndex(r))
		case "cover":
			x.covers = append(x.covers, unitIndex(r))
		case "fin":
			x.fins = append(x.fins, setdoku.CellIndex(r.Cell))
		case "body":
			x.body = append(x.body, setdoku.CellIndex(r.Cell))
		case "cell":
			if i := setdoku.CellIndex(r.Cell); inSet {
				x.sets[len(x.sets)-1] = append(x.sets[len(x.sets)-1], i)
			} else {
				x.cells = append(x.cells, i)
			}
		}
		if r.Role != "link" && !slices.Contains(chainKinds, r.Role) {
			x.gaps[len(x.nodes)] = append(x.gaps[len(x.nodes)], r)
		}
		before = r.Role
	}
	if all.Count() == 1 {
		x.one = all.Lowest()
	}
	return x
}

// count returns the number of rows with a role.
func (x *parsedPattern) count(role string) (n int) {
	for _, r := range x.rows {
		if r.Role == role {
			n++
		}
	}
	return n
}

// marksOf returns the union of the candidates of cells.
func (x *parsedPattern) marksOf(cells []int) (m set) {
	for _, i := range cells {
		m |= x.p.marks[i]
	}
	return m
}

// corners splits the cells of a rectangle. bare have no candidates except its two digits, rich are the others.
func (x *parsedPattern) corners() (bare, rich []int) {
	for _, i := range x.rectangle {
		if m := x.p.marks[i]; m != 0 && m == x.digits {
			bare = append(bare, i)
		} else {
			rich = append(rich, i)
		}
	}
	return bare, rich
}

// kind is 0 for a row, 1 for a column, 2 for a box.
func kind(u int) int { return u / 9 }

// kinds counts the units of each kind.
func kinds(units []int) (n [3]int) {
	for _, u := range units {
		n[kind(u)]++
	}
	return n
}

// inLine reports whether cells share a row or a column.
func inLine(cells ...int) bool {
	for u := range 18 {
		if !slices.ContainsFunc(cells, func(i int) bool { return !contains(u, i) }) {
			return true
		}
	}
	return false
}

// sees reports whether cell i is a peer of all the others.
func sees(i int, others ...int) bool {
	return !slices.ContainsFunc(others, func(j int) bool { return i == j || !setdoku.SeeEachOther(i, j) })
}

// reached returns the candidates that are weakly linked to both ends of the chain, through the set beyond an end if
// there is one.
func (x *parsedPattern) reached() (s candidates) {
	ends := [2]*node{x.nodes[0], x.nodes[len(x.nodes)-1]}
	beyond := x.setsBeyondEnds()
	for i, m := range x.p.marks {
		for _, d := range members(m) {
			linked := 0
			for k, end := range ends {
				v := &node{digit: uint8(d), cells: []int{i}}
				if len(beyond[k]) > 0 && x.joinsThrough(beyond[k], end, v) || len(beyond[k]) == 0 && end.weaklyTo(i, uint8(d)) {
					linked++
				}
			}
			if linked == 2 {
				s.add(candidate(i, uint8(d)))
			}
		}
	}
	return s
}

// weaklyTo reports whether digit d of cell i is weakly linked to the node.
func (n *node) weaklyTo(i int, d uint8) bool {
	if d == n.digit {
		return sees(i, n.cells...)
	}
	return len(n.cells) == 1 && n.cells[0] == i
}

// kindOfChain returns the role that names the kind of the chain. A chain is a continuous loop if its ends are weakly
// linked, perhaps through an almost locked set that the pattern has beyond an end. It is a discontinuous loop if both
// ends are one candidate, or if only one candidate is weakly linked to both ends.
// The ends of a single strong link are no loop without a set, because they are in the unit of that link.
func (x *parsedPattern) kindOfChain() string {
	a, b := x.nodes[0], x.nodes[len(x.nodes)-1]
	beyond := x.setsBeyondEnds()
	switch {
	case a.digit == b.digit && slices.Equal(a.cells, b.cells):
		return setdoku.DiscontinuousLoop
	case len(x.nodes) > 2 && !slices.ContainsFunc(b.cells, func(i int) bool { return !a.weaklyTo(i, b.digit) }):
		return setdoku.ContinuousLoop
	case slices.ContainsFunc(beyond[:], func(cells []int) bool { return x.joinsThrough(cells, a, b) }):
		return setdoku.ContinuousLoop
	}
	if reached := x.reached(); reached.size() == 1 {
		return setdoku.DiscontinuousLoop
	}
	return setdoku.OpenChain
}

// setsBeyondEnds returns the cells of the almost locked sets before the first node of the chain and after the last.
func (x *parsedPattern) setsBeyondEnds() (beyond [2][]int) {
	for k, gap := range [2][]setdoku.Evidence{x.gaps[0], x.gaps[len(x.gaps)-1]} {
		for _, r := range gap {
			if r.Role == "cell" {
				beyond[k] = append(beyond[k], setdoku.CellIndex(r.Cell))
			}
		}
	}
	return beyond
}

// joinsThrough reports whether an almost locked set links two nodes weakly: each node sees all places of its digit in
// the set, and the digits differ.
func (x *parsedPattern) joinsThrough(cells []int, a, b *node) bool {
	for _, n := range []*node{a, b} {
		has := false
		for _, i := range cells {
			if x.p.marks[i].Has(n.digit) {
				has = true
				if !sees(i, n.cells...) {
					return false
				}
			}
		}
		if !has {
			return false
		}
	}
	return a.digit != b.digit
}

// twin reports whether the same base lines also form a fish of the wanted kind, sashimi or finned, with other
// cover lines. The other fish must eliminate a candidate. A deduction that both fish prove may carry either name.
func (x *parsedPattern) twin(sashimi bool) bool {
	other := 9 - 9*kind(x.bases[0]) // the first crossing line
	for _, cover := range setsOf[len(x.bases)] {
		covered := func(i int) bool { return cover.Has(uint8(lineOf(i, other) - other + 1)) }
		fins, box, short := 0, -1, false
		for _, u := range x.bases {
			ofLine, places := 0, 0
			for _, i := range setdoku.Units[u] {
				switch {
				case !x.p.marks[i].Has(x.one):
				case covered(i):
					places++
				case box >= 0 && box != boxOf(i):
					box = setdoku.CellCount
				default:
					box = boxOf(i)
					ofLine++
				}
			}
			fins += ofLine
			short = short || ofLine > 0 && places < 2
		}
		if fins == 0 || box == setdoku.CellCount || short != sashimi {
			continue
		}
		for _, i := range setdoku.Units[18+box] {
			inBase := slices.ContainsFunc(x.bases, func(u int) bool { return contains(u, i) })
			if !inBase && covered(i) && x.p.marks[i].Has(x.one) {
				return true
			}
		}
	}
	return false
}

// lineOf returns the row of cell i, or its column where first is 9.
func lineOf(i, first int) int {
	if first == 9 {
		return 9 + i%9
	}
	return i / 9
}
