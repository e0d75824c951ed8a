package memory

import (
	"math/bits"

	"setdoku/solver/board"
	"setdoku/solver/forcing"
)

// mostGuardians is the most candidates of the twelve cells of a tridagon that are not of its three digits.
const mostGuardians = 6

// diagonalCells is three open cells in different rows and columns of a box, which have at least two of three digits
// each.
type diagonalCells struct {
	slant int // 0 to 5: the column of the first cell, plus 3 if the cells go to the left from row to row
	cells [3]int
	more  int // how many of the cells have further candidates
	extra int // how many further candidates they have
}

// tridagonSet is twelve cells that cannot all hold one of three digits.
type tridagonSet struct {
	digits uint16
	fields [8]int // of the key of tridagon, in which guardian is the last
	cells  board.Cells
	more   int // how many of the cells have further candidates
}

// slantCells returns the cells of a slant in a box, which has the index 0 to 8.
func slantCells(puzzle *Board, box, slant int) (cells [3]int) {
	for row := range cells {
		column := (slant + row*(1+slant/3)) % 3
		cells[row] = int(puzzle.G.Units[board.Lines+box][3*row+column])
	}
	return cells
}

// tridagon finds the sets in which only one cell has further candidates.
func tridagon(puzzle *Board, _ int) {
	puzzle.tridagonSets(func(x *tridagonSet) {
		for cells := x.cells; x.more == 1 && !cells.Empty(); {
			cell := cells.Next()
			if m := puzzle.Candidates[cell]; m&^x.digits != 0 {
				x.fields[7] = number[cell]
				for m &= x.digits; m != 0; m &= m - 1 {
					puzzle.found.note(cell, bits.TrailingZeros16(m), puzzle.key(x.fields[:]...))
				}
			}
		}
	})
}

// forcingTridagon follows the further candidates of sets in which more cells have them.
func forcingTridagon(puzzle *Board, _ int) {
	what := forcing.Search{Least: puzzle.running.least}
	var sets [][8]int // the fields of each
	puzzle.tridagonSets(func(x *tridagonSet) {
		if x.more > 1 {
			what.Sets = append(what.Sets, puzzle.guardians(x.cells, x.digits))
			sets = append(sets, x.fields)
		}
	})
	if what.Sets == nil {
		return
	}
	what.Verity = func(v *forcing.Verity, rounds int) {
		key := puzzle.key(append([]int{rounds, v.Hypotheses, v.Placements}, sets[v.Set][:7]...)...)
		v.Lost(func(cell, digit int) { puzzle.found.note(cell, digit, key) })
	}
	puzzle.rounds = puzzle.follower().trial.Prove(puzzle.Context, &puzzle.Digits, what)
}

// guardians returns the candidates of cells that are not of some digits.
func (puzzle *Board) guardians(cells board.Cells, digits uint16) (set [9]board.Cells) {
	for d := range set {
		if digits>>d&1 == 0 {
			set[d] = puzzle.Live(d).And(cells)
		}
	}
	return set
}

// tridagonSets calls found for the sets that have further candidates, but not more than mostGuardians.
func (puzzle *Board) tridagonSets(found func(*tridagonSet)) {
	for digits := uint16(7); digits < 512; digits++ {
		if bits.OnesCount16(digits) != 3 {
			continue
		}
		two := puzzle.cellsWithPair(digits)
		if two.Count() < 12 {
			continue
		}
		var fits [9][]diagonalCells
		for box := range fits {
			if two.And(puzzle.G.UnitSets[board.Lines+box]).Count() < 3 {
				continue
			}
			for slant := range 6 {
				if x, ok := puzzle.fit(box, slant, digits); ok {
					fits[box] = append(fits[box], x)
				}
			}
		}
		for first := range 6 {
			for fourth := first/3*3 + 3; fourth < 9; fourth++ {
				if fourth%3 > first%3 {
					puzzle.corners(&fits, first, fourth, digits, found)
				}
			}
		}
	}
}

// cellsWithPair returns the cells that have two candidates or more of some digits.
func (puzzle *Board) cellsWithPair(digits uint16) (two board.Cells) {
	var one board.Cells
	for ; digits != 0; digits &= digits - 1 {
		cells := puzzle.Live(bits.TrailingZeros16(digits))
		one, two = one.Or(cells), two.Or(one.And(cells))
	}
	return two
}

// fit returns the cells of a slant in a box if they fit three digits.
func (puzzle *Board) fit(box, slant int, digits uint16) (x diagonalCells, ok bool) {
	x.slant, x.cells = slant, slantCells(puzzle, box, slant)
	for _, cell := range x.cells {
		m := puzzle.Candidates[cell]
		if bits.OnesCount16(m&digits) < 2 {
			return x, false
		}
		if m &^= digits; m != 0 {
			x.more++
			x.extra += bits.OnesCount16(m)
		}
	}
	return x, x.extra <= mostGuardians
}

// corners finds the sets in the four boxes of which the first and the fourth are opposite corners.
func (puzzle *Board) corners(fits *[9][]diagonalCells, first, fourth int, digits uint16, found func(*tridagonSet)) {
	second, third := first/3*3+fourth%3, fourth/3*3+first%3
	for _, a := range fits[first] {
		for _, b := range fits[second] {
			for _, c := range fits[third] {
				for _, d := range fits[fourth] {
					left, extra := a.slant/3+b.slant/3+c.slant/3+d.slant/3, a.extra+b.extra+c.extra+d.extra
					if left%2 == 0 || extra == 0 || extra > mostGuardians {
						continue
					}
					x := tridagonSet{digits: digits,
						fields: [8]int{int(digits), a.slant, b.slant, c.slant, d.slant, first + 1, fourth + 1}}
					for _, s := range [4]*diagonalCells{&a, &b, &c, &d} {
						x.more += s.more
						for _, cell := range s.cells {
							x.cells.Add(cell)
						}
					}
					found(&x)
				}
			}
		}
	}
}

// unpackTridagon returns the three digits and the twelve cells of a pattern.
func unpackTridagon(puzzle *Board, p fields) (digits uint16, cells board.Cells) {
	first, fourth := p.of("box_one")-1, p.of("box_four")-1
	for box, slant := range map[int]string{first: "one", first/3*3 + fourth%3: "two", fourth/3*3 + first%3: "three",
		fourth: "four"} {
		for _, cell := range slantCells(puzzle, box, p.of(slant)) {
			cells.Add(cell)
		}
	}
	return uint16(p.of("digits")), cells
}

func explainTridagon(puzzle *Board, p fields) {
	_, cells := unpackTridagon(puzzle, p)
	puzzle.cellParts("cell", cells, 0)
}

func explainForcingTridagon(puzzle *Board, p fields) {
	digits, cells := unpackTridagon(puzzle, p)
	puzzle.cellParts("cell", cells, 0)
	for set := puzzle.guardians(cells, digits); !cells.Empty(); {
		cell := cells.Next()
		for d := range set {
			if set[d].Has(cell) {
				puzzle.hypothesis(cell, d, p.of("rounds"))
			}
		}
	}
}
