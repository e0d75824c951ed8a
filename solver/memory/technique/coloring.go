package technique

import (
	"math/bits"

	"setdoku"
)

// net is a set of cells that are connected by strong links of a digit. Along the links every other cell has the
// digit, so two colors show which cells belong together. The smallest cell has color 0. A ring of odd length proves
// that there is no solution; all its cells have color 0.
type net struct {
	start uint8
	color [2]cellSet
	sees  [2]cellSet // the peers of the cells of each color
}

// linkedCells returns the cells of a digit that have strong links. It adds the other ends of these links to others.
func (s *state) linkedCells(digit int, others *[setdoku.CellCount]cellSet) (linked cellSet) {
	for u := range unitCells {
		p := s.places[u][digit]
		if !isPair(p) {
			continue
		}
		a, b := int(unitCells[u][bits.TrailingZeros16(p)]), int(unitCells[u][bits.Len16(p)-1])
		linked.add(a)
		linked.add(b)
		others[a].add(b)
		others[b].add(a)
	}
	return linked
}

// netsOf returns the nets of a digit, sorted by their smallest cells.
func (board *Board) netsOf(digit int) []net {
	var others [setdoku.CellCount]cellSet
	board.nets = board.nets[:0]
	for linked := board.state.linkedCells(digit, &others); !linked.empty(); {
		n := paint(linked.first(), &others)
		linked = linked.without(n.color[0]).without(n.color[1])
		board.nets = append(board.nets, n)
	}
	return board.nets
}

// paint colors the net of a cell.
func paint(start int, others *[setdoku.CellCount]cellSet) net {
	n := net{start: uint8(start)}
	n.color[0].add(start)
	for edge, color := n.color[0], 0; !edge.empty(); color = 1 - color {
		var next cellSet
		for !edge.empty() {
			next = next.or(others[edge.next()])
		}
		edge = next.without(n.color[1-color])
		n.color[1-color] = n.color[1-color].or(edge)
	}
	if n.color[0].meets(n.color[1]) {
		n.color[0], n.color[1] = n.color[0].or(n.color[1]), cellSet{}
	}
	for color := range n.color {
		for cells := n.color[color]; !cells.empty(); {
			n.sees[color] = n.sees[color].or(peerSet[cells.next()])
		}
	}
	return n
}

// Forms of proof, with their numbers in the keys.
const (
	trap       = 1 // a cell sees both colors of a net
	wrap       = 2 // a color sees itself; the color is added to this number
	opposites  = 1 // a cell sees the opposites of two colors that see each other
	falseColor = 2 // a color sees both colors of another net
)

// coloring is simple_colors for size 1 and multi_colors for size 2. size is the number of nets that a proof needs.
func coloring(board *Board, size int) {
	for digit := range 9 {
		nets := board.netsOf(digit)
		cells := board.state.cellsOf(digit)
		for i := range nets {
			if size == 1 {
				board.oneNet(&nets[i], cells, digit)
				continue
			}
			for k := range nets {
				if i != k {
					board.twoNets(&nets[i], &nets[k], cells, digit)
				}
			}
		}
	}
}

func (board *Board) oneNet(n *net, cells cellSet, digit int) {
	key := func(form int) int64 { return int64(form*10+digit+1)*100 + number[n.start] }
	trapped := cells.and(n.sees[0]).and(n.sees[1]).without(n.color[0]).without(n.color[1])
	board.noteAll(trapped, digit, key(trap))
	for color := range n.color {
		if n.color[color].meets(n.sees[color]) {
			board.noteAll(n.color[color], digit, key(wrap+color))
		}
	}
}

// twoNets finds the false colors of net n. If n is the first of the two nets, it also finds the cells that see
// opposites.
func (board *Board) twoNets(n, m *net, cells cellSet, digit int) {
	for color := range 2 {
		key := func(form, other int) int64 {
			return (((int64(form*10+digit+1)*100+number[n.start])*10+int64(color))*100+number[m.start])*10 + int64(other)
		}
		contacts := 0
		for other := range 2 {
			if !n.color[color].meets(m.sees[other]) {
				continue
			}
			contacts++
			if n.start < m.start {
				a, b := 1-color, 1-other
				seen := cells.and(n.sees[a]).and(m.sees[b]).without(n.color[a]).without(m.color[b])
				board.noteAll(seen, digit, key(opposites, other))
			}
		}
		if contacts == 2 {
			board.noteAll(n.color[color], digit, key(falseColor, 0))
		}
	}
}

func (board *Board) noteAll(cells cellSet, digit int, key int64) {
	for !cells.empty() {
		board.found.note(cells.next(), digit, key)
	}
}

func explainColoring(board *Board, p fields) {
	digit := p.of("digit") - 1
	first := board.netAt(digit, p.of("start"))
	nets := []*net{&first}
	board.explainColors(&first, p.of("color"), digit)
	if start := p.of("other_start"); start != 0 {
		second := board.netAt(digit, start)
		board.explainColors(&second, p.of("other_color"), digit)
		nets = append(nets, &second)
	}
	for _, n := range nets {
		board.explainLinks(n, digit)
	}
}

// netAt returns the net of a digit with the smallest cell start.
func (board *Board) netAt(digit int, start int) (found net) {
	for _, n := range board.netsOf(digit) {
		if int(number[n.start]) == start {
			found = n
		}
	}
	return found
}

// explainColors adds the cells of a net, those of color first before the others.
func (board *Board) explainColors(n *net, first, digit int) {
	for i, role := range [2]string{"color", "color_2"} {
		for cells := n.color[(first+i)%2]; !cells.empty(); {
			board.part(role, cells.next(), digit+1, 0)
		}
	}
}

// explainLinks adds the units of the strong links of a net.
func (board *Board) explainLinks(n *net, digit int) {
	cells := n.color[0].or(n.color[1])
	for u := range unitCells {
		if p := board.state.places[u][digit]; isPair(p) && cells.has(int(unitCells[u][bits.TrailingZeros16(p)])) {
			board.part("base", -1, digit+1, u+1)
		}
	}
}
