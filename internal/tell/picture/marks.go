package picture

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku/internal/tell/marking"
)

// units shades the units of a pattern. Base units have a solid frame, cover units a dashed one.
func (b *board) units(p *pattern) {
	for _, u := range p.units {
		corner, size := b.unitArea(u.unit)
		inset := point{2.5, 2.5}
		fill, line := baseTint, stroke{paint: base, width: 2.2}
		switch u.look {
		case marking.Covering:
			inset = point{5, 5}
			fill, line = coverTint, stroke{cover, 2.2, dash{9, 6}}
		case marking.Dotted:
			fill, line = victimTint, stroke{victim, 2.2, dash{2, 5}}
		}
		b.rectangle(corner.plus(inset), size.minus(inset.times(2)), 7, fill, line)
	}
}

// hues returns the fill and the frame of each look of a cell.
func hues(l marking.Look) (fill, line paint) {
	switch l {
	case marking.SetA:
		return setATint, setA
	case marking.SetA + 1:
		return setBTint, setB
	case marking.SetA + 2:
		return setCTint, setC
	case marking.SetA + 3, marking.Double:
		return setDTint, setD
	case marking.Dotted:
		return victimTint, victim
	}
	return baseTint, base
}

// cells shades and frames the cells of a pattern. If a cell is in two sets, it has two frames, one inside the
// other.
func (b *board) cells(p *pattern) {
	depth := make(map[int]float64)
	for _, m := range p.cells {
		fill, line := hues(m.look)
		s := stroke{paint: line, width: 2.2}
		if m.look == marking.Dotted {
			s.dash = dash{2, 5}
		}
		in := 3.5 + 4*depth[m.cell]
		depth[m.cell]++
		inset := point{in, in}
		b.rectangle(b.corner(m.cell).plus(inset), point{cellSize, cellSize}.minus(inset.times(2)), 6, fill, s)
		if m.look == marking.Double {
			inset = point{in + 3.5, in + 3.5}
			b.rectangle(b.corner(m.cell).plus(inset), point{cellSize, cellSize}.minus(inset.times(2)), 4, none, stroke{paint: line, width: 1.4})
		}
	}
}

// letters draws the letters of the sets in a corner of their cells.
func (b *board) letters(p *pattern) {
	count := make(map[int]float64)
	for _, m := range p.cells {
		if m.letter == "" {
			continue
		}
		_, line := hues(m.look)
		at := b.corner(m.cell).plus(point{cellSize - 6 - 13*count[m.cell], 5.5})
		count[m.cell]++
		b.tab(at, line, m.letter)
	}
	for _, c := range sortedCandidates(p.order) {
		beside := markRing + 3.0
		if c.digit%3 == 0 { // there is a line of the grid
			beside = -beside
		}
		at := b.mark(c.cell, c.digit).plus(point{beside, -markRing})
		b.label(at, 11, true, fin, fmt.Sprint(p.order[c]))
	}
}

// tab draws a letter in a disc.
func (b *board) tab(at point, hue paint, letter string) {
	b.circle(at, 7, hue, stroke{paint: paper, width: 1})
	b.label(at, 10.5, true, white, letter)
}

// sortedCandidates returns the keys of a map by cell and digit, so that a picture is always the same.
func sortedCandidates[V any](m map[candidate]V) []candidate {
	var out []candidate
	for c := range m {
		out = append(out, c)
	}
	slices.SortFunc(out, func(c, d candidate) int {
		return cmp.Or(cmp.Compare(c.cell, d.cell), cmp.Compare(c.digit, d.digit))
	})
	return out
}

// bands draws the sides of rectangles behind the pencil marks.
func (b *board) bands(p *pattern) {
	for _, r := range p.bands {
		corners := make([]point, 4)
		for k, i := range []int{r[0], r[1], r[3], r[2]} {
			corners[k] = b.center(i)
		}
		b.polygon(none, stroke{paint: setDTint, width: 12}, corners...)
		for _, i := range r {
			corner := b.corner(i).plus(point{6.5, 6.5}) // inside the frame of a cell
			b.rectangle(corner, point{cellSize - 13, cellSize - 13}, 4, setDTint, stroke{paint: setD, width: 2.2, dash: dash{9, 5}})
		}
	}
}

// spots draws the marks behind the candidates of the pattern and behind eliminated candidates.
func (b *board) spots(p *pattern) {
	for _, n := range p.groups {
		lo, hi := b.mark(n[0].cell, n[0].digit), b.mark(n[0].cell, n[0].digit)
		for _, c := range n {
			at := b.mark(c.cell, c.digit)
			lo, hi = point{min(lo.x, at.x), min(lo.y, at.y)}, point{max(hi.x, at.x), max(hi.y, at.y)}
		}
		r := point{markRing + 2, markRing + 2}
		b.rectangle(lo.minus(r), hi.minus(lo).plus(r.times(2)), markRing+2, baseTint, stroke{paint: link, width: 1.8})
	}
	for _, c := range p.struck {
		if _, marked := p.spots[c]; !marked {
			b.circle(b.mark(c.cell, c.digit), markRing, victimTint, stroke{})
		}
	}
	placed := candidates(p.d.Placements)
	for _, c := range sortedCandidates(p.spots) {
		if slices.Contains(placed, c) { // placed candidates have another mark
			continue
		}
		b.spot(b.mark(c.cell, c.digit), p.spots[c])
	}
}

func (b *board) spot(at point, l marking.Look) {
	const r = markRing
	switch l {
	case marking.Disc:
		b.circle(at, r, spot, stroke{paint: link, width: 1.5})
	case marking.Square:
		b.rectangle(at.minus(point{r - 0.5, r - 0.5}), point{2*r - 1, 2*r - 1}, 1.5, spotTwo, stroke{paint: cover, width: 1.5})
	case marking.Diamond:
		const far = r + 3
		b.polygon(finTint, stroke{paint: fin, width: 1.6}, at.plus(point{0, -far}), at.plus(point{far, 0}), at.plus(point{0, far}), at.plus(point{-far, 0}))
	case marking.Ring:
		b.circle(at, r, none, stroke{paint: ink, width: 1.6})
	case marking.Rings:
		b.circle(at, r+2.5, spotTwo, stroke{paint: cover, width: 1.6})
		b.circle(at, r-0.8, none, stroke{paint: cover, width: 1.6})
	}
}
