package play

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
)

// gameDrawing is a hint drawn over the board of a game. A cell is 100 wide and high.
type gameDrawing struct {
	Size       int // cells in a row of the board
	Level      string
	Cells      []drawnCell
	Links      []drawnLink
	Candidates []drawnCandidate
}

// drawnCell marks a cell. Kind is region, pattern, blocker or wrong.
type drawnCell struct {
	X, Y int
	Kind string
}

// drawnCandidate marks a digit in a cell. Kind is eliminate, place, or how the candidate belongs to the pattern, see
// pattern.Look.
type drawnCandidate struct {
	X, Y, Size int
	setdoku.Candidate
	Kind string
}

// drawnLink joins two candidates.
type drawnLink struct {
	X1, Y1, X2, Y2 int
	Strong         bool
}

// Radius of the disc of a candidate, and of a digit that the hint places.
const (
	candidateSize = 15
	placeSize     = 38
)

// Drawing returns the drawing of the hint, or nil.
func (v gameData) Drawing() *gameDrawing {
	if v.Hint == nil {
		return nil
	}
	h, d := v.Hint, &gameDrawing{Size: v.State.Board.Size, Level: v.Hint.Level}
	for _, cell := range h.Cells {
		d.cell(cell, "region")
	}
	for _, w := range h.Wrong {
		d.cell(w.Cell, "wrong")
	}
	if h.Level != "where" && len(h.Wrong) == 0 {
		d.frames(h)
	}
	if h.Level == "why" {
		d.reason(h, &v.State)
		d.plain(h, &v.State)
	}
	return d
}

// plain writes the other candidates into those cells of the drawing in which the player has no marks.
func (d *gameDrawing) plain(h *gameHint, s *gameState) {
	drawn := map[setdoku.Cell]setdoku.DigitSet{}
	for _, c := range d.Candidates {
		drawn[c.Cell] |= setdoku.SetOf(c.Digit)
	}
	for _, p := range h.Place {
		drawn[p.Cell] = setdoku.AllDigits // its large digit fills the cell
	}
	for _, cell := range slices.Sorted(maps.Keys(drawn)) {
		if len(s.at(cell).Marks) == 0 {
			for _, digit := range (h.candidates[cell.Index()] &^ drawn[cell]).Digits() {
				d.candidate(setdoku.Candidate{Cell: cell, Digit: digit}, "plain")
			}
		}
	}
}

// reason draws the candidates of the pattern, the links between them and what follows. A digit that is placed is large,
// unless it would hide marks of the player.
func (d *gameDrawing) reason(h *gameHint, s *gameState) {
	seen := map[setdoku.Candidate]bool{}
	for _, p := range h.Place {
		if c := s.at(p.Cell); len(c.Marks)+len(c.Corners) > 0 {
			d.candidate(p, "place")
		} else {
			d.place(p)
		}
		seen[p] = true
	}
	for _, e := range h.Eliminate {
		d.candidate(e, "eliminate")
		seen[e] = true
	}
	for _, cell := range h.Blockers {
		d.cell(cell, "blocker")
	}
	for _, p := range h.Pattern {
		if !seen[p.Candidate] {
			d.candidate(p.Candidate, p.Role)
			seen[p.Candidate] = true
		}
	}
	for _, l := range h.Links {
		if len(l.From) > 0 && len(l.To) > 0 {
			d.link(l)
		}
	}
}

// frames marks the cells of the pattern, each once.
func (d *gameDrawing) frames(h *gameHint) {
	seen := map[setdoku.Cell]bool{}
	for _, p := range h.Pattern {
		if !seen[p.Cell] {
			d.cell(p.Cell, "pattern")
			seen[p.Cell] = true
		}
	}
}

func (d *gameDrawing) cell(cell setdoku.Cell, kind string) {
	d.Cells = append(d.Cells, drawnCell{(cell.Column() - 1) * 100, (cell.Row() - 1) * 100, kind})
}

func (d *gameDrawing) candidate(c setdoku.Candidate, kind string) {
	x, y := d.candidatePlace(c)
	d.Candidates = append(d.Candidates, drawnCandidate{x, y, candidateSize, c, kind})
}

func (d *gameDrawing) place(c setdoku.Candidate) {
	x, y := c.Cell.Column()*100-50, c.Cell.Row()*100-50
	d.Candidates = append(d.Candidates, drawnCandidate{x, y, placeSize, c, "place"})
}

// link draws a link from one disc to the other. A group of candidates is joined at its middle.
func (d *gameDrawing) link(l hintLink) {
	x1, y1 := d.middle(l.From)
	x2, y2 := d.middle(l.To)
	d.Links = append(d.Links, drawnLink{x1, y1, x2, y2, l.Strong})
}

// candidatePlace returns the middle of a digit among those of a cell, which are in three columns, or in two on a
// board of 4x4, as game.css places the marks.
func (d *gameDrawing) candidatePlace(c setdoku.Candidate) (x, y int) {
	columns := 3
	if d.Size == 4 {
		columns = 2
	}
	rows := (d.Size + columns - 1) / columns
	middle := func(k, of int) int { return 5 + 45*(2*k+1)/of }
	k := int(c.Digit) - 1
	return (c.Cell.Column()-1)*100 + middle(k%columns, columns), (c.Cell.Row()-1)*100 + middle(k/columns, rows)
}

func (d *gameDrawing) middle(group []setdoku.Candidate) (x, y int) {
	for _, c := range group {
		cx, cy := d.candidatePlace(c)
		x, y = x+cx, y+cy
	}
	return x / len(group), y / len(group)
}

// Width returns the width of the board.
func (d *gameDrawing) Width() int { return 100 * d.Size }

// cells returns the cells in which the drawing shows candidates. The page hides the player's marks there.
func (d *gameDrawing) cells() map[setdoku.Cell]bool {
	list := map[setdoku.Cell]bool{}
	if d != nil {
		for _, c := range d.Candidates {
			list[c.Cell] = true
		}
	}
	return list
}

// CellList returns these cells as a text for the script of the page.
func (d *gameDrawing) CellList() string {
	return strings.Trim(fmt.Sprintf("%d", slices.Sorted(maps.Keys(d.cells()))), "[]")
}
