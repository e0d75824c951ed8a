package picture

import (
	"fmt"
	"slices"

	"setdoku"
)

// units shades the units of a pattern. Base units have a solid frame, cover units a dashed one.
func (b *board) units() {
	for _, u := range b.Shaded {
		inset := 2.5
		if u.Look == Covering {
			inset = 5
		}
		loops := b.outline(b.variant.Units[u.Unit], 0)
		if corners := loops[0]; len(loops) == 1 && len(corners) == 4 {
			b.box(corners[3], corners[1].minus(corners[3]), inset, 7, u.Look)
			continue
		}
		fill, s := frameFor(u.Look)
		b.area(fill, s, b.outline(b.variant.Units[u.Unit], inset))
	}
}

// box shades and frames an area inside of its border.
func (b *board) box(corner, size point, inset, radius float64, l Look) {
	fill, s := frameFor(l)
	in := point{inset, inset}
	b.rectangle(corner.plus(in), size.minus(in.times(2)), radius, fill, s)
	if l == Double {
		in = point{inset + 3.5, inset + 3.5}
		b.rectangle(corner.plus(in), size.minus(in.times(2)), radius/2+1, none, stroke{paint: s.paint, width: 1.4})
	}
}

// frameFor returns the fill and the frame of a look.
func frameFor(l Look) (fill paint, s stroke) {
	fill, line := hues(l)
	s = stroke{paint: line, width: 2.2}
	switch l {
	case Covering:
		s.dash = dash{9, 6}
	case Dotted:
		s.dash = dash{2, 5}
	case Blocking:
		s.dash = dash{4, 4}
	}
	return fill, s
}

// hues returns the fill and the frame of each look of a cell or a unit.
func hues(l Look) (fill, line paint) {
	if h, own := looksOfAreas[l]; own {
		return h[0], h[1]
	}
	return baseTint, base
}

var looksOfAreas = map[Look][2]paint{
	Covering: {coverTint, cover}, Dotted: {victimTint, victim}, Double: {setDTint, setD},
	Blocking: {coverTint, cover},
	SetA:     {setATint, setA}, SetB: {setBTint, setB}, SetC: {setCTint, setC},
	SetD: {setDTint, setD},
}

// cells shades and frames the cells of a pattern. If a cell is in two sets, it has two frames, one inside the
// other.
func (b *board) cells() {
	depth := make(map[int]float64)
	for _, m := range b.Framed {
		b.box(b.corner(m.Cell), point{cellSize, cellSize}, 3.5+4*depth[m.Cell], 6, m.Look)
		depth[m.Cell]++
	}
}

// letters draws the letters of the sets in a corner of their cells.
func (b *board) letters() {
	count := make(map[int]float64)
	for _, m := range b.Framed {
		if m.Letter == "" {
			continue
		}
		at := b.corner(m.Cell).plus(point{cellSize - 6 - 13*count[m.Cell], 5.5})
		count[m.Cell]++
		b.tab(at, m.Look, m.Letter)
	}
	for _, c := range Sorted(b.Order) {
		b.orderNumber(c, fmt.Sprint(b.Order[c]))
	}
}

// orderNumber draws the number of a candidate at its upper right, between four candidates. The number is as large as
// this space allows.
func (b *board) orderNumber(c setdoku.Candidate, text string) {
	size := 16.0
	if len(text) > 1 {
		size = 12
	}
	half := point{0.3*size*float64(len(text)) + 0.5, 0.36*size + 0.5}
	corner, at := b.corner(c.Cell.Index()), b.mark(c).plus(point{markPitch / 2, -markPitch / 2})
	at = point{min(at.x, corner.x+cellSize-half.x), max(at.y, corner.y+half.y)}
	b.label(at, size, true, fin, text)
}

// tab draws a letter in a disc with the color of the frame of a look.
func (b *board) tab(at point, l Look, letter string) {
	_, hue := hues(l)
	b.circle(at, 7, hue, stroke{paint: paper, width: 1})
	b.label(at, 10.5, true, white, letter)
}

// bands draws the sides of rectangles and loops behind the pencil marks.
func (b *board) bands() {
	var cells []int
	for _, r := range b.Bands {
		corners := make([]point, len(r))
		for k, i := range r {
			corners[k] = b.center(i)
		}
		b.polygon(none, stroke{paint: setDTint, width: 12}, corners...)
		cells = append(cells, r...)
	}
	slices.Sort(cells)
	for _, i := range slices.Compact(cells) {
		corner := b.corner(i).plus(point{6.5, 6.5}) // inside the frame of a cell
		b.rectangle(corner, point{cellSize - 13, cellSize - 13}, 4, setDTint,
			stroke{paint: setD, width: 2.2, dash: dash{9, 5}})
	}
}

// spots draws the marks behind the candidates of the pattern and behind eliminated candidates.
func (b *board) spots() {
	for _, n := range b.Groups {
		lo, hi := b.mark(n[0]), b.mark(n[0])
		for _, c := range n {
			at := b.mark(c)
			lo, hi = point{min(lo.x, at.x), min(lo.y, at.y)}, point{max(hi.x, at.x), max(hi.y, at.y)}
		}
		r := point{markRing + 2, markRing + 2}
		b.rectangle(lo.minus(r), hi.minus(lo).plus(r.times(2)), markRing+2, baseTint, stroke{paint: link, width: 1.8})
	}
	for _, c := range b.Eliminations {
		if _, marked := b.Looks[c]; !marked {
			b.circle(b.mark(c), markRing, victimTint, stroke{})
		}
	}
	for _, c := range Sorted(b.Looks) {
		if slices.Contains(b.Placements, c) { // placed candidates have another mark
			continue
		}
		b.spot(b.mark(c), b.Looks[c])
	}
}

func (b *board) spot(at point, l Look) {
	const r = markRing
	switch l {
	case Disc:
		b.circle(at, r, spot, stroke{paint: link, width: 1.5})
	case Square:
		b.rectangle(at.minus(point{r - 0.5, r - 0.5}), point{2*r - 1, 2*r - 1}, 1.5, spotTwo,
			stroke{paint: cover, width: 1.5})
	case Diamond:
		const far = r + 3
		b.polygon(finTint, stroke{paint: fin, width: 1.6}, at.plus(point{0, -far}), at.plus(point{far, 0}),
			at.plus(point{0, far}), at.plus(point{-far, 0}))
	case Ring:
		b.circle(at, r, none, stroke{paint: ink, width: 1.6})
	case Rings:
		b.circle(at, r+2.5, spotTwo, stroke{paint: cover, width: 1.6})
		b.circle(at, r-0.8, none, stroke{paint: cover, width: 1.6})
	}
}
