package picture

import (
	"fmt"
	"slices"

	"setdoku"
)

// draw makes the drawing that both back ends write.
func draw(d Diagram) *drawing {
	b := &board{drawing: &drawing{}}
	b.frame(d)
	p := read(d)
	b.units(p)
	b.cells(p)
	b.gridLines()
	b.bands(p)
	b.spots(p)
	b.edges(p)
	b.digits(d.State)
	if d.Marks || d.deduces() {
		b.pencilMarks(d, p)
	}
	b.letters(p)
	b.legend(p)
	b.tables(d.Tables)
	b.shapes[0].points[1] = point{b.width, b.height}
	return b.drawing
}

// title returns the title of the picture.
func (d *Diagram) title() string {
	if d.Title == "" {
		return "Sudoku grid"
	}
	return d.Title
}

// describe describes the picture in words.
func (d *Diagram) describe() string {
	filled := 0
	for _, v := range d.State.Filled() {
		if v != 0 {
			filled++
		}
	}
	text := fmt.Sprintf("%d of 81 cells are filled.", filled)
	if d.Note != "" {
		text = d.Note + " " + text
	}
	name := func(c setdoku.Candidate, sign string) string {
		return fmt.Sprintf("%s%s%d", setdoku.CellName(setdoku.CellIndex(c.Cell)), sign, c.Digit)
	}
	for _, list := range []struct {
		words, sign string
		of          []setdoku.Candidate
	}{{" Placed:", "=", d.Placements}, {" Eliminated:", "<>", d.Eliminations}} {
		for k, c := range list.of {
			if k == 0 {
				text += list.words
			}
			text += " " + name(c, list.sign)
		}
		if len(list.of) > 0 {
			text += "."
		}
	}
	return text
}

// pencilMarks draws the candidates, emphasizes those of the pattern, and shows which are placed or eliminated.
func (b *board) pencilMarks(d Diagram, p *pattern) {
	live, filled := d.State.Candidates(), d.State.Filled()
	if d.Unknown {
		live = [setdoku.CellCount]setdoku.DigitSet{}
	}
	placements := candidates(d.Placements)
	for _, c := range p.struck { // even if the state does not have them
		if filled[c.cell] == 0 {
			live[c.cell] |= setdoku.SetOf(c.digit)
		}
	}
	for _, marked := range []bool{false, true} {
		for i, m := range live {
			for ; m != 0; m &= m - 1 {
				c := candidate{i, m.Lowest()}
				if slices.Contains(placements, c) {
					continue
				}
				_, in := p.spots[c]
				if in = in || slices.Contains(p.struck, c); in != marked {
					continue
				}
				paint := pencil
				if marked {
					paint = ink
				}
				b.label(b.mark(c.cell, c.digit), markText, marked, paint, fmt.Sprint(c.digit))
			}
		}
	}
	for _, c := range placements {
		b.circle(b.mark(c.cell, c.digit), markRing, fresh, stroke{paint: fresh, width: 2})
	}
	for _, c := range placements {
		b.label(b.mark(c.cell, c.digit), markText, true, white, fmt.Sprint(c.digit))
	}
	for _, c := range p.struck {
		b.strike(b.mark(c.cell, c.digit))
	}
}

// strike crosses out a candidate.
func (b *board) strike(at point) {
	const r = markRing + 0.5
	b.line(stroke{paint: victim, width: 2.6}, at.plus(point{-r, r}), at.plus(point{r, -r}))
}
