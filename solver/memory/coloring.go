package memory

import (
	"setdoku"
	"setdoku/solver/board"
)

// net is a set of cells that are connected by strong links of a digit. Along the links every other cell has the
// digit, so two colors show which cells belong together. The smallest cell has color 0. A ring of odd length proves
// that there is no solution; all its cells have color 0.
type net struct {
	start uint8
	color [2]board.Cells
	sees  [2]board.Cells // the cells that share a unit with a cell of each color
}

// coloringNets returns the nets of a digit, sorted by their smallest cells.
func (puzzle *Board) coloringNets(digit int) []net {
	var others [setdoku.CellCount]board.Cells // the other ends of the strong links of a cell
	var linked board.Cells
	var buffer [setdoku.UnitCount]conjugatePair
	for _, c := range puzzle.conjugatePairs(&buffer, digit, 0, setdoku.UnitCount) {
		for k, end := range c.ends {
			linked.Add(end)
			others[end].Add(c.ends[1-k])
		}
	}
	puzzle.nets = puzzle.nets[:0]
	for !linked.Empty() {
		n := net{start: uint8(linked.First())}
		n.color = twoColors(linked.First(), func(cell int) board.Cells { return others[cell] })
		if n.color[0].Meets(n.color[1]) {
			n.color[0], n.color[1] = n.color[0].Or(n.color[1]), board.Cells{}
		}
		for color := range n.color {
			n.sees[color] = puzzle.tables.inUnits(n.color[color])
		}
		linked = linked.Without(n.color[0]).Without(n.color[1])
		puzzle.nets = append(puzzle.nets, n)
	}
	return puzzle.nets
}

// inUnits returns the cells that share a unit with a cell of a set.
func (t *tables) inUnits(set board.Cells) (cells board.Cells) {
	for !set.Empty() {
		cells = cells.Or(t.near[set.Next()].cells)
	}
	return cells
}

// twoColors colors the cells that are connected with start, which has color 0: neighbors have different colors. A cell
// on a ring of odd length gets both.
func twoColors(start int, near func(cell int) board.Cells) (colors [2]board.Cells) {
	colors[0].Add(start)
	for edge, color := colors[0], 1; !edge.Empty(); color = 1 - color {
		var next board.Cells
		for !edge.Empty() {
			next = next.Or(near(edge.Next()))
		}
		edge = next.Without(colors[color])
		colors[color] = colors[color].Or(edge)
	}
	return colors
}

// Forms of proof, with their numbers in the keys.
const (
	trap       = 1 // a cell sees both colors of a net
	wrap       = 2 // a color sees itself; the color is added to this number
	opposites  = 1 // a cell sees the opposites of two colors that see each other
	falseColor = 2 // a color sees both colors of another net
)

// coloring is simple_colors for size 1 and multi_colors for size 2. size is the number of nets that a proof needs.
func coloring(puzzle *Board, size int) {
	for digit := range 9 {
		nets := puzzle.coloringNets(digit)
		cells := puzzle.Live(digit)
		for i := range nets {
			if size == 1 {
				puzzle.oneNet(&nets[i], cells, digit)
				continue
			}
			for k := range nets {
				if i != k {
					puzzle.twoNets(&nets[i], &nets[k], cells, digit)
				}
			}
		}
	}
}

func (puzzle *Board) oneNet(n *net, cells board.Cells, digit int) {
	key := func(form int) int64 { return puzzle.key(form, digit+1, number[n.start]) }
	trapped := cells.And(n.sees[0]).And(n.sees[1]).Without(n.color[0]).Without(n.color[1])
	puzzle.eliminate(trapped, digit, key(trap))
	for color := range n.color {
		if n.color[color].Meets(n.sees[color]) {
			puzzle.eliminate(n.color[color], digit, key(wrap+color))
		}
	}
}

// twoNets finds the false colors of net n. If n is the first of the two nets, it also finds the cells that see
// opposites.
func (puzzle *Board) twoNets(n, m *net, cells board.Cells, digit int) {
	for color := range 2 {
		key := func(form, other int) int64 {
			return puzzle.key(form, digit+1, number[n.start], color, number[m.start], other)
		}
		contacts := 0
		for other := range 2 {
			if !n.color[color].Meets(m.sees[other]) {
				continue
			}
			contacts++
			if n.start < m.start {
				a, b := 1-color, 1-other
				seen := cells.And(n.sees[a]).And(m.sees[b]).Without(n.color[a]).Without(m.color[b])
				puzzle.eliminate(seen, digit, key(opposites, other))
			}
		}
		if contacts == 2 {
			puzzle.eliminate(n.color[color], digit, key(falseColor, 0))
		}
	}
}

func explainColoring(puzzle *Board, p fields) {
	digit := p.of("digit") - 1
	first := puzzle.netAt(digit, p.of("start"))
	nets := []*net{&first}
	puzzle.explainColors(&first, p.of("color"), digit)
	if start := p.of("other_start"); start != 0 {
		second := puzzle.netAt(digit, start)
		puzzle.explainColors(&second, p.of("other_color"), digit)
		nets = append(nets, &second)
	}
	for _, n := range nets {
		puzzle.explainLinks(n, digit)
	}
}

// netAt returns the net of a digit with the smallest cell start.
func (puzzle *Board) netAt(digit int, start int) (found net) {
	for _, n := range puzzle.coloringNets(digit) {
		if number[n.start] == start {
			found = n
		}
	}
	return found
}

// explainColors adds the cells of a net, those of color first before the others.
func (puzzle *Board) explainColors(n *net, first, digit int) {
	for i, role := range [2]string{"color", "color_2"} {
		puzzle.cellParts(role, n.color[(first+i)%2], uint8(digit+1))
	}
}

// explainLinks adds the units of the strong links of a net.
func (puzzle *Board) explainLinks(n *net, digit int) {
	var buffer [setdoku.UnitCount]conjugatePair
	for _, c := range puzzle.conjugatePairs(&buffer, digit, 0, setdoku.UnitCount) {
		if n.color[0].Or(n.color[1]).Has(c.ends[0]) {
			puzzle.part("base", -1, digit+1, c.unit+1)
		}
	}
}
