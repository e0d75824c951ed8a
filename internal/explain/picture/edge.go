package picture

import (
	"math"
)

// edges draws the links. Strong links are solid, weak ones dashed. A link that is read in one direction has an
// arrow. Each link is curved so that it avoids the candidates of the pattern and the earlier links.
func (b *board) edges() {
	var obstacles []point
	for _, c := range Sorted(b.Looks) { // in order, because sums of floats depend on it
		obstacles = append(obstacles, b.mark(c))
	}
	for _, c := range b.Eliminations {
		obstacles = append(obstacles, b.mark(c))
	}
	var drawn []arc
	for _, e := range b.Arrows {
		a := b.route(e, obstacles, drawn)
		drawn = append(drawn, a)
		b.arrow(a, e)
		if e.Letter != "" {
			b.tab(a.at(0.5), e.Look, e.Letter)
		}
	}
}

// arc is a quadratic curve from a to b with the control point c.
type arc struct{ a, c, b point }

func (a arc) at(f float64) point { return quadratic(a.a, a.c, a.b, f) }

// rim is the distance between the center of a candidate and the ends of its links.
const rim = markRing + 1.5

// length is the approximate length of the arc.
func (a arc) length() float64 { return (a.a.distance(a.b) + a.a.distance(a.c) + a.c.distance(a.b)) / 2 }

// steps is the number of points at which an arc is examined.
const steps = 24

// nearest returns the nearest pair of candidates of two nodes.
func (b *board) nearest(e Arrow) (from, to point) {
	best := math.Inf(1)
	for _, c := range e.From {
		for _, d := range e.To {
			p, q := b.mark(c), b.mark(d)
			if n := p.distance(q); n < best && n > 0 {
				best, from, to = n, p, q
			}
		}
	}
	return from, to
}

// route returns the best of several curves for an edge, from rim to rim.
func (b *board) route(e Arrow, obstacles []point, drawn []arc) arc {
	from, to := b.nearest(e)
	length := from.distance(to)
	best, cheapest := arc{from, between(from, to, 0.5), to}, math.Inf(1)
	bulges := []float64{0, 0.1, -0.1, 0.18, -0.18, 0.27, -0.27, 0.38, -0.38, 0.5, -0.5}
	if length < 2*rim+10 { // neighbors in a cell have no space between them, or little if they are diagonal
		bulges = []float64{0.8, -0.8, 1.2, -1.2}
		if length < 1.2*markPitch {
			bulges = []float64{2.1, -2.1, 2.6, -2.6}
		}
	}
	for _, bulge := range bulges {
		a := arc{from, between(from, to, 0.5).plus(to.minus(from).normal().times(bulge)), to}
		cost := math.Abs(bulge) * (12 + length/8)
		if i := e.From[0]; i.Cell == e.To[0].Cell { // bend towards the center of the cell, not over its border
			cost += a.at(0.5).distance(b.center(i.Cell.Index())) / 4
		}
		for k := 1; k < steps; k++ {
			cost += b.crowd(a.at(float64(k)/steps), from, to, obstacles, drawn)
		}
		if cost < cheapest {
			best, cheapest = a, cost
		}
	}
	return b.trim(best)
}

// crowd is the cost of a link through a point.
func (b *board) crowd(at, from, to point, obstacles []point, drawn []arc) (cost float64) {
	for _, o := range obstacles {
		if o == from || o == to {
			continue
		}
		if d := o.distance(at); d < markRing+3 {
			cost += 6 * (markRing + 3 - d)
		}
	}
	for _, a := range drawn {
		for k := 2; k < steps-1; k += 2 {
			if d := a.at(float64(k) / steps).distance(at); d < 5 {
				cost += 2 * (5 - d)
			}
		}
	}
	if at.x < leftEdge-4 || at.y < b.top-4 || at.x > leftEdge+b.side()+4 || at.y > b.top+b.side()+4 {
		cost += 50
	}
	return cost
}

// trim cuts off the ends of an arc that lie within the marks.
func (b *board) trim(a arc) arc {
	lo, hi := 0.0, 1.0
	for lo < 0.45 && a.at(lo).distance(a.a) < rim {
		lo += 0.005
	}
	for hi > 0.55 && a.at(hi).distance(a.b) < rim {
		hi -= 0.005
	}
	// The part of a quadratic curve from lo to hi is a quadratic curve as well. Its control point is the blossom
	// at (lo, hi).
	c := between(between(a.a, a.c, lo), between(a.c, a.b, lo), hi)
	return arc{a.at(lo), c, a.at(hi)}
}

// arrow draws a link with its arrowhead, if it has one.
func (b *board) arrow(a arc, e Arrow) {
	s := stroke{paint: link, width: 3}
	if !e.Strong { // dashed lines
		s = stroke{paint: cover, width: 2.4, dash: dash{6, 5.5}}
	}
	end := a.b
	if e.Directed {
		tip, back := a.b, a.b.minus(a.c).unit()
		length := min(9, 0.5*a.length())
		end = tip.minus(back.times(length))
		side := back.normal().times(length * 0.5)
		b.add(shape{kind: curve, points: []point{a.a, a.c, end}, stroke: s})
		b.polygon(s.paint, stroke{}, tip, end.plus(side), end.minus(side))
		return
	}
	b.add(shape{kind: curve, points: []point{a.a, a.c, end}, stroke: s})
}
