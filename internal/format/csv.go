package format

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"

	"setdoku"
)

// csvTable is the header of a CSV file. It holds the index of each column, or -1.
type csvTable struct {
	columns  int
	puzzle   int
	solution int
	id       int
	double   bool     // there are two columns of puzzles
	fields   [][]byte // fields of the current row
	quoted   *bufio.Reader
}

// read reads a header and reports whether the line is one. A header has a column quizzes or puzzle.
func (t *csvTable) read(line []byte) bool {
	if bytes.IndexByte(line, 'z') < 0 && bytes.IndexByte(line, 'Z') < 0 {
		return false // the usual case, found without splitting the line
	}
	t.puzzle, t.solution, t.id, t.double = -1, -1, -1, false
	if t.split(line) != nil {
		return false
	}
	t.columns = len(t.fields)
	for i, f := range t.fields {
		switch strings.ToLower(string(bytes.TrimSpace(f))) {
		case "quizzes", "puzzle":
			t.double = t.puzzle >= 0
			t.puzzle = i
		case "solutions", "solution":
			t.solution = i
		case "id":
			t.id = i
		}
	}
	return t.puzzle >= 0
}

// split splits a record into t.fields. Only records with quotes need encoding/csv, and nearly all records have
// none.
func (t *csvTable) split(record []byte) error {
	t.fields = t.fields[:0]
	if i := bytes.IndexByte(record, '"'); i >= 0 {
		if (i == 0 || record[i-1] == ',') && bytes.IndexByte(record[i+1:], '"') < 0 {
			return csv.ErrQuote // the quote has no end
		}
		if t.quoted == nil {
			t.quoted = bufio.NewReader(nil)
		}
		t.quoted.Reset(bytes.NewReader(record))
		r := csv.NewReader(t.quoted) // with a buffer that all records share
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

// takeRecord handles a line after the header. ok is false if it gives no puzzle.
func (r *Reader) takeRecord(line []byte, p *Puzzle) (ok bool, err error) {
	start := r.src.n
	if r.src.long {
		return false, r.broken(start, line, errLongLine)
	}
	if trimmed := bytes.TrimLeft(line, blanks); len(trimmed) == 0 || trimmed[0] == '#' {
		return false, nil
	}
	err = r.table.split(line)
	if errors.Is(err, csv.ErrQuote) && bytes.Count(line, []byte{'"'})%2 == 1 {
		if line, err = r.joinRecord(line); err == nil {
			err = r.table.split(line)
		}
	}
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		err = e.Err // the line number of e counts from this record
	}
	if err == nil {
		err = r.table.make(p)
	}
	if err != nil {
		if again := (csvTable{quoted: r.table.quoted}); again.read(line) && !again.double {
			*r.table = again // header of the next of several concatenated files
			return false, nil
		}
		if n := bytes.Count(line, []byte{'\n'}); n > 0 {
			err = fmt.Errorf("%w; the quote makes one record of %d lines", err, n+1)
		}
		return false, r.broken(start, line, err)
	}
	p.State.Variant = r.board()
	if err := p.State.Check(); err != nil {
		return false, r.lineError(start, err)
	}
	p.File, p.Line, p.Text = r.file, start, oneLine(string(line))
	return true, nil
}

// joinRecord appends the continuation lines of a quoted field. If one of them is a good record by itself, the
// quote is a mistake, and only its own line is lost.
func (r *Reader) joinRecord(line []byte) ([]byte, error) {
	record := bytes.Clone(line)
	for {
		next, err := r.src.next()
		if err != nil { // the end, or a read error that the next record returns again
			return record, nil
		}
		if r.table.good(next) {
			r.src.hold()
			return record, csv.ErrQuote
		}
		if r.src.long || len(record)+1+len(next) > maxLine {
			r.src.hold()
			return record, errors.New("a quoted field has no end")
		}
		record = append(append(record, '\n'), next...)
		if bytes.Count(next, []byte{'"'})%2 == 1 {
			return record, nil
		}
	}
}

// good reports whether a line is a record that gives a puzzle.
func (t *csvTable) good(line []byte) bool {
	if len(line) < setdoku.CellCount || t.split(line) != nil {
		return false
	}
	var p Puzzle
	return t.make(&p) == nil
}

// make makes a puzzle of the current row.
func (t *csvTable) make(p *Puzzle) (err error) {
	if len(t.fields) != t.columns {
		return fmt.Errorf("columns: %d, want %d as in the header", len(t.fields), t.columns)
	}
	*p = Puzzle{}
	if p.State.Givens, err = fieldCells(t.fields[t.puzzle]); err != nil {
		return err
	}
	if t.id >= 0 {
		p.Name = oneLine(string(t.fields[t.id]))
	}
	if t.solution < 0 || len(bytes.Trim(t.fields[t.solution], blanks)) == 0 {
		return nil
	}
	d, err := fieldCells(t.fields[t.solution])
	if err != nil {
		return fmt.Errorf("solution: %w", err)
	}
	p.Solution = d.String()
	return nil
}
