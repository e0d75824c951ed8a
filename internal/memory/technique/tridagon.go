package technique

import (
	"math/bits"

	"setdoku/internal/board"
)

// slanted is three open cells in different rows and columns of a box, which have at least two of three digits each. At
// most one of them has further candidates.
type slanted struct {
	slant    int // 0 to 5: the column of the first cell, plus 3 if the cells go to the left from row to row
	more     int // cells with further candidates, 0 or 1
	guardian int // that cell
}

// slantCells returns the cells of a slant in a box, which has the index 0 to 8.
func slantCells(puzzle *Board, box, slant int) (cells [3]int) {
	for row := range cells {
		column := (slant + row*(1+slant/3)) % 3
		cells[row] = int(puzzle.G.Units[board.Lines+box][3*row+column])
	}
	return cells
}

func tridagon(puzzle *Board, _ int) {
	for digits := uint16(7); digits < 512; digits++ {
		if bits.OnesCount16(digits) != 3 {
			continue
		}
		var fits [9][]slanted
		for box := range fits {
			for slant := range 6 {
				if x, ok := puzzle.fit(box, slant, digits); ok {
					fits[box] = append(fits[box], x)
				}
			}
		}
		for first := range 6 {
			for fourth := first/3*3 + 3; fourth < 9; fourth++ {
				if fourth%3 > first%3 {
					puzzle.corners(&fits, first, fourth, digits)
				}
			}
		}
	}
}

// fit returns the cells of a slant in a box if they fit three digits.
func (puzzle *Board) fit(box, slant int, digits uint16) (x slanted, ok bool) {
	x.slant = slant
	for _, cell := range slantCells(puzzle, box, slant) {
		m := puzzle.Candidates[cell]
		if bits.OnesCount16(m&digits) < 2 {
			return x, false
		}
		if m&^digits != 0 {
			x.more++
			x.guardian = cell
		}
	}
	return x, true
}

// corners finds the patterns in the four boxes of which the first and the fourth are opposite corners.
func (puzzle *Board) corners(fits *[9][]slanted, first, fourth int, digits uint16) {
	second, third := first/3*3+fourth%3, fourth/3*3+first%3
	for _, a := range fits[first] {
		for _, b := range fits[second] {
			for _, c := range fits[third] {
				for _, d := range fits[fourth] {
					left := a.slant/3 + b.slant/3 + c.slant/3 + d.slant/3
					if a.more+b.more+c.more+d.more != 1 || left%2 == 0 {
						continue
					}
					guardian := a.guardian + b.guardian + c.guardian + d.guardian // all others are 0
					// @key digits, number 6 one, number 6 two, number 6 three, number 6 four, number 10 box_one,
					//   number 10 box_four, cell guardian
					key := int64(digits)
					for _, slant := range [4]int{a.slant, b.slant, c.slant, d.slant} {
						key = key*6 + int64(slant)
					}
					key = ((key*10+int64(first+1))*10+int64(fourth+1))*100 + number[guardian]
					for m := puzzle.Candidates[guardian] & digits; m != 0; m &= m - 1 {
						puzzle.found.note(guardian, bits.TrailingZeros16(m), key)
					}
				}
			}
		}
	}
}

func explainTridagon(puzzle *Board, p fields) {
	first, fourth := p.of("box_one")-1, p.of("box_four")-1
	var cells board.Cells
	for box, slant := range map[int]string{first: "one", first/3*3 + fourth%3: "two", fourth/3*3 + first%3: "three",
		fourth: "four"} {
		for _, cell := range slantCells(puzzle, box, p.of(slant)) {
			cells.Add(cell)
		}
	}
	puzzle.cellParts("cell", cells, 0)
}
