// Package picture draws grids: digits, pencil marks, the units, cells and links of a deduction's pattern, and the
// effect of the deduction. A Diagram becomes one drawing, which is written as SVG or PNG. Sheet writes pages of
// puzzles for print.
//
// A Pattern is the evidence of a deduction as words, notation and pictures need it: its parts, its chain, sets, nets
// and hypotheses, and their marks (marked.go). The package does not know about databases.
package picture

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"setdoku"
)

// Diagram is the content of one picture. The zero value is an empty grid.
type Diagram struct {
	Title string // above the grid; screen readers read it first
	Note  string // one or two sentences below the title, shortened if long; the SVG's description has them in full
	State setdoku.State
	Marks bool // draw pencil marks; deductions always have them
	// Unknown is true if the pencil marks of State are unknown. Then only the eliminated ones are drawn.
	Unknown bool
	// Digit emphasizes the cells of one digit, and leaves out the links that have no end with it. 0 shows all
	// digits alike.
	Digit uint8

	// Deduction is the deduction to show, or an empty one. The evidence may have several patterns, one after the other.
	// Roles that techniques use are drawn as docs/techniques.md shows. Any other role marks its cell, candidate or unit
	// as part of the pattern. Without evidence only the effect is marked.
	setdoku.Deduction

	Tables []Table // drawn next to the grid
}

// deduces reports whether the diagram shows a deduction.
func (d *Diagram) deduces() bool {
	return len(d.Evidence)+len(d.Placements)+len(d.Eliminations) > 0
}

// Theme selects the colors of a picture.
type Theme string

// The themes. Auto follows the color scheme of the reader's screen and is light in print. A PNG cannot adapt and
// is light.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Themes lists all themes.
var Themes = [...]Theme{Auto, Light, Dark}

// DefaultWidth is the default width of a PNG in pixels. MaxWidth is the largest width.
const (
	DefaultWidth = 900
	MaxWidth     = 8000
)

// Options specify how a diagram is drawn. The zero value gives a good picture.
type Options struct {
	Theme Theme // "" is Auto
	// Width is the width in pixels. With 0, an SVG fills the available width and a PNG has DefaultWidth.
	Width int
	// ID is the prefix of the ids in an SVG, for pages with several pictures. The default is "picture".
	ID string
	// Inline leaves out the style sheet of an SVG, for a page that has StyleSheet. It also leaves out the title, which
	// a browser would show whenever the pointer is above the picture. Screen readers read Label instead.
	Inline bool
	Label  string
}

// ErrDiagram is wrapped by every error about the content of a diagram or about the options.
var ErrDiagram = errors.New("cannot be drawn")

// SVG writes the diagram as a self-contained SVG document.
func SVG(w io.Writer, d Diagram, o Options) error {
	if err := d.check(o); err != nil {
		return err
	}
	return writeSVG(w, draw(d), d, o)
}

// check returns an error for cells, digits, units and options that do not exist.
func (d *Diagram) check(o Options) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrDiagram, fmt.Sprintf(format, args...))
	}
	if o.Theme != "" && !slices.Contains(Themes[:], o.Theme) {
		return fail("theme %q", o.Theme)
	}
	board := d.State.Board()
	has := func(cell setdoku.Cell) bool { return cell.Valid() && board.Peers[cell.Index()] != nil }
	if int(d.Digit) > board.Size {
		return fail("digit %d", d.Digit)
	}
	if o.Width < 0 || o.Width > MaxWidth {
		return fail("%d pixels wide, want at most %d", o.Width, MaxWidth)
	}
	for _, list := range [][]setdoku.Candidate{d.Placements, d.Eliminations} {
		for _, c := range list {
			if !c.Valid() || !has(c.Cell) || int(c.Digit) > board.Size {
				return fail("digit %d in cell %d", c.Digit, c.Cell)
			}
		}
	}
	for k, p := range d.Evidence {
		switch {
		case p.Cell != 0 && !has(p.Cell):
			return fail("part %d, role %s: cell %d", k, p.Role, p.Cell)
		case int(p.Digit) > board.Size:
			return fail("part %d, role %s: digit %d", k, p.Role, p.Digit)
		case p.Unit != 0 && !board.HasUnit(p.Unit):
			return fail("part %d, role %s: unit %d", k, p.Role, p.Unit)
		}
	}
	for _, t := range d.Tables {
		for k, row := range t.Rows {
			if len(row) != len(t.Columns) {
				return fail("table %s: row %d has %d values, want %d", t.Title, k+1, len(row), len(t.Columns))
			}
		}
	}
	for i, v := range d.State.Filled() {
		if int(v) > board.Size || v != 0 && board.Peers[i] == nil {
			return fail("digit %d in cell %d", v, setdoku.CellAt(i))
		}
	}
	return nil
}
