package technique

import "setdoku"

// longestRemotePair is the greatest number of cells of a shortest chain if there is a solution: two for each row.
const longestRemotePair = 18

// neighbors returns the cells of a group that see a cell of set.
func neighbors(set, group cellSet) (seen cellSet) {
	for !set.empty() {
		seen = seen.or(peerSet[set.next()])
	}
	return seen.and(group)
}

func remotePair(board *Board, _ int) {
	all, by := board.state.bivalueCells()
	if all.count() < 4 {
		return
	}
	for x := range 9 {
		for y := x + 1; y < 9; y++ {
			group := by[x].and(by[y])
			if group.count() < 4 {
				continue
			}
			places := [2]cellSet{board.state.cellsOf(x), board.state.cellsOf(y)}
			for starts := group; !starts.empty(); {
				board.remotePairsFrom(starts.next(), group, [2]int{x, y}, &places)
			}
		}
	}
}

// remotePairsFrom handles the cells with the other color than start one by one.
func (board *Board) remotePairsFrom(start int, group cellSet, digits [2]int, places *[2]cellSet) {
	colors := colored(start, group)
	if colors[0].count()+colors[1].count() < 4 {
		return
	}
	for ends := colors[1]; !ends.empty(); {
		end := ends.next()
		if end < start {
			continue
		}
		seen := peerSet[start].and(peerSet[end])
		if !seen.meets(places[0].or(places[1])) {
			continue
		}
		cells := chainLength(start, end, group)
		if cells == 0 {
			continue
		}
		key := (int64(cells)*10+int64(digits[0]+1))*10 + int64(digits[1]+1)
		key = (key*100+int64(setdoku.CellNumber(start)))*100 + int64(setdoku.CellNumber(end))
		for k, digit := range digits {
			board.oneOfTwo(start, end, digit, places[k], key)
		}
	}
}

// colored returns the cells connected with start: those with its color and the others.
func colored(start int, group cellSet) (colors [2]cellSet) {
	var fresh cellSet
	fresh.add(start)
	colors[0] = fresh
	for color := 1; !fresh.empty(); color = 1 - color {
		fresh = neighbors(fresh, group).without(colors[color])
		colors[color] = colors[color].or(fresh)
	}
	return colors
}

// chainLength returns the number of cells of a shortest chain with an even number of cells, 0 if it is too long.
func chainLength(start, end int, group cellSet) int {
	var layer cellSet
	layer.add(start)
	for cells := 2; cells <= longestRemotePair; cells++ {
		layer = neighbors(layer, group)
		if cells%2 == 0 && layer.has(end) {
			return cells
		}
	}
	return 0
}

// explainRemotePair goes from the first cell to the last. It always takes the smallest cell from which the remaining
// chain has the right length.
func explainRemotePair(board *Board, p fields) {
	cells := p.of("cells")
	mask := uint16(1)<<(p.of("digit")-1) | uint16(1)<<(p.of("other")-1)
	cell, end := p.cell("start"), p.cell("end")
	var group cellSet
	for i, m := range &board.state.candidates {
		if m == mask {
			group.add(i)
		}
	}
	var rest [longestRemotePair + 1]cellSet // by the number of remaining cells
	rest[1].add(end)
	for n := 2; n < cells; n++ {
		rest[n] = neighbors(rest[n-1], group)
	}
	board.part("bivalue", cell, 0, 0)
	for n := cells - 1; n > 0; n-- {
		cell = peerSet[cell].and(rest[n]).first()
		board.part("bivalue", cell, 0, 0)
	}
}
