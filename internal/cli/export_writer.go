package cli

import (
	"fmt"
	"io"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// puzzleWriter writes the puzzles of an export, one after the other.
type puzzleWriter interface {
	write(number int, p record.Puzzle, state setdoku.State) error
	Close() error
}

// newWriter returns a writer of the format of the flags.
func (f *exportFlags) newWriter(w io.Writer) (puzzleWriter, error) {
	if f.is(printed, printedPDF) {
		o := f.options()
		o.Marks = f.marks
		sheet, err := newSheet(w, f.format, o)
		return sheetWriter{sheet, f}, err
	}
	records, err := format.NewWriter(w, format.Format(f.format), resultColumns...)
	return recordWriter{records, f}, err
}

// recordWriter writes an exchange format.
type recordWriter struct {
	*format.Writer
	flags *exportFlags
}

func (w recordWriter) write(number int, p record.Puzzle, state setdoku.State) error {
	fields, err := w.flags.fields(p, state)
	if err != nil {
		return err
	}
	if w.flags.names != "" {
		fields.Name = w.flags.label(newNamed(number, p))
	}
	return w.Write(fields)
}

// resultColumns are the columns of csv that a database adds.
var resultColumns = []string{"level", "score", "depth", "source"}

// results returns the values of resultColumns. A value that is not known is empty.
func results(p record.Puzzle) []string {
	values := []string{string(p.Level), "", "", p.Source}
	if p.Status != setdoku.StatusNew {
		values[1] = fmt.Sprint(p.Score)
	}
	if p.Depth != nil {
		values[2] = fmt.Sprint(*p.Depth)
	}
	return values
}

// fields returns the fields of a puzzle for an exchange format.
func (f *exportFlags) fields(p record.Puzzle, state setdoku.State) (format.Puzzle, error) {
	fields := format.Puzzle{State: state, Name: p.Name, More: format.Fields(results(p)...)}
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
		solution, err := setdoku.ParseGrid(p.Solution)
		fields.State = setdoku.State{Variant: state.Variant, Givens: solution}
		return fields, err
	}
	return fields, nil
}

// sheetWriter writes puzzles of a database for paper.
type sheetWriter struct {
	sheet
	flags *exportFlags
}

func (w sheetWriter) write(number int, p record.Puzzle, state setdoku.State) error {
	e := picture.Entry{Caption: caption(p), State: state}
	if w.flags.names != "" {
		e.Caption = w.flags.label(newNamed(number, p))
	}
	if p.Status != setdoku.StatusNew && p.Status != setdoku.StatusStuck {
		// a finished puzzle has no candidates left: print those of its givens
		e.State = setdoku.State{Variant: state.Variant, Givens: state.Givens}
	}
	if p.Solution != "" {
		solution, err := setdoku.ParseGrid(p.Solution)
		if err != nil {
			return fmt.Errorf("column solution: %w", err)
		}
		e.Solution = &solution
	}
	return w.Add(e)
}

// newNamed returns what the name of a puzzle of a database may have.
func newNamed(number int, p record.Puzzle) named {
	return named{number, p.PuzzleID, p.Name, string(p.Level), p.Score, len(strings.ReplaceAll(p.Givens, ".", ""))}
}

// caption is the line above a printed puzzle.
func caption(p record.Puzzle) string {
	parts := []string{fmt.Sprint(p.PuzzleID)}
	if p.Name != "" {
		parts = append(parts, p.Name)
	}
	if p.Level != "" {
		parts = append(parts, string(p.Level))
	}
	if p.Score > 0 {
		parts = append(parts, fmt.Sprintf("score %d", p.Score))
	}
	return strings.Join(parts, ", ")
}
