package picture

import "fmt"

// Table is a table of a database drawn next to the grid, such as the rows of a step.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string // each as long as Columns
}

// Dimensions of a table.
const (
	tableGap   = 26.0 // distance to the grid, and between tables
	columnGap  = 16.0
	rowHeight  = 23.0
	tableText  = 14.0
	leastRows  = 2 // minimum number of rows, even without space
	titleSpace = 25.0
)

// tables draws tables to the right of the grid, one below the other. If rows do not fit, a last line gives their
// number.
func (b *board) tables(list []Table) {
	if len(list) == 0 {
		return
	}
	x, y := b.width+tableGap-rightEdge, b.top
	left := int((b.height - y - float64(len(list))*(titleSpace+rowHeight+tableGap)) / rowHeight)
	right := b.width
	for k, t := range list {
		shown := min(len(t.Rows), max(leastRows, left/(len(list)-k)))
		if shown == len(t.Rows)-1 {
			shown++ // a line that counts one row would take the same height
		}
		left -= shown
		b.text(point{x, y + titleSpace/2}, tableText+1, true, ink, t.Title)
		right = max(right, x+textWidth(t.Title, tableText+1, true))
		y += titleSpace
		at := x
		for c, column := range t.Columns {
			b.text(point{at, y + rowHeight/2}, tableText, false, faint, column)
			width := textWidth(column, tableText, false)
			for r, row := range t.Rows[:shown] {
				b.text(point{at, y + rowHeight*(float64(r)+1.5)}, tableText, false, ink, row[c])
				width = max(width, textWidth(row[c], tableText, false))
			}
			at += width + columnGap
		}
		b.line(stroke{paint: faint, width: 1}, point{x, y + rowHeight}, point{at - columnGap, y + rowHeight})
		right = max(right, at-columnGap)
		y += rowHeight * float64(shown+1)
		if more := len(t.Rows) - shown; more > 0 {
			b.text(point{x, y + rowHeight/2}, tableText, false, pencil, fmt.Sprintf("and %d more", more))
			y += rowHeight
		}
		y += tableGap
	}
	b.width, b.height = right+rightEdge, max(b.height, y)
}

// text writes a text that starts at a point.
func (b *board) text(at point, size float64, bold bool, ink paint, text string) {
	b.add(shape{kind: label, points: []point{at}, size: size, bold: bold, fill: ink, text: text, left: true})
}
