package memory

import "math/bits"

// leastOpen returns the minimum number of open cells of a unit that is searched for a subset, and of open lines of a
// digit that is searched for a fish. A subset of more than half of the open cells leaves a smaller subset, and a fish
// leaves a smaller fish.
func (puzzle *Board) leastOpen(size int) int {
	if puzzle.running.skips {
		return 2 * size
	}
	return 0
}

// openLines returns the number of rows that have a digit 0..8 as a candidate. As many columns have it, unless the
// puzzle has no solution. The statements count rows too.
func (puzzle *Board) openLines(digit int) (n int) {
	for row := range 9 {
		if puzzle.Board.Places[row][digit] != 0 {
			n++
		}
	}
	return n
}

func nakedSubset(puzzle *Board, size int) {
	s, least := &puzzle.Board, puzzle.leastOpen(size)
	var masks [9]uint16
	for _, u := range puzzle.G.List {
		if bits.OnesCount16(s.OpenPlaces[u]) < least {
			continue
		}
		for p, cell := range puzzle.G.Units[u][:puzzle.G.Size] {
			masks[p] = s.Candidates[cell]
		}
		for _, found := range puzzle.subsets.Find(&masks, size) {
			key := puzzle.key(u+1, int(found.Set), int(found.Members))
			puzzle.clear(u, puzzle.G.AllBits&^found.Members, found.Set, key)
		}
	}
}

func hiddenSubset(puzzle *Board, size int) {
	s, least := &puzzle.Board, puzzle.leastOpen(size)
	for _, u := range puzzle.G.List {
		if bits.OnesCount16(s.OpenPlaces[u]) < least {
			continue
		}
		for _, found := range puzzle.subsets.Find(&s.Places[u], size) {
			key := puzzle.key(u+1, int(found.Members), int(found.Set))
			puzzle.clear(u, found.Set, puzzle.G.AllBits&^found.Members, key)
		}
	}
}

func basicFish(puzzle *Board, size int) {
	s, least := &puzzle.Board, puzzle.leastOpen(size)
	var masks [9]uint16
	for d := range 9 {
		if puzzle.openLines(d) < least {
			continue
		}
		for base := range 2 {
			for line := range 9 {
				masks[line] = s.Places[base*9+line][d]
			}
			for _, found := range puzzle.subsets.Find(&masks, size) {
				key := puzzle.key(base+1, d+1, int(found.Members), int(found.Set))
				for c := found.Set; c != 0; c &= c - 1 {
					cover := (1-base)*9 + bits.TrailingZeros16(c)
					for v := s.Places[cover][d] &^ found.Members; v != 0; v &= v - 1 {
						puzzle.found.note(int(puzzle.G.Units[cover][bits.TrailingZeros16(v)]), d, key)
					}
				}
			}
		}
	}
}
