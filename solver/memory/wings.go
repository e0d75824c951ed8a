package memory

import (
	"math/bits"

	"setdoku"
)

// pairDigits returns the two members of a set with two.
func pairDigits(pair uint16) (x, y int) { return bits.TrailingZeros16(pair), bits.Len16(pair) - 1 }

// cellsKey returns the key of a pattern of a pivot and two more cells, sorted.
func (puzzle *Board) cellsKey(pivot, a, b int) int64 {
	return puzzle.key(number[pivot], number[min(a, b)], number[max(a, b)])
}

func wWing(puzzle *Board, _ int) {
	for rest := puzzle.Pairs(); !rest.Empty(); {
		a := rest.Next()
		x, y := pairDigits(puzzle.Candidates[a])
		for twins := rest.And(puzzle.Alive[x]).And(puzzle.Alive[y]); !twins.Empty(); {
			b := twins.Next()
			puzzle.explainWWing(a, b, x, y)
			puzzle.explainWWing(a, b, y, x)
		}
	}
}

// explainWWing finds the first unit in which a digit has two places, one of which sees a and the other b.
func (puzzle *Board) explainWWing(a, b, digit, other int) {
	victims := puzzle.G.Peers[a].And(puzzle.G.Peers[b])
	if !victims.Meets(puzzle.Live(other)) {
		return
	}
	var buffer [setdoku.UnitCount]conjugatePair
	for _, bridge := range puzzle.conjugatePairs(&buffer, digit, 0, setdoku.UnitCount) {
		c, d := bridge.ends[0], bridge.ends[1]
		if c == a || c == b || d == a || d == b {
			continue
		}
		if !puzzle.G.Peers[a].Has(c) || !puzzle.G.Peers[b].Has(d) {
			c, d = d, c
		}
		if puzzle.G.Peers[a].Has(c) && puzzle.G.Peers[b].Has(d) {
			puzzle.eliminate(victims, other,
				puzzle.key(number[a], number[b], digit+1, bridge.unit+1, number[c], number[d]))
			return
		}
	}
}

func xyWing(puzzle *Board, _ int) {
	all := puzzle.Pairs()
	for rest := all; !rest.Empty(); {
		pivot := rest.Next()
		m := puzzle.Candidates[pivot]
		x, y := pairDigits(m)
		near := all.And(puzzle.G.Peers[pivot])
		for first := near.And(puzzle.Alive[x]).Without(puzzle.Alive[y]); !first.Empty(); {
			a := first.Next()
			z := bits.TrailingZeros16(puzzle.Candidates[a] &^ m)
			for second := near.And(puzzle.Alive[y]).And(puzzle.Alive[z]); !second.Empty(); {
				b := second.Next()
				puzzle.eliminate(puzzle.G.Peers[a].And(puzzle.G.Peers[b]), z, puzzle.cellsKey(pivot, a, b))
			}
		}
	}
}

func xyzWing(puzzle *Board, _ int) {
	all := puzzle.Pairs()
	for pivot, m := range &puzzle.Candidates {
		if bits.OnesCount16(m) != 3 {
			continue
		}
		near := all.And(puzzle.G.Peers[pivot])
		for rest := m; rest != 0; rest &= rest - 1 {
			z := bits.TrailingZeros16(rest)
			x, y := pairDigits(m &^ (1 << z))
			second := near.And(puzzle.Alive[z]).And(puzzle.Alive[y])
			for first := near.And(puzzle.Alive[z]).And(puzzle.Alive[x]); !first.Empty(); {
				a := first.Next()
				for others := second; !others.Empty(); {
					b := others.Next()
					puzzle.eliminate(puzzle.G.Peers[a].And(puzzle.G.Peers[b]).And(puzzle.G.Peers[pivot]), z,
						puzzle.cellsKey(pivot, a, b))
				}
			}
		}
	}
}
