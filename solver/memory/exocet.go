package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// exocetBase is two open cells of a box in a line, which have three or four digits together.
type exocetBase struct {
	line, first   int    // the line, and the first of the three lines of its band
	places, third uint16 // the two cells, and the third of the line in which they lie
	digits        uint16
}

// juniorExocet is a base with its two targets. Two lines cover all places of each digit of the base in the three lines
// that cross the band through the third cell beside the base and through the targets.
type juniorExocet struct {
	exocetBase
	lines, at [2]int    // the lines of the targets, ascending, and their positions there
	targets   [2]int    // the cells of the targets
	can       [2]uint16 // the digits of the base that the targets can hold
	crossings [3]int    // the three lines
}

// key returns the pattern of an exocet or a mirror of one.
func (x *juniorExocet) key(puzzle *Board) int64 {
	return puzzle.key(int(x.digits), x.line+1, int(x.places), number[x.targets[0]], number[x.targets[1]],
		x.crossings[0]+1, x.crossings[1]+1, x.crossings[2]+1)
}

// band returns the places of the lines of the band in a line that crosses it.
func (b *exocetBase) band() uint16 { return 7 << (b.first % 9) }

// crossing returns the index of the line that crosses at a position.
func (b *exocetBase) crossing(at int) int { return (b.line/9^1)*9 + at }

func exocet(puzzle *Board, _ int) {
	puzzle.exocets(func(x *juniorExocet) {
		key := x.key(puzzle)
		for k := range x.targets {
			puzzle.clear(x.lines[k], 1<<x.at[k], ^x.can[k], key)
		}
		puzzle.clear(x.line, x.places, x.digits&^(x.can[0]|x.can[1]), key)
	})
}

// exocets calls found for each base with two targets.
func (puzzle *Board) exocets(found func(*juniorExocet)) {
	s := &puzzle.Board
	for line := range board.Lines {
		for first := 0; first < 9; first += 3 {
			for without := range 3 {
				b := exocetBase{line: line, first: line - line%3, third: 7 << first}
				b.places = b.third &^ (1 << (first + without))
				if b.places&^s.OpenPlaces[line] != 0 {
					continue
				}
				for p := b.places; p != 0; p &= p - 1 {
					b.digits |= s.Candidates[puzzle.G.Units[line][bits.TrailingZeros16(p)]]
				}
				if n := bits.OnesCount16(b.digits); n == 3 || n == 4 {
					b.aim(puzzle, found)
				}
			}
		}
	}
}

// aim finds the pairs of targets for a base, one in each of the other two lines and boxes of the band.
func (b *exocetBase) aim(puzzle *Board, found func(*juniorExocet)) {
	lines := [2]int{b.first, b.first + 2} // the other two lines
	switch b.line {
	case lines[0]:
		lines[0]++
	case lines[1]:
		lines[1]--
	}
	for p := b.targets(puzzle, lines[0]); p != 0; p &= p - 1 {
		at := bits.TrailingZeros16(p)
		third := uint16(7) << (at - at%3)
		for q := b.targets(puzzle, lines[1]) &^ third; q != 0; q &= q - 1 {
			other := bits.TrailingZeros16(q)
			if b.at(puzzle, lines[1], at)|b.at(puzzle, lines[0], other) == 0 {
				x := juniorExocet{exocetBase: *b, lines: lines, at: [2]int{at, other}}
				if x.aimed(puzzle) {
					found(&x)
				}
			}
		}
	}
}

// at returns the digits of the base that a cell of a line has as candidates.
func (b *exocetBase) at(puzzle *Board, line, position int) uint16 {
	return puzzle.Candidates[puzzle.G.Units[line][position]] & b.digits
}

// targets returns the positions of a line that have a digit of the base, in the boxes that miss all of these digits.
func (b *exocetBase) targets(puzzle *Board, line int) (places uint16) {
	for at := range 9 {
		if b.third>>at&1 != 0 || b.at(puzzle, line, at) == 0 {
			continue
		}
		box := puzzle.G.Locations[puzzle.G.Units[line][at]][2].Unit
		missing := true
		for m := b.digits; m != 0; m &= m - 1 {
			missing = missing && puzzle.Places[box][bits.TrailingZeros16(m)] != 0
		}
		if missing {
			places |= 1 << at
		}
	}
	return places
}

// aimed reports whether two lines cover each digit of the base, and then completes the exocet. A target can hold a
// candidate if the other two of the crossing lines can both have it outside of the band.
func (x *juniorExocet) aimed(puzzle *Board) bool {
	spare := bits.TrailingZeros16(x.third &^ x.places)
	x.crossings = [3]int{x.crossing(spare), x.crossing(x.at[0]), x.crossing(x.at[1])}
	for m := x.digits; m != 0; m &= m - 1 {
		p := x.outside(puzzle, bits.TrailingZeros16(m))
		if !covered(p) {
			return false
		}
		for k := range x.can {
			if both := p[0] | p[2-k]; p[0] != 0 && p[2-k] != 0 && bits.OnesCount16(both) > 1 {
				x.can[k] |= m & -m
			}
		}
	}
	for k, line := range x.lines {
		x.targets[k] = int(puzzle.G.Units[line][x.at[k]])
		x.can[k] &= puzzle.Candidates[x.targets[k]]
	}
	return true
}

// outside returns the positions of a digit in the three crossing lines outside of the band. A digit that a line holds
// already takes a position of its own there, 9 to 11.
func (x *juniorExocet) outside(puzzle *Board, digit int) (p [3]uint16) {
	for k, unit := range x.crossings {
		if p[k] = puzzle.Places[unit][digit] &^ x.band(); puzzle.Places[unit][digit] == 0 {
			p[k] = 512 << k
		}
	}
	return p
}

// covered reports whether two lines cover the places of a digit in the three crossing lines outside of the band.
func covered(p [3]uint16) bool {
	return p[0] == 0 || p[1] == 0 || p[2] == 0 || bits.OnesCount16(p[0]|p[1]) < 2 || bits.OnesCount16(p[0]|p[2]) < 2 ||
		bits.OnesCount16(p[1]|p[2]) < 2 || bits.OnesCount16(p[0]|p[1]|p[2]) < 3
}
