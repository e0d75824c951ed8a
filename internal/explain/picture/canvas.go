package picture

import "math"

// point is a point of a drawing, x to the right and y down. A cell is cellSize units wide.
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

// stroke is the style of a line. Without a dash the line is solid.
type stroke struct {
	paint paint
	width float64
	dash  dash
}

// dash holds the lengths of the strokes and of the gaps of a dashed line. Both are 0 for a solid line.
type dash struct{ on, off float64 }

// shape is one drawn object. Both back ends draw all kinds of shapes.
type shape struct {
	kind   kind
	points []point   // see kind
	loops  [][]point // of a polygon: the corners of each
	radius float64   // of a circle, of the corners of a rectangle
	fill   paint
	stroke stroke
	text   string
	size   float64 // font size of text
	bold   bool
	left   bool // text starts at the point instead of being centered there
}

// kind is the kind of a shape. It defines the meaning of its points.
type kind int

const (
	circle    kind = iota // center
	rectangle             // top left corner, then width and height
	polygon               // loops; one that runs the other way round is a hole
	curve                 // start, control point and end of a quadratic curve; start and end of a straight line
	lines                 // start and end of each line
	label                 // center or left end of a text, at half the height of its capitals
)

// drawing is a list of shapes. Later shapes cover earlier ones.
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
	d.area(fill, s, [][]point{corners})
}

func (d *drawing) area(fill paint, s stroke, loops [][]point) {
	d.add(shape{kind: polygon, loops: loops, fill: fill, stroke: s})
}

func (d *drawing) line(s stroke, ends ...point) {
	d.add(shape{kind: lines, points: ends, stroke: s})
}

func (d *drawing) label(p point, size float64, bold bool, ink paint, text string) {
	d.add(shape{kind: label, points: []point{p}, size: size, bold: bold, fill: ink, text: text})
}
