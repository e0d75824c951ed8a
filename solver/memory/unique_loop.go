package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// loopMost is the maximum number of cells of a unique loop. The minimum is 6.
const loopMost = 14

// loop is a set of cells with the same two digits that grows cell by cell, each time in the lowest unit that has one
// cell. It is closed when no unit has one.
type loop struct {
	group         board.Cells // the cells after start that have both digits
	pair          uint16
	start, cells  int
	ones, twos    uint64   // the units with one cell, and those with two
	steps, weight int      // each cell but the first and the last one is a digit of steps to the base 9
	roofs         [2]uint8 // the cells with more candidates
	roofCount     int
}

// uniqueLoop looks for loops of which at most two cells have more candidates.
func uniqueLoop(puzzle *Board, _ int) {
	all := puzzle.Pairs()
	for x := range 9 {
		for y := x + 1; y < 9; y++ {
			if all.And(puzzle.Alive[x]).And(puzzle.Alive[y]).Count() < 4 {
				continue
			}
			group := puzzle.Live(x).And(puzzle.Live(y))
			for !group.Empty() {
				start := group.Next()
				l := loop{group: group, pair: 1<<x | 1<<y, start: start, weight: 1}
				l.add(puzzle, start)
				puzzle.growLoop(&l)
			}
		}
	}
}

// add adds a cell.
func (l *loop) add(puzzle *Board, cell int) {
	units := puzzle.tables.units[cell]
	l.cells++
	l.ones, l.twos = l.ones^units, l.twos|l.ones&units
	if puzzle.Candidates[cell] != l.pair {
		l.roofs[l.roofCount] = uint8(cell)
		l.roofCount++
	}
}

// growLoop adds each cell that the loop can take, and handles the loops that are closed.
func (puzzle *Board) growLoop(l *loop) {
	if l.ones == 0 {
		if l.cells > 4 {
			puzzle.closeLoop(l)
		}
		return
	}
	if l.cells == loopMost {
		return
	}
	unit := bits.TrailingZeros64(l.ones)
	for p := puzzle.G.In(l.group, unit); p != 0; p &= p - 1 {
		position := bits.TrailingZeros16(p)
		cell := int(puzzle.G.Units[unit][position])
		if puzzle.tables.units[cell]&l.twos != 0 || l.roofCount == 2 && puzzle.Candidates[cell] != l.pair {
			continue
		}
		next := *l
		if next.add(puzzle, cell); next.ones != 0 {
			next.steps += position * l.weight
		}
		next.weight *= 9
		puzzle.growLoop(&next)
	}
}

// closeLoop records what a loop eliminates.
func (puzzle *Board) closeLoop(l *loop) {
	a, b := int(l.roofs[0]), int(l.roofs[1])
	note := func(cells board.Cells, digit, unit, stays, leaves int) {
		puzzle.eliminate(cells, digit, puzzle.key(l.cells, unit, stays+1, leaves+1, number[l.start], l.steps))
	}
	x, y := bits.TrailingZeros16(l.pair), bits.Len16(l.pair)-1
	var roofs board.Cells
	roofs.Add(a)
	switch {
	case l.roofCount == 1:
		note(roofs, x, 0, x, y)
		note(roofs, y, 0, x, y)
	case l.roofCount == 2:
		if extra := oneMore(l.pair, puzzle.Candidates[a], puzzle.Candidates[b]); extra != 0 {
			note(puzzle.G.Peers[a].And(puzzle.G.Peers[b]), bits.TrailingZeros16(extra), 0, x, y)
		}
		roofs.Add(b)
		eachDigit(l.pair, func(stays, leaves int) {
			if unit := strongUnit(&puzzle.Board, stays, l.roofs[0], l.roofs[1]); unit != 0 {
				note(roofs, leaves, unit, stays, leaves)
			}
		})
	}
}

// explainUniqueLoop grows the loop again, step by step.
func explainUniqueLoop(puzzle *Board, p fields) {
	cell, steps := p.cell("start"), p.of("steps")
	ones := puzzle.tables.units[cell]
	var cells board.Cells
	cells.Add(cell)
	for left := p.of("cells") - 1; left > 0; left-- {
		unit := &puzzle.G.Units[bits.TrailingZeros64(ones)]
		cell = int(unit[steps%9])
		for _, c := range unit[:puzzle.G.Size] {
			if left == 1 && puzzle.tables.units[c] == ones {
				cell = int(c)
			}
		}
		cells.Add(cell)
		ones ^= puzzle.tables.units[cell]
		steps /= 9
	}
	puzzle.exchangedParts(cells, 1<<(p.of("stays")-1)|1<<(p.of("leaves")-1))
}

// exchangedParts appends the cells whose digits two solutions could exchange.
func (puzzle *Board) exchangedParts(cells board.Cells, digits uint16) {
	for !cells.Empty() {
		cell := cells.Next()
		role := "roof"
		if puzzle.Candidates[cell]&^digits == 0 {
			role = "floor"
		}
		puzzle.part(role, cell, 0, 0)
	}
}
