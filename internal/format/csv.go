package format

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"

	"setdoku/internal/grid"
)

// csvTable is the header of a CSV file: which column says what, -1 for none.
type csvTable struct {
	columns  int
	puzzle   int
	solution int
	id       int
	fields   [][]byte // of the row at hand
}

// newTable reads a header, or returns nil when a line is none: it has to have a
// column quizzes or puzzle.
func newTable(line []byte) *csvTable {
	t := &csvTable{puzzle: -1, solution: -1, id: -1}
	if t.split(line) != nil {
		return nil
	}
	t.columns = len(t.fields)
	for i, f := range t.fields {
		switch strings.ToLower(string(bytes.TrimSpace(f))) {
		case "quizzes", "puzzle":
			t.puzzle = i
		case "solutions", "solution":
			t.solution = i
		case "id":
			t.id = i
		}
	}
	if t.puzzle < 0 {
		return nil
	}
	return t
}

// split cuts a record into t.fields. Quotes are left to encoding/csv; records
// without them, which are nearly all, take a shorter way.
func (t *csvTable) split(record []byte) error {
	t.fields = t.fields[:0]
	if bytes.IndexByte(record, '"') >= 0 {
		r := csv.NewReader(bytes.NewReader(record))
		r.FieldsPerRecord = -1
		fields, err := r.Read()
		for _, f := range fields {
			t.fields = append(t.fields, []byte(f))
		}
		return err
	}
	for {
		i := bytes.IndexByte(record, ',')
		if i < 0 {
			t.fields = append(t.fields, record)
			return nil
		}
		t.fields = append(t.fields, record[:i])
		record = record[i+1:]
	}
}

// takeRecord handles a line after the header; ok is false when it made no puzzle.
func (r *Reader) takeRecord(line []byte) (p Puzzle, ok bool, err error) {
	start := r.src.n
	if r.src.long {
		return p, false, r.broken(start, line, errLongLine)
	}
	if trimmed := bytes.TrimLeft(line, blanks); len(trimmed) == 0 || trimmed[0] == '#' {
		return p, false, nil
	}
	err = r.table.split(line)
	if errors.Is(err, csv.ErrQuote) && bytes.Count(line, []byte{'"'})%2 == 1 {
		if line, err = r.joinRecord(line); err == nil {
			err = r.table.split(line)
		}
	}
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		err = e.Err // its own line number would count from this record
	}
	if err == nil {
		p, err = r.table.puzzleOf()
	}
	if err != nil {
		return Puzzle{}, false, r.broken(start, line, err)
	}
	if err := p.State.Givens.Check(); err != nil {
		return Puzzle{}, false, r.lineError(start, err)
	}
	p.File, p.Line, p.Text = r.file, start, oneLine(string(line))
	return p, true, nil
}

// joinRecord appends the lines that a quoted field goes on in. When one of them
// is a good record by itself, the quote is a slip and only its own line is lost.
func (r *Reader) joinRecord(line []byte) ([]byte, error) {
	record := bytes.Clone(line)
	for {
		next, err := r.src.next()
		if err != nil { // the end, or a read error which the next record meets again
			return record, nil
		}
		if r.table.good(next) {
			r.src.hold()
			return record, csv.ErrQuote
		}
		if r.src.long || len(record)+1+len(next) > maxLine {
			return record, errors.New("a quoted field has no end")
		}
		record = append(append(record, '\n'), next...)
		if bytes.Count(next, []byte{'"'})%2 == 1 {
			return record, nil
		}
	}
}

// good reports whether a line is a record that makes a puzzle.
func (t *csvTable) good(line []byte) bool {
	if t.split(line) != nil {
		return false
	}
	_, err := t.puzzleOf()
	return err == nil
}

// puzzleOf makes a puzzle of the row at hand.
func (t *csvTable) puzzleOf() (p Puzzle, err error) {
	if len(t.fields) != t.columns {
		return p, fmt.Errorf("columns: %d, want %d as in the header", len(t.fields), t.columns)
	}
	if p.State.Givens, err = fieldCells(t.fields[t.puzzle]); err != nil {
		return p, err
	}
	if t.id >= 0 {
		p.Name = oneLine(string(t.fields[t.id]))
	}
	if t.solution < 0 || len(bytes.Trim(t.fields[t.solution], blanks)) == 0 {
		return p, nil
	}
	var d grid.Digits
	if d, err = fieldCells(t.fields[t.solution]); err != nil {
		return p, fmt.Errorf("solution: %w", err)
	}
	p.Solution = d.String()
	return p, nil
}
