package technique

import "math/bits"

// subset is a set together with as many members: digits and their cells, cells and their digits, or lines and their
// crossing lines.
type subset struct {
	set     uint16
	members uint16 // members by index, 0..8
}

// subsets returns all sets of size bits that have exactly size of the masks as subsets. It ignores masks that are 0
// or have more than size bits. Naked subsets, hidden subsets and fish all use it.
func (board *Board) subsets(masks *[9]uint16, size int) []subset {
	var small [9]uint16
	var index [9]uint8
	n := 0
	for i, m := range masks {
		if m != 0 && bits.OnesCount16(m) <= size {
			small[n], index[n] = m, uint8(i)
			n++
		}
	}
	board.sets = board.sets[:0]
	if n >= size {
		board.join(small[:n], index[:n], size, 0, 0, 0)
	}
	return board.sets
}

// join unites size more masks, from index from on, with set, while the union has at most size bits.
func (board *Board) join(small []uint16, index []uint8, size, from, taken int, set uint16) {
	if taken == size {
		board.addSets(small, index, size, set)
		return
	}
	for i := from; i <= len(small)-(size-taken); i++ {
		if u := set | small[i]; bits.OnesCount16(u) <= size {
			board.join(small, index, size, i+1, taken+1, u)
		}
	}
}

// addSets adds the sets of size bits that contain set and exactly size of the masks. There is more than one only if
// size masks have fewer than size bits together, which proves that there is no solution.
func (board *Board) addSets(small []uint16, index []uint8, size int, set uint16) {
	if bits.OnesCount16(set) < size {
		for free := allBits &^ set; free != 0; free &= free - 1 {
			board.addSets(small, index, size, set|free&-free)
		}
		return
	}
	var members uint16
	for i, m := range small {
		if m&^set == 0 {
			members |= 1 << index[i]
		}
	}
	if bits.OnesCount16(members) != size {
		return
	}
	for _, known := range board.sets {
		if known.set == set {
			return
		}
	}
	board.sets = append(board.sets, subset{set, members})
}

// leastOpen returns the minimum number of open cells of a unit that is searched for a subset, and of open lines of a
// digit that is searched for a fish. A subset of more than half of the open cells leaves a smaller subset, and a fish
// leaves a smaller fish.
func (board *Board) leastOpen(size int) int {
	if board.running.skips {
		return 2 * size
	}
	return 0
}

// openLines returns the number of rows that have a digit 0..8 as a candidate. As many columns have it, unless the puzzle
// has no solution. The statements count rows too.
func (board *Board) openLines(digit int) (n int) {
	for row := range 9 {
		if board.state.places[row][digit] != 0 {
			n++
		}
	}
	return n
}

func nakedSubset(board *Board, size int) {
	s, least := &board.state, board.leastOpen(size)
	var masks [9]uint16
	for u := range &unitCells {
		if bits.OnesCount16(s.openPlaces[u]) < least {
			continue
		}
		for p, cell := range &unitCells[u] {
			masks[p] = s.candidates[cell]
		}
		for _, found := range board.subsets(&masks, size) {
			key := (int64(u+1)*1000+int64(found.set))*1000 + int64(found.members)
			board.clear(u, allBits&^found.members, found.set, key)
		}
	}
}

func hiddenSubset(board *Board, size int) {
	s, least := &board.state, board.leastOpen(size)
	for u := range &unitCells {
		if bits.OnesCount16(s.openPlaces[u]) < least {
			continue
		}
		for _, found := range board.subsets(&s.places[u], size) {
			key := (int64(u+1)*1000+int64(found.members))*1000 + int64(found.set)
			board.clear(u, found.set, allBits&^found.members, key)
		}
	}
}

func basicFish(board *Board, size int) {
	s, least := &board.state, board.leastOpen(size)
	var masks [9]uint16
	for d := range 9 {
		if board.openLines(d) < least {
			continue
		}
		for base := range 2 {
			for line := range 9 {
				masks[line] = s.places[base*9+line][d]
			}
			for _, found := range board.subsets(&masks, size) {
				key := ((int64(base+1)*10+int64(d+1))*1000+int64(found.members))*1000 + int64(found.set)
				for c := found.set; c != 0; c &= c - 1 {
					cover := (1-base)*9 + bits.TrailingZeros16(c)
					for v := s.places[cover][d] &^ found.members; v != 0; v &= v - 1 {
						board.found.note(int(unitCells[cover][bits.TrailingZeros16(v)]), d, key)
					}
				}
			}
		}
	}
}
