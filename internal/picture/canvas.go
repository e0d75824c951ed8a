package picture

import "math"

// point is a place in a drawing, x to the right and y down, in units of which a cell has cellSize.
type point struct{ x, y float64 }

func (p point) plus(q point) point             { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point            { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point          { return point{p.x * f, p.y * f} }
func (p point) length() float64                { return math.Hypot(p.x, p.y) }
func (p point) distance(q point) float64       { return p.minus(q).length() }
func between(p, q point, f float64) point      { return p.plus(q.minus(p).times(f)) }
func (p point) unit() point                    { return p.times(1 / max(p.length(), 1e-9)) }
func (p point) normal() point                  { return point{-p.y, p.x} }
func quadratic(a, c, b point, f float64) point { return between(between(a, c, f), between(c, b, f), f) }

// stroke is how a line is drawn; no dash is a solid line.
type stroke struct {
	paint paint
	width float64
	dash  dash
}

// dash is the length of the strokes of a broken line and of the gaps between them, 0 for a solid line.
type dash struct{ on, off float64 }

// shape is one thing drawn: exactly one of the kinds below says what. Both back ends draw all kinds.
type shape struct {
	kind   kind
	points []point // see kind
	radius float64 // of a circle, of the corners of a rectangle
	fill   paint
	stroke stroke
	text   string
	size   float64 // of text
	bold   bool
	left   bool // text begins at the point, else its middle is there
}

// kind tells shapes apart by what their points are.
type kind int

const (
	circle    kind = iota // the centre
	rectangle             // the corner at the top left, then width and height
	polygon               // the corners
	curve                 // begin, control point, end of a quadratic curve; begin and end of a straight line
	lines                 // begin and end of each line
	label                 // text with its middle, or its left, at the point, and there the middle of its capitals
)

// drawing is what is drawn, the later shapes over the earlier ones.
type drawing struct {
	width, height float64
	shapes        []shape
}

func (d *drawing) add(s shape) { d.shapes = append(d.shapes, s) }

func (d *drawing) circle(c point, r float64, fill paint, s stroke) {
	d.add(shape{kind: circle, points: []point{c}, radius: r, fill: fill, stroke: s})
}

func (d *drawing) rectangle(corner, size point, r float64, fill paint, s stroke) {
	d.add(shape{kind: rectangle, points: []point{corner, size}, radius: r, fill: fill, stroke: s})
}

func (d *drawing) polygon(fill paint, s stroke, corners ...point) {
	d.add(shape{kind: polygon, points: corners, fill: fill, stroke: s})
}

func (d *drawing) line(s stroke, ends ...point) {
	d.add(shape{kind: lines, points: ends, stroke: s})
}

func (d *drawing) label(p point, size float64, bold bool, ink paint, text string) {
	d.add(shape{kind: label, points: []point{p}, size: size, bold: bold, fill: ink, text: text})
}
