package picture

import (
	"math"
	"testing"

	"setdoku"
)

// TestOrderNumbers numbers all candidates of cells at each side of the board. No number may cover another one or a
// candidate, or be outside of its cell.
func TestOrderNumbers(t *testing.T) {
	for _, first := range []int{1, 20} {
		for _, cell := range []int{0, 8, 40, 72, 80} {
			b := newBoard(Diagram{})
			for d := 1; d <= 9; d++ {
				c := setdoku.CandidateAt(cell, uint8(d))
				b.Order[c], b.Looks[c] = first+d, Disc
			}
			for i := range b.Live {
				if i != cell {
					b.Live[i] = 0
				}
			}
			b.pencilMarks(b.Live)
			b.letters()
			if len(b.shapes) != 18 {
				t.Fatalf("%d labels, want nine candidates and nine numbers", len(b.shapes))
			}
			// half the width and the height of digits, which are 0.6 wide and 0.72 high
			half := func(s shape) point { return point{0.3 * s.size * float64(len(s.text)), 0.36 * s.size} }
			for k, s := range b.shapes {
				at, size := s.points[0], half(s)
				if len(s.text) == 1 && s.size < markText {
					t.Errorf("cell %d: %s is smaller than the candidates", cell, s.text)
				}
				if d := at.minus(b.center(cell)); math.Abs(d.x)+size.x > cellSize/2 ||
					math.Abs(d.y)+size.y > cellSize/2 {
					t.Errorf("cell %d: %s at %v is outside", cell, s.text, d)
				}
				for _, o := range b.shapes[:k] {
					d, sum := at.minus(o.points[0]), size.plus(half(o))
					if math.Abs(d.x) < sum.x && math.Abs(d.y) < sum.y {
						t.Errorf("cell %d: %s covers %s", cell, s.text, o.text)
					}
				}
			}
		}
	}
}
