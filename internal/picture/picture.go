// Package picture draws grids: digits, pencil marks, the pattern of a deduction with its units, cells and
// links, and what the deduction does. One drawing is made of a Diagram and written as SVG or PNG; Sheet
// writes pages of puzzles to be printed. It knows nothing of databases.
package picture

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"setdoku"
)

// Diagram is what one picture shows. The zero value is an empty grid.
type Diagram struct {
	Title string // above the grid, and what a screen reader says first
	Note  string // a sentence or two below the title, cut when it is long; the description of the SVG has all of it
	State setdoku.State
	Marks bool // draw pencil marks; a deduction is drawn with them in any case
	// Unknown says that nobody knows the pencil marks of State. Then those that a deduction eliminates are drawn alone.
	Unknown bool

	// Parts are the parts of patterns by ordinal, one pattern behind the other. The roles that techniques use are drawn as
	// docs/techniques.md shows; any other marks its cell, candidate or unit as part of the pattern.
	Parts        []setdoku.Evidence
	Placements   []setdoku.Candidate
	Eliminations []setdoku.Candidate

	Tables []Table // drawn beside the grid
}

// deduces reports whether the diagram shows a deduction.
func (d *Diagram) deduces() bool {
	return len(d.Parts)+len(d.Placements)+len(d.Eliminations) > 0
}

// Theme says which colours a picture has.
type Theme string

// The themes. Auto is dark where the reader's screen is and light in print; a PNG cannot choose and is light.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Themes are all themes.
var Themes = [...]Theme{Auto, Light, Dark}

// DefaultWidth is the width of a PNG in pixels where Options has none; MaxWidth is the largest.
const (
	DefaultWidth = 900
	MaxWidth     = 8000
)

// Options say how a diagram is drawn. The zero value is a good picture.
type Options struct {
	Theme Theme // "" is Auto
	// Width in pixels. 0 lets an SVG fill what room it gets; a PNG has DefaultWidth then.
	Width int
	// ID makes the ids in an SVG its own where a page holds several, "" is picture.
	ID string
}

// ErrDiagram is what every error about the content of a diagram or the options wraps.
var ErrDiagram = errors.New("cannot be drawn")

// SVG writes the diagram as an SVG document that needs nothing beside itself.
func SVG(w io.Writer, d Diagram, o Options) error {
	if err := d.check(o); err != nil {
		return err
	}
	return writeSVG(w, draw(d), d, o)
}

// PNG writes the diagram as a PNG image.
func PNG(w io.Writer, d Diagram, o Options) error {
	if err := d.check(o); err != nil {
		return err
	}
	return writePNG(w, draw(d), o)
}

// check returns an error for cells, digits, units and options that do not exist.
func (d *Diagram) check(o Options) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrDiagram, fmt.Sprintf(format, args...))
	}
	if o.Theme != "" && !slices.Contains(Themes[:], o.Theme) {
		return fail("theme %q", o.Theme)
	}
	if o.Width < 0 || o.Width > MaxWidth {
		return fail("%d pixels wide, want at most %d", o.Width, MaxWidth)
	}
	for _, list := range [][]setdoku.Candidate{d.Placements, d.Eliminations} {
		for _, c := range list {
			if !setdoku.ValidCell(c.Cell) || c.Digit < 1 || c.Digit > 9 {
				return fail("digit %d in cell %d", c.Digit, c.Cell)
			}
		}
	}
	for k, p := range d.Parts {
		switch {
		case p.Cell != 0 && !setdoku.ValidCell(p.Cell):
			return fail("part %d, role %s: cell %d", k, p.Role, p.Cell)
		case p.Digit > 9:
			return fail("part %d, role %s: digit %d", k, p.Role, p.Digit)
		case p.Unit < 0 || p.Unit > len(setdoku.Units):
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
		if v > 9 {
			return fail("digit %d in cell %d", v, setdoku.CellNumber(i))
		}
	}
	return nil
}
