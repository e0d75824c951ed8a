package picture

import (
	"cmp"
	"fmt"
	"slices"
)

// sample is an entry of the legend: a drawn example and its meaning.
type sample struct {
	draw func(b *board, at point)
	text string
}

// legend explains, below the grid, the symbols of the pattern.
func (b *board) legend() {
	samples := b.samples()
	if len(samples) == 0 {
		return
	}
	const lineHeight, size, gap = 27.0, 14.0, 20.0
	x, y := leftEdge, b.height+lineHeight/2-4
	for _, s := range samples {
		width := 34 + textWidth(s.text, size, false)
		if x > leftEdge && x+width > leftEdge+b.side() {
			x, y = leftEdge, y+lineHeight
		}
		s.draw(b, point{x + 14, y})
		b.text(point{x + 34, y}, size, false, pencil, s.text)
		x += width + gap
	}
	b.height = y + lineHeight/2 + 6
}

// samples returns the entries for the symbols of a pattern.
func (b *board) samples() (out []sample) {
	add := func(has bool, text string, draw func(*board, point)) {
		if has {
			out = append(out, sample{draw, text})
		}
	}
	unit := func(l Look, text string) {
		has := slices.ContainsFunc(b.Shaded, func(u UnitMark) bool { return u.Look == l })
		add(has, text, func(b *board, at point) { b.box(at.minus(point{15, 7}), point{30, 14}, 0, 4, l) })
	}
	cell := func(l Look, text string) {
		has := slices.ContainsFunc(b.Framed, func(m CellMark) bool { return m.Look == l })
		add(has, text, func(b *board, at point) { b.box(at.minus(point{10, 10}), point{20, 20}, 0, 4, l) })
	}
	unit(Solid, b.unitName())
	unit(Covering, "cover unit")
	unit(Dotted, "contradiction")
	cell(Dotted, "contradiction")
	cell(Solid, "cell of the pattern")
	cell(Blocking, "keeps the digit out")
	swapped := "rectangle"
	if len(b.Bands) > 1 {
		swapped = "could be swapped"
	}
	add(len(b.Bands) > 0, swapped, func(b *board, at point) {
		b.rectangle(at.minus(point{10, 10}), point{20, 20}, 4, setDTint, stroke{setD, 2.2, dash{9, 5}})
	})
	cell(Double, b.stemName())
	letters := slices.ContainsFunc(b.Framed, func(m CellMark) bool { return m.Letter != "" })
	add(letters, b.letterName(), func(b *board, at point) {
		b.box(at.minus(point{10, 10}), point{20, 20}, 0, 4, SetA)
		b.tab(at.plus(point{7, -7}), SetA, "A")
	})
	for _, look := range []Look{Disc, Square, Diamond, Ring, Rings} {
		has := false
		for c, m := range b.Looks {
			has = has || m == look && !slices.Contains(b.Placements, c)
		}
		add(has, b.spotName(look), func(b *board, at point) { b.spot(at, look) })
	}
	add(len(b.Groups) > 0, "group, one of them", func(b *board, at point) {
		b.rectangle(at.minus(point{14, 8}), point{28, 16}, 8, baseTint, stroke{paint: link, width: 1.8})
	})
	for _, strong := range []bool{true, false} {
		of := func(a Arrow) bool { return a.Strong == strong }
		k := slices.IndexFunc(b.Arrows, of)
		text := "strong link"
		if !strong {
			text = "weak link"
		}
		add(k >= 0, text, func(b *board, at point) {
			b.arrow(arc{at.minus(point{15, 0}), at, at.plus(point{15, 0})}, b.Arrows[k])
			if b.Arrows[k].Letter != "" {
				b.tab(at, b.Arrows[k].Look, b.Arrows[k].Letter)
			}
		})
	}
	add(len(b.Placements) > 0, "placed", func(b *board, at point) {
		b.circle(at, markRing, fresh, stroke{paint: fresh, width: 2})
		b.label(at, markText, true, white, b.sampleDigit())
	})
	add(len(b.Eliminations) > 0, "eliminated", func(b *board, at point) {
		b.circle(at, markRing, victimTint, stroke{})
		b.label(at, markText, true, ink, b.sampleDigit())
		b.strike(at)
	})
	return out
}

// sampleDigit is the digit of the samples.
func (b *board) sampleDigit() string { return fmt.Sprint(min(5, b.variant.Size)) }

func (b *board) unitName() string {
	if b.Has("cover") {
		return "base unit"
	}
	return "unit of the pattern"
}

// letterName returns the meaning of the cells with letters.
func (b *board) letterName() string {
	return cmp.Or(b.means(func(r Style) bool { return r.Tab != "" }), "almost locked set")
}

// stemName returns the meaning of the cell with two frames.
func (b *board) stemName() string {
	return b.means(func(r Style) bool { return r.Frame == Double })
}

// means returns the legend text of the first role of the pattern that satisfies so.
func (b *board) means(so func(Style) bool) string {
	for _, q := range b.Parts {
		if r := StyleFor(q.Role); so(r) && r.Means != "" {
			return r.Means
		}
	}
	return ""
}

// spotName names the candidates with a look.
func (b *board) spotName(l Look) string {
	forcing := b.Has("assume")
	switch {
	case l == Square:
		return "the other color"
	case l == Rings:
		return "assumed"
	case l == Disc && (b.Has("color") || b.Has("bivalue") && !b.Has("bridge")):
		return "one color"
	case l == Disc && forcing:
		return "follows, in this order"
	case l == Disc:
		return "place of the pattern"
	case l == Diamond && forcing:
		return "then goes, in this order"
	case l == Diamond:
		return "fin"
	case !b.OneOf && b.Has("contradiction"):
		return "had to be here"
	}
	return "one of these holds"
}
