package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// gameDrawing is a hint drawn over the board of a game.
type gameDrawing struct {
	Level   string
	ViewBox string
	Shapes  template.HTML // elements of an SVG
	cells   []setdoku.Cell
}

// draw draws a hint over a board, nil without a hint. In cells with marks of the player it draws only candidates of the
// deduction, and in other cells of the deduction all.
func (h *gameHint) draw(s *gameState) *gameDrawing {
	if h == nil {
		return nil
	}
	o := picture.Overlay{Region: h.Cells, Framed: slices.Compact(h.framed), Own: make(map[setdoku.Cell]bool)}
	if h.Hint != nil {
		o.Diagram = picture.Diagram{State: h.Hint.State, Deduction: h.Hint.Shown()}
	}
	for _, c := range s.Cells {
		o.Own[c.Cell] = len(c.Marks)+len(c.Corners) > 0
	}
	for _, w := range h.Wrong {
		o.Wrong = append(o.Wrong, w.Cell)
	}
	if h.Hint != nil && len(h.Hint.Shown().Names()) > 0 {
		o.Region = nil // the deduction has its own units and cells
	}
	if o.State.Variant = s.Board; s.Variant == "" {
		o.State.Variant = nil
	}
	shapes, viewBox, cells := o.Shapes()
	return &gameDrawing{h.level, viewBox, template.HTML(shapes), cells} // picture escapes its texts
}

// CellList returns the cells in which the drawing has candidates, as a text for the script of the page.
func (d *gameDrawing) CellList() string { return strings.Trim(fmt.Sprintf("%d", d.cells), "[]") }
