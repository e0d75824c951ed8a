package picture

// Example is a state for tests.
var Example = example

// Inside returns the square inside a cell in a PNG of a width, in pixels.
func Inside(d Diagram, i, width int) (left, top, size float64) {
	b := newBoard(d)
	b.frame(d)
	scale := float64(width) / b.width
	corner := b.corner(i).plus(point{10, 10}).times(scale)
	return corner.x, corner.y, (cellSize - 20) * scale
}
