package layout

import (
	"bytes"
	"strings"
)

// A line of a table has the cells of a puzzle in one of its fields, between blanks, or between tabs, commas or
// semicolons. The next field that is a digit for each cell is the solution. What is before the puzzle is its name, as
// the id of a puzzle bank; otherwise the name is what follows.

// puzzleField returns the fields of a line and the index of the one that is meant as a puzzle, or -1.
func (r *Reader) puzzleField(line []byte) (fields [][]byte, at int) {
	n := r.size * r.size
	if len(line) < n/2 {
		return nil, -1
	}
	delimiter := delimiterOf(line)
	if delimiter == 0 {
		return r.fieldsBetween(line, 0)
	}
	fields, at = r.fieldsBetween(line, delimiter)
	if at >= 0 && len(fields[at]) == n {
		return fields, at
	}
	near := at >= 0 && len(fields) > 1
	if fields, at = r.fieldsBetween(line, 0); near && (at < 0 || len(fields) == 1) {
		return r.fieldsBetween(line, delimiter)
	}
	return fields, at
}

// fieldsBetween is puzzleField for one separator, 0 for blanks.
func (r *Reader) fieldsBetween(line []byte, delimiter byte) (fields [][]byte, at int) {
	n := r.size * r.size
	if r.header.delimiter = delimiter; delimiter == 0 {
		r.header.fields = r.header.fields[:0]
		for rest := line; len(rest) > 0 && len(r.header.fields) < 20; {
			var field []byte
			if field, rest = cutField(rest); len(field) > 0 {
				r.header.fields = append(r.header.fields, field)
			}
		}
	} else if r.header.split(line) != nil {
		return nil, -1
	}
	near := -1
	for i, f := range r.header.fields {
		if f = bytes.Trim(f, blanks); delimiter == 0 {
			f = bytes.Trim(f, "\"'`;,()[]")
		}
		r.header.fields[i] = f
		switch {
		case len(f) == n && areCells(f, r.size):
			if near >= 0 && areDigits(f, r.size) {
				return r.header.fields, near // f is its solution
			}
			return r.header.fields, i
		case near < 0 && isNear(f, n):
			near = i
		}
	}
	return r.header.fields, near
}

// isNear reports whether a field is meant as a puzzle of n cells and has a mistake.
func isNear(f []byte, n int) bool {
	return len(f) > n/2 && len(f) < 3*n && bytes.ContainsAny(f, "123456789") && cellsOf(f) > len(f)*3/4
}

// readFields reads a line with a puzzle in one of its fields, and its solution and name in the others.
func readFields(r *Reader, line []byte, rec *Record) (bool, error) {
	return r.readField(line, false, rec)
}

// readNearFields returns the mistakes of a line in which a field is meant as a puzzle.
func readNearFields(r *Reader, line []byte, rec *Record) (bool, error) {
	return r.readField(line, true, rec)
}

// readField is readFields, or readNearFields if near is set.
func (r *Reader) readField(line []byte, near bool, rec *Record) (bool, error) {
	fields, at := r.puzzleField(line)
	if at < 0 || len(fields) < 2 || !near && !areCells(fields[at], r.size) {
		return false, nil
	}
	rec.Size, rec.field = r.size, fields[at]
	if err := readCells(fields[at], r.size, &rec.Givens); err != nil {
		rec.column = columnOf(line, fields[at])
		return true, err
	}
	var words []string
	for i, f := range fields {
		switch {
		case i > at && rec.Solution == nil && areDigits(f, r.size):
			rec.Solution = f
		case i > at && rec.Solution == nil && nearSolution(f, r.size) != nil:
			return true, nearSolution(f, r.size)
		case i < at, i > at && at == 0:
			words = append(words, string(f))
		}
	}
	rec.Name = comment([]byte(strings.Join(words, " ")))
	return true, nil
}

// delimiterOf returns the separator of the fields of a line: comma, semicolon or tab, 0 for none.
func delimiterOf(line []byte) byte {
	for _, c := range []byte(",;\t") {
		if bytes.IndexByte(line, c) >= 0 {
			return c
		}
	}
	return 0
}

// cellsOf counts the characters of a text that are cells.
func cellsOf(text []byte) (n int) {
	for _, c := range text {
		if cellClass[c]&(notCell|isBlank) == 0 {
			n++
		}
	}
	return n
}
