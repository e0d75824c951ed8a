package picture

import (
	"bufio"
	"fmt"
	"strings"

	"setdoku"
)

// Overlay is what a page draws over a board of its own, which has the grid, the digits and the marks of a player.
type Overlay struct {
	Diagram                // the deduction to draw, or an empty one
	Region  []setdoku.Cell // shaded
	Framed  []setdoku.Cell // have a frame
	Wrong   []setdoku.Cell // have the frame of what is wrong
	// Own are the cells in which the page shows marks of the player. There only the candidates of the deduction are
	// drawn, each above the mark with its digit. In the other cells of the deduction all candidates are drawn.
	Own map[setdoku.Cell]bool
}

// Shapes returns the elements and the viewBox of an SVG that covers the board, for a page with StyleSheet. cells are
// those in which candidates are drawn, in order.
func (o *Overlay) Shapes() (svg, viewBox string, cells []setdoku.Cell) {
	b, cells := o.draw()
	var text strings.Builder
	out := bufio.NewWriter(&text)
	writeShapes(out, b.shapes)
	_ = out.Flush() // a strings.Builder returns no errors
	return text.String(), fmt.Sprintf("%g 0 %g %[2]g", leftEdge, b.side()), cells
}

// draw makes the drawing.
func (o *Overlay) draw() (b *board, cells []setdoku.Cell) {
	b = newBoard(o.Diagram)
	for _, cell := range o.Region {
		b.rectangle(b.corner(cell.Index()), point{cellSize, cellSize}, 0, baseTint, stroke{})
	}
	for _, cell := range o.Framed {
		b.box(b.corner(cell.Index()), point{cellSize, cellSize}, 3.5, 6, Solid)
	}
	for _, cell := range o.Wrong {
		b.box(b.corner(cell.Index()), point{cellSize, cellSize}, 3.5, 6, Dotted)
	}
	b.units()
	b.cells()
	b.bands()
	var live [setdoku.CellCount]setdoku.DigitSet
	for _, c := range append(Sorted(b.Looks), b.Changes()...) {
		b.circle(b.mark(c), markRing, paper, stroke{}) // hides the mark of the page
		live[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
	}
	b.large = make(map[setdoku.Cell]bool)
	for i := range live {
		cell := setdoku.CellAt(i)
		if live[i] == 0 {
			continue
		}
		if cells = append(cells, cell); !o.Own[cell] {
			live[i], b.large[cell] = b.Live[i], true
		}
	}
	for _, c := range b.Placements {
		if b.large[c.Cell] {
			live[c.Cell.Index()] = 0
		}
	}
	b.spots()
	b.edges()
	b.pencilMarks(live)
	b.letters()
	return b, cells
}
