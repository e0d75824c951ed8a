package cli

import (
	"fmt"
	"io"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/store"
)

// puzzleWriter writes the puzzles of an export, one after the other.
type puzzleWriter interface {
	write(store.Puzzle, setdoku.State) error
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

func (w recordWriter) write(p store.Puzzle, state setdoku.State) error {
	record, err := w.flags.record(p, state)
	if err != nil {
		return err
	}
	return w.Write(record)
}

// record returns the fields of a puzzle for an exchange format.
func (f *exportFlags) record(p store.Puzzle, state setdoku.State) (format.Puzzle, error) {
	record := format.Puzzle{State: state, Name: p.Name}
	if f.is(format.CSV) && p.Name == "" {
		record.Name = fmt.Sprint(p.PuzzleID)
	}
	switch {
	case !f.solutions:
	case f.is(format.CSV):
		if p.Solution != nil {
			record.Solution = *p.Solution
		}
	case p.Solution == nil:
		return record, fmt.Errorf("it is %s and has no solution to write", p.Status)
	default:
		solution, err := setdoku.ParseLine(*p.Solution)
		record.State = setdoku.State{Variant: state.Variant, Givens: solution}
		return record, err
	}
	return record, nil
}

// sheetWriter writes puzzles of a database for paper.
type sheetWriter struct{ sheet }

func (w sheetWriter) write(p store.Puzzle, state setdoku.State) error {
	e := picture.Entry{Caption: caption(p), State: state}
	if p.Status != setdoku.StatusNew && p.Status != setdoku.StatusStuck {
		// a finished puzzle has no candidates left: print those of its givens
		e.State = setdoku.State{Variant: state.Variant, Givens: state.Givens}
	}
	if p.Solution != nil {
		solution, err := setdoku.ParseLine(*p.Solution)
		if err != nil {
			return fmt.Errorf("column solution: %w", err)
		}
		e.Solution = &solution
	}
	return w.Add(e)
}

// caption is the line above a printed puzzle.
func caption(p store.Puzzle) string {
	parts := []string{fmt.Sprint(p.PuzzleID)}
	if p.Name != "" {
		parts = append(parts, p.Name)
	}
	if p.Level != nil {
		parts = append(parts, *p.Level)
	}
	if p.Score > 0 {
		parts = append(parts, fmt.Sprintf("score %d", p.Score))
	}
	return strings.Join(parts, ", ")
}
