package layout

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// table is the header of a CSV file. It holds the index of each column, or -1.
type table struct {
	delimiter byte
	columns   int
	puzzle    int
	solution  int
	id        int
	settled   bool     // a record has shown the columns
	fields    [][]byte // fields of the current row
	quoted    *bufio.Reader
}

// Names of columns. Only the names of puzzles make a line a header; other headers are found by the record below.
var (
	puzzleNames   = []string{"quizzes", "puzzle", "puzzles", "sudoku", "givens"}
	solutionNames = []string{"solutions", "solution", "answer", "answers"}
	idNames       = []string{"name", "title", "id", "puzzle id", "puzzle_id", "number", "no"}
)

// read reads a header and reports whether it has fields, and a name of the column of puzzles.
func (t *table) read(line []byte) (fits, named bool) {
	t.delimiter = delimiterOf(line)
	t.puzzle, t.solution, t.id, t.settled = -1, -1, -1, false
	if t.split(line) != nil {
		return false, false
	}
	t.columns = len(t.fields)
	best := len(idNames)
	for i, f := range t.fields {
		name := strings.ToLower(string(bytes.TrimSpace(f)))
		switch k := slices.Index(idNames, name); {
		case slices.Contains(puzzleNames, name):
			if named {
				t.puzzle = -1
			} else {
				t.puzzle = i
			}
			named = true
		case slices.Contains(solutionNames, name):
			t.solution = i
		case k >= 0 && k < best:
			t.id, best = i, k
		}
	}
	return true, named
}

// beginsTable reports whether a line is the first record below a header, or makes it the header of a table.
func (r *Reader) beginsTable(pending, line []byte) bool {
	if pending == nil || r.block.count > 0 {
		return false
	}
	fits, named := r.header.read(pending)
	if !fits || !named && r.header.columns < 2 {
		return false
	}
	if !named || r.header.columns == 1 {
		t := r.header
		t.fields = nil
		if t.split(line) != nil || len(t.fields) != t.columns || t.settle(r.size) != nil {
			return false
		}
	}
	t := r.header
	r.table = &t
	r.block.clear()
	r.meta, r.titles = metadata{}, nil
	return true
}

// split splits a record into t.fields. Only records with quotes need encoding/csv, and nearly all records have
// none.
func (t *table) split(record []byte) error {
	t.fields = t.fields[:0]
	if i := bytes.IndexByte(record, '"'); i >= 0 {
		if (i == 0 || record[i-1] == t.delimiter) && bytes.IndexByte(record[i+1:], '"') < 0 {
			return csv.ErrQuote // the quote has no end
		}
		if t.quoted == nil {
			t.quoted = bufio.NewReader(nil)
		}
		t.quoted.Reset(bytes.NewReader(record))
		r := csv.NewReader(t.quoted) // with a buffer that all records share
		r.FieldsPerRecord = -1
		if t.delimiter != 0 {
			r.Comma = rune(t.delimiter)
		}
		fields, err := r.Read()
		for _, f := range fields {
			t.fields = append(t.fields, []byte(f))
		}
		return err
	}
	for t.delimiter != 0 {
		i := bytes.IndexByte(record, t.delimiter)
		if i < 0 {
			break
		}
		t.fields = append(t.fields, record[:i])
		record = record[i+1:]
	}
	t.fields = append(t.fields, record)
	return nil
}

// settle finds the columns of the puzzle and of the solution by the fields of a record: the first column that is the
// cells of a board, and another one that is a digit for each cell. The header decides only where both are possible.
func (t *table) settle(size int) error {
	var puzzles, solutions []int
	near := false // a field is a puzzle with a mistake
	for i, f := range t.fields {
		f = bytes.Trim(f, blanks)
		near = near || !areCells(f, size) && isNear(f, size*size)
		if areCells(f, size) {
			puzzles = append(puzzles, i)
		}
		if areDigits(f, size) {
			solutions = append(solutions, i)
		}
	}
	if len(puzzles) == 0 || near && len(puzzles) == len(solutions) {
		return errors.New("no column of puzzles")
	}
	if !slices.Contains(puzzles, t.puzzle) {
		t.puzzle = puzzles[0]
		for _, i := range puzzles {
			if !slices.Contains(solutions, i) {
				t.puzzle = i
				break
			}
		}
	}
	if !slices.Contains(solutions, t.solution) || t.solution == t.puzzle {
		for _, i := range solutions {
			if i != t.puzzle {
				t.solution = i
				break
			}
		}
	}
	t.settled = true
	return nil
}

// takeRecord handles a line after the header. ok is false if it gives no puzzle.
func (r *Reader) takeRecord(line []byte, rec *Record) (ok bool, err error) {
	rec.Line = r.src.n
	if r.src.long {
		return false, r.wrong(line, "", errLongLine, 0)
	}
	if trimmed := bytes.TrimLeft(line, blanks); len(trimmed) == 0 || trimmed[0] == '#' {
		return false, nil
	}
	start := r.src.n
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
		err = r.table.make(rec, r.size, line)
	}
	if err != nil {
		again := table{quoted: r.table.quoted}
		if _, named := again.read(line); named {
			*r.table = again // header of the next of several concatenated files
			return false, nil
		}
		if n := bytes.Count(line, []byte{'\n'}); n > 0 {
			err = fmt.Errorf("%w; the quote makes one record of %d lines", err, n+1)
		}
		bad := r.wrong(line, "a table", err, rec.column).(*Error)
		bad.Line = start
		for i := range bad.Places {
			bad.Places[i].Line = start
		}
		return false, bad
	}
	rec.Text = line
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
		if r.table.good(next, r.size) {
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
func (t *table) good(line []byte, size int) bool {
	return len(line) >= size*size && t.split(line) == nil && t.make(&Record{Size: 9}, size, line) == nil
}

// columnOf returns the column of a field in a line, 0 if it is not in the line.
func columnOf(line, field []byte) int {
	i := bytes.Index(line, field)
	if i < 0 {
		return 0
	}
	return utf8.RuneCount(line[:i]) + 1
}

// make makes a record of the current row.
func (t *table) make(rec *Record, size int, line []byte) error {
	if len(t.fields) != t.columns {
		return fmt.Errorf("columns: %d, want %d as in the header", len(t.fields), t.columns)
	}
	if !t.settled && t.settle(size) != nil && t.puzzle < 0 {
		return errors.New("no column of puzzles")
	}
	cells := bytes.Trim(t.fields[t.puzzle], "\t\f")
	if len(cells) != size*size {
		cells = bytes.Trim(cells, blanks)
	}
	rec.Size = size
	if err := readCells(cells, size, &rec.Givens); err != nil {
		rec.column = columnOf(line, cells)
		return err
	}
	rec.field = cells
	if t.id >= 0 {
		rec.Name = OneLine(string(t.fields[t.id]))
	}
	if t.solution < 0 || t.solution == t.puzzle {
		return nil
	}
	if solution := bytes.Trim(t.fields[t.solution], blanks); len(solution) > 0 {
		if !areDigits(solution, size) {
			if err := wrongCells(solution, size); err != nil {
				return fmt.Errorf("solution: %w", err)
			}
		}
		rec.Solution = solution
	}
	return nil
}
