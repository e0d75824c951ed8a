package setdoku

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"setdoku/internal/layout"
)

// ParseGrid reads a grid in any layout that the commands read: 81 characters on one line or on several, with separators
// or drawn, pencil marks, a link. A cell is a digit 1..9, or one of . 0 * _ - X x for an empty cell. The text has one
// puzzle of 9x9. Words around it are skipped. A placed digit is as good as a given.
//
// The error names the place of the first mistake. ParseGrid does not compare the digits with each other: Grid.Check
// does.
func ParseGrid(text string) (Grid, error) {
	if d, err := ParseLine(text); err == nil {
		return d, nil
	}
	r := layout.NewReader(strings.NewReader(text), func(variant string) (int, error) {
		v, err := ParseVariant(variant)
		if err != nil {
			return 0, err
		}
		return v.Size, nil
	})
	var rec layout.Record
	if err := r.Next(&rec); errors.Is(err, layout.ErrNoPuzzles) {
		return Grid{}, fmt.Errorf("no grid in %.40q, want %d cells", text, CellCount)
	} else if err != nil {
		return Grid{}, placed(err)
	}
	board := Classic
	if rec.Variant != "" {
		board, _ = ParseVariant(rec.Variant) // Next has checked the name
	}
	if rec.Size != Classic.Size || board.Name != Classic.Name {
		return Grid{}, fmt.Errorf("line %d: a puzzle of another board, want a classic one", rec.Line)
	}
	d := State{Givens: rec.Givens, Placed: rec.Placed}.Filled()
	if rec.Marking == layout.OnlyMarks {
		var marks [CellCount]DigitSet
		for i, m := range rec.Marks {
			marks[i] = DigitSet(m)
		}
		d = FromMarks(nil, &marks).Givens
	}
	switch err := r.Next(&rec); {
	case err == nil:
		return Grid{}, fmt.Errorf("line %d: a second puzzle, want one", rec.Line)
	case !errors.Is(err, io.EOF):
		return Grid{}, placed(err)
	}
	return d, nil
}

// placed returns an error of a text with its line.
func placed(err error) error {
	if bad, ok := errors.AsType[*layout.Error](err); ok {
		return fmt.Errorf("line %d: %w", bad.Line, bad)
	}
	if stop, ok := errors.AsType[*layout.Stop](err); ok {
		return fmt.Errorf("line %d: %w", stop.Line, stop)
	}
	return err
}
