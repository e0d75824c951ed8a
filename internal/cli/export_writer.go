package cli

import (
	"fmt"
	"io"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/record"
)

// puzzleWriter writes the puzzles of an export, one after the other.
type puzzleWriter interface {
	write(record.Puzzle, setdoku.State) error
	Close() error
}

// newWriter returns a writer of the format of the flags.
func (f *exportFlags) newWriter(w io.Writer) (puzzleWriter, error) {
	if f.is(printed, printedPDF) {
		sheet, err := newSheet(w, f.format,
			picture.SheetOptions{PerPage: f.perPage, Marks: f.marks, Solutions: f.solutions})
		return sheetWriter{sheet}, err
	}
	records, err := format.NewWriter(w, format.Format(f.format))
	return recordWriter{records, f}, err
}

// recordWriter writes an exchange format.
type recordWriter struct {
	*format.Writer
	flags *exportFlags
}

func (w recordWriter) write(p record.Puzzle, state setdoku.State) error {
	fields, err := w.flags.fields(p, state)
	if err != nil {
		return err
	}
	return w.Write(fields)
}

// fields returns the fields of a puzzle for an exchange format.
func (f *exportFlags) fields(p record.Puzzle, state setdoku.State) (format.Puzzle, error) {
	fields := format.Puzzle{State: state, Name: p.Name}
	if f.is(format.CSV) && p.Name == "" {
		fields.Name = fmt.Sprint(p.PuzzleID)
	}
	switch {
	case !f.solutions:
	case f.is(format.CSV):
		fields.Solution = p.Solution
	case p.Solution == "":
		return fields, fmt.Errorf("it is %s and has no solution to write", p.Status)
	default:
		solution, err := setdoku.ParseLine(p.Solution)
		fields.State = setdoku.State{Variant: state.Variant, Givens: solution}
		return fields, err
	}
	return fields, nil
}

// sheetWriter writes puzzles of a database for paper.
type sheetWriter struct{ sheet }

func (w sheetWriter) write(p record.Puzzle, state setdoku.State) error {
	e := picture.Entry{Caption: caption(p), State: state}
	if p.Status != setdoku.StatusNew && p.Status != setdoku.StatusStuck {
		// a finished puzzle has no candidates left: print those of its givens
		e.State = setdoku.State{Variant: state.Variant, Givens: state.Givens}
	}
	if p.Solution != "" {
		solution, err := setdoku.ParseLine(p.Solution)
		if err != nil {
			return fmt.Errorf("column solution: %w", err)
		}
		e.Solution = &solution
	}
	return w.Add(e)
}

// caption is the line above a printed puzzle.
func caption(p record.Puzzle) string {
	parts := []string{fmt.Sprint(p.PuzzleID)}
	if p.Name != "" {
		parts = append(parts, p.Name)
	}
	if p.Level != "" {
		parts = append(parts, p.Level)
	}
	if p.Score > 0 {
		parts = append(parts, fmt.Sprintf("score %d", p.Score))
	}
	return strings.Join(parts, ", ")
}
