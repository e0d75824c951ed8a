package picture

import (
	"cmp"
	"slices"

	"setdoku/internal/tell/marking"
)

// sample is an entry of the legend: a drawn example and its meaning.
type sample struct {
	draw func(b *board, at point)
	text string
}

// legend explains, below the grid, the symbols of the pattern.
func (b *board) legend(p *pattern) {
	samples := p.samples()
	if len(samples) == 0 {
		return
	}
	const lineHeight, size, gap = 27.0, 14.0, 20.0
	x, y := leftEdge, b.height+lineHeight/2-4
	for _, s := range samples {
		width := 34 + textWidth(s.text, size, false)
		if x > leftEdge && x+width > leftEdge+boardSize {
			x, y = leftEdge, y+lineHeight
		}
		s.draw(b, point{x + 14, y})
		b.text(point{x + 34, y}, size, false, pencil, s.text)
		x += width + gap
	}
	b.height = y + lineHeight/2 + 6
}

// samples returns the entries for the symbols of a pattern.
func (p *pattern) samples() (out []sample) {
	box := func(fill paint, s stroke) func(*board, point) { // a cell
		return func(b *board, at point) { b.rectangle(at.minus(point{10, 10}), point{20, 20}, 4, fill, s) }
	}
	bar := func(fill paint, s stroke) func(*board, point) { // a unit
		return func(b *board, at point) { b.rectangle(at.minus(point{15, 7}), point{30, 14}, 4, fill, s) }
	}
	placed := candidates(p.d.Placements)
	add := func(has bool, text string, draw func(*board, point)) {
		if has {
			out = append(out, sample{draw, text})
		}
	}
	unit := func(l marking.Look) bool {
		return slices.ContainsFunc(p.units, func(u unitMark) bool { return u.look == l })
	}
	cell := func(is func(cellMark) bool) bool { return slices.ContainsFunc(p.cells, is) }
	add(unit(marking.Solid), p.unitName(), bar(baseTint, stroke{paint: base, width: 2.2}))
	add(unit(marking.Covering), "cover unit", bar(coverTint, stroke{cover, 2.2, dash{9, 6}}))
	add(unit(marking.Dotted), "contradiction", bar(victimTint, stroke{victim, 2.2, dash{2, 5}}))
	add(cell(func(m cellMark) bool { return m.look == marking.Dotted }), "contradiction", box(victimTint, stroke{victim, 2.2, dash{2, 5}}))
	add(cell(func(m cellMark) bool { return m.look == marking.Solid }), "cell of the pattern", box(baseTint, stroke{paint: base, width: 2.2}))
	add(len(p.bands) > 0, "rectangle", box(setDTint, stroke{setD, 2.2, dash{9, 5}}))
	add(cell(func(m cellMark) bool { return m.look == marking.Double }), p.stemName(), func(b *board, at point) {
		b.rectangle(at.minus(point{10, 10}), point{20, 20}, 4, setDTint, stroke{paint: setD, width: 2.2})
		b.rectangle(at.minus(point{6.5, 6.5}), point{13, 13}, 3, none, stroke{paint: setD, width: 1.4})
	})
	add(cell(func(m cellMark) bool { return m.letter != "" }), p.letterName(), func(b *board, at point) {
		b.rectangle(at.minus(point{10, 10}), point{20, 20}, 4, setATint, stroke{paint: setA, width: 2.2})
		b.tab(at.plus(point{7, -7}), setA, "A")
	})
	for _, l := range []struct {
		look marking.Look
		text string
	}{{marking.Disc, p.plainName()}, {marking.Square, "the other color"}, {marking.Diamond, p.diamondName()}, {marking.Ring, p.ringName()}, {marking.Rings, "assumed"}} {
		has := false
		for c, m := range p.spots {
			has = has || m == l.look && !slices.Contains(placed, c)
		}
		add(has, l.text, func(b *board, at point) { b.spot(at, l.look) })
	}
	add(len(p.groups) > 0, "group, one of them", func(b *board, at point) {
		b.rectangle(at.minus(point{14, 8}), point{28, 16}, 8, baseTint, stroke{paint: link, width: 1.8})
	})
	for _, strong := range []bool{true, false} {
		of := func(e edge) bool { return e.strong == strong }
		k := slices.IndexFunc(p.edges, of)
		text := "strong link"
		if !strong {
			text = "weak link"
		}
		add(k >= 0, text, func(b *board, at point) {
			b.arrow(arc{at.minus(point{15, 0}), at, at.plus(point{15, 0})}, p.edges[k])
			if p.edges[k].through != "" {
				b.tab(at, p.edges[k].hue, p.edges[k].through)
			}
		})
	}
	add(len(placed) > 0, "placed", func(b *board, at point) {
		b.circle(at, markRing, fresh, stroke{paint: fresh, width: 2})
		b.label(at, markText, true, white, "5")
	})
	add(len(p.struck) > 0, "eliminated", func(b *board, at point) {
		b.circle(at, markRing, victimTint, stroke{})
		b.label(at, markText, true, ink, "5")
		b.strike(at)
	})
	return out
}

func (p *pattern) unitName() string {
	if p.has("cover") {
		return "base unit"
	}
	return "unit of the pattern"
}

// letterName names the cells with letters.
func (p *pattern) letterName() string {
	return cmp.Or(p.means(func(r marking.Role) bool { return r.Tab != "" }), "almost locked set")
}

// stemName names the cell with two frames.
func (p *pattern) stemName() string {
	return p.means(func(r marking.Role) bool { return r.Frame == marking.Double })
}

// means returns the legend text of the first role of the pattern that satisfies so.
func (p *pattern) means(so func(marking.Role) bool) string {
	for _, q := range p.parts {
		if r := marking.Of(q.Role); so(r) && r.Means != "" {
			return r.Means
		}
	}
	return ""
}

func (p *pattern) plainName() string {
	switch {
	case p.has("color"), p.has("bivalue") && !p.has("bridge"):
		return "one color"
	case p.has("assume"):
		return "follows, in this order"
	}
	return "place of the pattern"
}

func (p *pattern) diamondName() string {
	if p.has("assume") {
		return "then goes, in this order"
	}
	return "fin"
}

func (p *pattern) ringName() string {
	if p.oneOf {
		return "one of these holds"
	}
	if p.has("contradiction") {
		return "had to be here"
	}
	return "one of these holds"
}
