package technique

import (
	"math/bits"

	"setdoku/internal/board"
)

// exocetBase is two open cells of a box in a line, which have three or four digits together.
type exocetBase struct {
	line, first   int    // the line, and the first of the three lines of its band
	places, third uint16 // the two cells, and the third of the line in which they lie
	digits        uint16
}

// band returns the places of the lines of the band in a line that crosses it.
func (b *exocetBase) band() uint16 { return 7 << (b.first % 9) }

// crossing returns the index of the line that crosses at a position.
func (b *exocetBase) crossing(at int) int { return (b.line/9^1)*9 + at }

func exocet(puzzle *Board, _ int) {
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
					b.aim(puzzle)
				}
			}
		}
	}
}

// aim finds the pairs of targets for a base, one in each of the other two lines and boxes of the band.
func (b *exocetBase) aim(puzzle *Board) {
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
				b.prove(puzzle, lines, [2]int{at, other})
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

// covered reports whether two lines cover all places of a digit in three lines outside of the band. A digit that a
// line holds already takes a place of its own there.
func (b *exocetBase) covered(puzzle *Board, crossings [3]int, digit int) bool {
	var p [3]uint16
	for k, unit := range crossings {
		if p[k] = puzzle.Places[unit][digit] &^ b.band(); puzzle.Places[unit][digit] == 0 {
			p[k] = 512 << k
		}
	}
	return p[0] == 0 || p[1] == 0 || p[2] == 0 || bits.OnesCount16(p[0]|p[1]) < 2 || bits.OnesCount16(p[0]|p[2]) < 2 ||
		bits.OnesCount16(p[1]|p[2]) < 2 || bits.OnesCount16(p[0]|p[1]|p[2]) < 3
}

// prove records the eliminations for two targets, given by their lines and positions, if two lines cover each digit.
func (b *exocetBase) prove(puzzle *Board, lines, at [2]int) {
	spare := bits.TrailingZeros16(b.third &^ b.places)
	crossings := [3]int{b.crossing(spare), b.crossing(at[0]), b.crossing(at[1])}
	for m := b.digits; m != 0; m &= m - 1 {
		if !b.covered(puzzle, crossings, bits.TrailingZeros16(m)) {
			return
		}
	}
	target, other := puzzle.G.Units[lines[0]][at[0]], puzzle.G.Units[lines[1]][at[1]]
	// @key digits, unit line, places base in line, cell target, cell other, unit spare, unit crossing,
	//   unit other_crossing
	key := ((int64(b.digits)*100+int64(b.line+1))*1000+int64(b.places))*100 + number[target]
	key = key*100 + number[other]
	for _, unit := range crossings {
		key = key*100 + int64(unit+1)
	}
	puzzle.clear(lines[0], 1<<at[0], ^b.digits, key)
	puzzle.clear(lines[1], 1<<at[1], ^b.digits, key)
	puzzle.clear(b.line, b.places, b.digits&^(puzzle.Candidates[target]|puzzle.Candidates[other]), key)
}
