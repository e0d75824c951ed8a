package solver

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// ParseState reads one puzzle in any layout that the commands read, with its placed digits and crossed-out candidates.
// A text may name its board, as in "6x6 3..5..."; board is that of a text that names none, nil for classic.
//
// The error names the place of the first mistake, and wraps setdoku.Repeat if a unit has a digit twice.
func ParseState(text string, board *setdoku.Variant) (puzzle setdoku.State, err error) {
	count := 0
	for found, err := range ReadStates(strings.NewReader(text), board) {
		if err != nil {
			return setdoku.State{}, err
		}
		if count++; count > 1 {
			return setdoku.State{}, errors.New("the text has a second puzzle, want one")
		}
		puzzle = found
	}
	if count == 0 {
		err = fmt.Errorf("no puzzle in %.40q", text)
	}
	return puzzle, err
}

// FormatState returns the line that ParseState reads as the same state: a character for each cell of the board, row by
// row, with the name of the board before it unless that is classic, such as "6x6 3..5...". If the state is more than
// givens, a placed digit has a + before it, and the crossed-out candidates follow.
func FormatState(s setdoku.State) string { return format.Short(s) }

// ReadStates reads the puzzles of a list of any size, as ParseState reads one. It yields an error for each part of the
// list that looks like a puzzle and is none, and goes on behind it. An error of r ends the loop. A list without a
// puzzle is no error.
func ReadStates(r io.Reader, board *setdoku.Variant) iter.Seq2[setdoku.State, error] {
	return func(yield func(setdoku.State, error) bool) {
		in := format.NewReader(r, "text")
		in.SetVariant(board)
		for {
			var p format.Puzzle
			err := in.Next(&p)
			if err == io.EOF || errors.Is(err, format.ErrNoPuzzles) {
				return
			}
			_, goOn := errors.AsType[*format.LineError](err)
			if !yield(p.State, err) || err != nil && !goOn {
				return
			}
		}
	}
}
