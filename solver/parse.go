package solver

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// ParseState reads one puzzle in any layout that the commands read, with its placed digits and crossed-out candidates.
// A text may name its board, as in "6x6 3..5..."; board is that of a text that names none, nil for classic.
//
// The error names the place of the first mistake, and wraps setdoku.Repeat if a unit has a digit twice.
func ParseState(text string, board *setdoku.Variant) (setdoku.State, error) {
	r := format.NewReader(strings.NewReader(text+"\n"), "")
	r.SetVariant(board)
	var p, second format.Puzzle
	switch err := r.Next(&p); {
	case errors.Is(err, io.EOF):
		return setdoku.State{}, fmt.Errorf("no puzzle in %.40q", text)
	case err != nil:
		return setdoku.State{}, fmt.Errorf("parse: %w", err)
	}
	switch err := r.Next(&second); {
	case err == nil:
		return setdoku.State{}, fmt.Errorf("line %d: a second puzzle, want one", second.Line)
	case !errors.Is(err, io.EOF):
		return setdoku.State{}, fmt.Errorf("parse: %w", err)
	}
	return p.State, nil
}
