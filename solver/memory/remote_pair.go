package memory

import "setdoku/solver/board"

// longestRemotePair is the greatest number of cells of a shortest chain if there is a solution: two for each row.
const longestRemotePair = 18

// neighbors returns the cells of a group that see a cell of set.
func neighbors(g *board.Geometry, set, group board.Cells) (seen board.Cells) {
	for !set.Empty() {
		seen = seen.Or(g.Peers[set.Next()])
	}
	return seen.And(group)
}

func remotePair(puzzle *Board, _ int) {
	all := puzzle.Pairs()
	for x := range 9 {
		for y := x + 1; y < 9; y++ {
			group := all.And(puzzle.Alive[x]).And(puzzle.Alive[y])
			if group.Count() < 4 {
				continue
			}
			for starts := group; !starts.Empty(); {
				puzzle.remotePairsFrom(starts.Next(), group, [2]int{x, y})
			}
		}
	}
}

// remotePairsFrom handles the cells with the other color than start one by one.
func (puzzle *Board) remotePairsFrom(start int, group board.Cells, digits [2]int) {
	colors := twoColors(start, func(cell int) board.Cells { return puzzle.G.Peers[cell].And(group) })
	if colors[0].Count()+colors[1].Count() < 4 {
		return
	}
	for ends := colors[1]; !ends.Empty(); {
		end := ends.Next()
		if end < start {
			continue
		}
		seen := puzzle.G.Peers[start].And(puzzle.G.Peers[end])
		if !seen.Meets(puzzle.Live(digits[0]).Or(puzzle.Live(digits[1]))) {
			continue
		}
		cells := chainLength(puzzle.G, start, end, group)
		if cells == 0 {
			continue
		}
		key := puzzle.key(cells, digits[0]+1, digits[1]+1, number[start], number[end])
		for _, digit := range digits {
			puzzle.eliminate(seen, digit, key)
		}
	}
}

// chainLength returns the number of cells of a shortest chain with an even number of cells, 0 if it is too long.
func chainLength(g *board.Geometry, start, end int, group board.Cells) int {
	var layer board.Cells
	layer.Add(start)
	for cells := 2; cells <= longestRemotePair; cells++ {
		layer = neighbors(g, layer, group)
		if cells%2 == 0 && layer.Has(end) {
			return cells
		}
	}
	return 0
}

// explainRemotePair goes from the first cell to the last. It always takes the smallest cell from which the remaining
// chain has the right length.
func explainRemotePair(puzzle *Board, p fields) {
	cells := p.of("cells")
	cell, end := p.cell("start"), p.cell("end")
	group := puzzle.Pairs().And(puzzle.Alive[p.of("digit")-1]).And(puzzle.Alive[p.of("other")-1])
	var rest [longestRemotePair + 1]board.Cells // by the number of remaining cells
	rest[1].Add(end)
	for n := 2; n < cells; n++ {
		rest[n] = neighbors(puzzle.G, rest[n-1], group)
	}
	puzzle.part("bivalue", cell, 0, 0)
	for n := cells - 1; n > 0; n-- {
		cell = puzzle.G.Peers[cell].And(rest[n]).First()
		puzzle.part("bivalue", cell, 0, 0)
	}
}
