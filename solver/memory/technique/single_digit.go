package technique

import (
	"math/bits"

	"setdoku/solver/board"
)

// conjugatePair is a unit in which a digit has two places, as in the relation conjugate_pair. The smaller cell comes first.
type conjugatePair struct {
	unit int // 0..26
	ends [2]int
}

// conjugatePairs returns the units with two places for a digit, from unit from to the one before to.
func (puzzle *Puzzle) conjugatePairs(room *[27]conjugatePair, digit, from, to int) []conjugatePair {
	n := 0
	for u := from; u < to; u++ {
		if p := puzzle.Places[u][digit]; isPair(p) {
			cells := &board.Units[u]
			room[n] = conjugatePair{u, [2]int{int(cells[bits.TrailingZeros16(p)]), int(cells[bits.Len16(p)-1])}}
			n++
		}
	}
	return room[:n]
}

// isPair reports whether a set has two members.
func isPair(m uint16) bool {
	m &= m - 1
	return m != 0 && m&(m-1) == 0
}

// eliminate records that those cells of a set which have a digit as a candidate lose it.
func (puzzle *Puzzle) eliminate(cells board.Cells, digit int, key int64) {
	for rest := cells.And(puzzle.Live(digit)); !rest.Empty(); {
		puzzle.found.note(rest.Next(), digit, key)
	}
}

// twoLinks joins a conjugate pair to others of a list in a unit of one of some kinds, 0 for rows, 1 for columns, 2 for boxes. Each
// pair has one end, its near end, in that unit. One of the two far ends has the digit. The far ends of two lines must not be in
// one line too, because that makes an X-Wing.
func (puzzle *Puzzle) twoLinks(c *conjugatePair, list []conjugatePair, digit int, kinds ...int) {
	for x, near := range c.ends {
		far := c.ends[1-x]
		for _, kind := range kinds {
			between := board.Locations[near].Unit[kind]
			if board.Locations[far].Unit[kind] == between {
				continue
			}
			for i := range list {
				d := &list[i]
				otherNear, otherFar := d.ends[0], d.ends[1]
				if board.Locations[otherNear].Unit[kind] != between {
					otherNear, otherFar = otherFar, otherNear
				}
				end := board.Locations[otherFar].Unit[kind]
				switch {
				case board.Locations[otherNear].Unit[kind] != between, end == between:
				case near == otherNear, far == otherFar, near == otherFar, far == otherNear:
				case c.unit < 18 && end == board.Locations[far].Unit[kind]:
				default:
					key := (int64(digit+1)*100+int64(c.unit+1))*100 + int64(d.unit+1)
					for _, cell := range [...]int{near, otherNear, far, otherFar} {
						key = key*100 + number[cell]
					}
					puzzle.eliminate(board.Peers[far].And(board.Peers[otherFar]), digit, key*100+int64(between+1))
				}
			}
		}
	}
}

func skyscraper(puzzle *Puzzle, _ int) {
	var room [27]conjugatePair
	for d := range 9 {
		for kind := range 2 {
			list := puzzle.conjugatePairs(&room, d, 9*kind, 9*kind+9)
			for i := range list {
				puzzle.twoLinks(&list[i], list[i+1:], d, 1-kind)
			}
		}
	}
}

func twoStringKite(puzzle *Puzzle, _ int) {
	var room, columnRoom [27]conjugatePair
	for d := range 9 {
		columns := puzzle.conjugatePairs(&columnRoom, d, 9, 18)
		for _, row := range puzzle.conjugatePairs(&room, d, 0, 9) {
			puzzle.twoLinks(&row, columns, d, 2)
		}
	}
}

func turbotFish(puzzle *Puzzle, _ int) {
	var room, boxRoom [27]conjugatePair
	for d := range 9 {
		boxes := puzzle.conjugatePairs(&boxRoom, d, 18, 27)
		lines := puzzle.conjugatePairs(&room, d, 0, 18)
		for i := range boxes {
			puzzle.twoLinks(&boxes[i], lines, d, 0, 1)
			puzzle.twoLinks(&boxes[i], boxes[i+1:], d, 0, 1)
		}
	}
}
