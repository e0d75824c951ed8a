package game

import (
	"fmt"
	"slices"

	"setdoku"
)

// Action is the kind of a move.
type Action string

// The actions. Undo and Redo are moves of the player, but a game does not keep them.
const (
	Digit  Action = "digit"  // enter Value, 1..9, and remove its marks from the peers
	Place  Action = "place"  // enter Value, 1..9, and leave the marks of the peers
	Mark   Action = "mark"   // remove pencil mark Value if all cells have it, else add it to all
	Corner Action = "corner" // the same for a corner mark
	Cross  Action = "cross"  // cross candidate Value out; a cell without marks gets the marks of its other candidates
	Fill   Action = "fill"   // mark all candidates of all empty cells
	Erase  Action = "erase"  // remove the digits; if there are none, the marks and the colors
	// remove color Value, 1..9, if all cells have it, else add it to all; 0 removes all colors of the cells. With a
	// Digit it is the color of the marks of this digit, of which each has at most one.
	Color   Action = "color"
	Restart Action = "restart" // go back to the start
	Undo    Action = "undo"
	Redo    Action = "redo"
)

// Move is a move of the player.
type Move struct {
	Action Action         `json:"action"`
	Cells  []setdoku.Cell `json:"cells"`           // each once; none for Fill, Restart, Undo and Redo
	Value  int            `json:"value"`           // the digit, mark or color; 0 for the other actions
	Digit  int            `json:"digit,omitempty"` // the candidate that gets the color, 0 for the cell
}

// actions lists all actions.
var actions = []Action{Digit, Place, Mark, Corner, Cross, Fill, Erase, Color, Restart, Undo, Redo}

// changes reports whether a game keeps moves of this action.
func (a Action) changes() bool { return a != Undo && a != Redo }

// needsCells reports whether a move of this action is about cells.
func (a Action) needsCells() bool { return a.changes() && a != Restart && a != Fill }

// values returns the smallest and the largest value of the action on a board of a size.
func (a Action) values(size int) (low, high int) {
	switch a {
	case Digit, Place, Mark, Corner, Cross:
		return 1, size
	case Color:
		return 0, 9
	}
	return 0, 0
}

// check returns an error that wraps ErrMove unless the move exists on a board of a size.
func (m Move) check(size int) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrMove, fmt.Sprintf(format, args...))
	}
	if !slices.Contains(actions, m.Action) {
		return wrong("action %q, want one of %q", m.Action, actions)
	}
	low, high := m.Action.values(size)
	switch {
	case m.Value < low || m.Value > high:
		if high == 0 {
			return wrong("%s with the value %d, want no value", m.Action, m.Value)
		}
		return wrong("%s with the value %d, want %d to %d", m.Action, m.Value, low, high)
	case m.Digit < 0 || m.Digit > size || m.Digit > 0 && m.Action != Color:
		return wrong("%s with the digit %d, want a color of a candidate from 1 to %d, or no digit", m.Action, m.Digit,
			size)
	case m.Action.needsCells() && len(m.Cells) == 0:
		return wrong("%s without a cell", m.Action)
	case !m.Action.needsCells() && len(m.Cells) > 0:
		return wrong("%s with cells, want none", m.Action)
	}
	var seen [setdoku.CellCount]bool
	for _, cell := range m.Cells {
		if !cell.Valid() || cell.Row() > size || cell.Column() > size {
			return wrong("cell %d, want row * 10 + column, 11 to %d", cell, 11*size)
		}
		i := cell.Index()
		if seen[i] {
			return wrong("cell %d twice", cell)
		}
		seen[i] = true
	}
	return nil
}
