package memory

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// conjugatePair is a unit in which a digit has two places, as in the relation conjugate_pair. The smaller cell comes
// first.
type conjugatePair struct {
	unit int // 0..26
	ends [2]int
}

// conjugatePairs returns the units with two places for a digit, from unit from to the one before to.
func (puzzle *Board) conjugatePairs(buffer *[setdoku.UnitCount]conjugatePair, digit, from, to int) []conjugatePair {
	n := 0
	for u := from; u < min(to, puzzle.G.End); u++ {
		if p := puzzle.Places[u][digit]; isPair(p) {
			cells := &puzzle.G.Units[u]
			buffer[n] = conjugatePair{u, [2]int{int(cells[bits.TrailingZeros16(p)]), int(cells[bits.Len16(p)-1])}}
			n++
		}
	}
	return buffer[:n]
}

// isPair reports whether a set has two members.
func isPair(m uint16) bool {
	m &= m - 1
	return m != 0 && m&(m-1) == 0
}

// eliminate records that those cells of a set which have a digit as a candidate lose it.
func (puzzle *Board) eliminate(cells board.Cells, digit int, key int64) {
	for rest := cells.And(puzzle.Live(digit)); !rest.Empty(); {
		puzzle.found.note(rest.Next(), digit, key)
	}
}

// kinds is a set of kinds of units.
type kinds uint8

const (
	rows kinds = 1 << iota
	columns
	blocks // all other units
)

// unitKind returns the kind of a unit.
func unitKind(unit int) kinds { return 1 << min(unit/9, 2) }

// twoLinks joins a conjugate pair to others of a list in a unit of some kinds. Each pair has one end, its near end, in
// that unit. One of the two far ends has the digit. The far ends of two lines that a line joins must not be in one line
// too, because that makes an X-Wing.
func (puzzle *Board) twoLinks(c *conjugatePair, list []conjugatePair, digit int, in kinds) {
	if len(list) == 0 {
		return
	}
	g := puzzle.G
	for x, near := range c.ends {
		far := c.ends[1-x]
		for _, l := range g.Locations[near] {
			between := &g.UnitSets[l.Unit]
			if unitKind(int(l.Unit))&in == 0 || between.Has(far) {
				continue
			}
			for i := range list {
				d := &list[i]
				otherNear, otherFar := d.ends[0], d.ends[1]
				if !between.Has(otherNear) {
					otherNear, otherFar = otherFar, otherNear
				}
				switch {
				case !between.Has(otherNear), between.Has(otherFar):
				case near == otherNear:
				case unitKind(int(l.Unit)) != blocks && c.unit < board.Lines && inLine(far, otherFar):
				default:
					key := puzzle.key(digit+1, c.unit+1, d.unit+1, number[near], number[otherNear], number[far],
						number[otherFar], int(l.Unit+1))
					puzzle.eliminate(g.Peers[far].And(g.Peers[otherFar]), digit, key)
				}
			}
		}
	}
}

// inLine reports whether two cells share a row or a column.
func inLine(a, b int) bool { return a/9 == b/9 || a%9 == b%9 }

func skyscraper(puzzle *Board, _ int) {
	var buffer [setdoku.UnitCount]conjugatePair
	for d := range 9 {
		for kind, across := range [...]kinds{columns, rows} {
			list := puzzle.conjugatePairs(&buffer, d, 9*kind, 9*kind+9)
			for i := range list {
				puzzle.twoLinks(&list[i], list[i+1:], d, across)
			}
		}
	}
}

func twoStringKite(puzzle *Board, _ int) {
	var buffer, columnBuffer [setdoku.UnitCount]conjugatePair
	for d := range 9 {
		columns := puzzle.conjugatePairs(&columnBuffer, d, 9, 18)
		for _, row := range puzzle.conjugatePairs(&buffer, d, 0, 9) {
			puzzle.twoLinks(&row, columns, d, blocks)
		}
	}
}

func turbotFish(puzzle *Board, _ int) {
	var buffer, blockBuffer [setdoku.UnitCount]conjugatePair
	for d := range 9 {
		blocks := puzzle.conjugatePairs(&blockBuffer, d, board.Lines, setdoku.UnitCount)
		lines := puzzle.conjugatePairs(&buffer, d, 0, board.Lines)
		for i := range blocks {
			puzzle.twoLinks(&blocks[i], lines, d, rows|columns)
			puzzle.twoLinks(&blocks[i], blocks[i+1:], d, rows|columns)
		}
	}
}
