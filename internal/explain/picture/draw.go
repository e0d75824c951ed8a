package picture

import (
	"fmt"
	"slices"

	"setdoku"
)

// draw makes the drawing that both back ends write.
func draw(d Diagram) *drawing {
	b := newBoard(d)
	b.frame(d)
	b.ground()
	b.filter(d.Digit)
	b.units()
	b.cells()
	b.gridLines()
	b.bands()
	b.spots()
	b.edges()
	b.digits()
	if d.Unknown {
		b.pencilMarks([setdoku.CellCount]setdoku.DigitSet{})
	} else if d.Marks || d.deduces() {
		b.pencilMarks(b.Live)
	}
	b.letters()
	b.legend()
	b.tables(d.Tables)
	b.shapes[0].points[1] = point{b.width, b.height}
	return b.drawing
}

// newBoard returns an empty drawing of a diagram.
func newBoard(d Diagram) *board {
	return &board{drawing: &drawing{}, variant: d.State.Board(), Marked: NewPattern(d.State, d.Deduction).Marked(),
		digit: d.Digit}
}

// title returns the title of the picture.
func (d *Diagram) title() string {
	if d.Title == "" {
		return d.State.Board().Title + " grid"
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
	text := fmt.Sprintf("%d of %d cells are filled.", filled, len(d.State.Board().Cells()))
	if d.Note != "" {
		text = d.Note + " " + text
	}
	for _, list := range []struct {
		words string
		of    []setdoku.Candidate
		name  func(setdoku.Candidate) string
	}{{" Placed:", d.Placements, setdoku.Candidate.Placement},
		{" Eliminated:", d.Eliminations, setdoku.Candidate.Elimination}} {
		if len(list.of) == 0 {
			continue
		}
		text += list.words
		for _, c := range list.of {
			text += " " + list.name(c)
		}
		text += "."
	}
	return text
}

// filter shades the cells that hold a digit or may hold it, and drops the links without it.
func (b *board) filter(digit uint8) {
	if digit == 0 {
		return
	}
	for i, filled := range b.Filled {
		if filled == digit || filled == 0 && b.Live[i].Has(digit) {
			b.rectangle(b.corner(i), point{cellSize, cellSize}, 0, setCTint, stroke{})
		}
	}
	b.Arrows = slices.DeleteFunc(b.Arrows,
		func(a Arrow) bool { return a.From[0].Digit != digit && a.To[0].Digit != digit })
}

// pencilMarks draws candidates and those that are eliminated, emphasizes those of the pattern, and shows which are
// placed or eliminated.
func (b *board) pencilMarks(live [setdoku.CellCount]setdoku.DigitSet) {
	for _, c := range b.Eliminations { // even if the state does not have them
		if b.Filled[c.Cell.Index()] == 0 {
			live[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
		}
	}
	for _, marked := range []bool{false, true} {
		for i, m := range live {
			for _, d := range m.Digits() {
				c := setdoku.CandidateAt(i, d)
				if (b.Looks[c] != None || slices.Contains(b.Eliminations, c)) != marked ||
					slices.Contains(b.Placements, c) {
					continue
				}
				paint, bold := pencil, marked || d == b.digit
				switch {
				case bold:
					paint = ink
				case b.digit != 0:
					paint = faint
				}
				b.label(b.mark(c), markText, bold, paint, fmt.Sprint(c.Digit))
			}
		}
	}
	for _, c := range b.Placements {
		at, scale := b.placed(c)
		b.circle(at, markRing*scale, fresh, stroke{paint: fresh, width: 2})
	}
	for _, c := range b.Placements {
		at, scale := b.placed(c)
		b.label(at, markText*scale, true, white, fmt.Sprint(c.Digit))
	}
	for _, c := range b.Eliminations {
		b.strike(b.mark(c))
	}
}

// placed returns the place of a new digit, and its size as a multiple of a pencil mark.
func (b *board) placed(c setdoku.Candidate) (at point, scale float64) {
	if b.large[c.Cell] {
		return b.center(c.Cell.Index()), digitText / markText
	}
	return b.mark(c), 1
}

// strike crosses out a candidate.
func (b *board) strike(at point) {
	const r = markRing + 0.5
	b.line(stroke{paint: victim, width: 2.6}, at.plus(point{-r, r}), at.plus(point{r, -r}))
}
