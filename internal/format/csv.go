package format

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// table is the header of a CSV file: the columns of the name and of the solution, or -1. The puzzles are where they
// are.
type table struct {
	delimiter byte
	name      int
	solution  int
	fields    [][]byte // of the current record
}

// delimiter returns the separator of the fields of a line: comma, semicolon or tab, 0 for none.
func delimiter(line []byte) byte {
	for _, c := range []byte(",;\t") {
		if bytes.IndexByte(line, c) >= 0 {
			return c
		}
	}
	return 0
}

// newTable returns the table that a header begins, nil if the header has no column that is known by its name.
func newTable(header []byte) *table {
	t := &table{delimiter: delimiter(header), name: -1, solution: -1}
	if t.delimiter == 0 || !t.split(header) {
		return nil
	}
	known, best := false, len(nameKeys)
	for i, f := range t.fields {
		name := strings.ToLower(string(bytes.TrimSpace(f)))
		switch k := slices.Index(nameKeys, name); {
		case slices.Contains(solutionKeys, name):
			t.solution, known = i, true
		case k >= 0 && k < best:
			t.name, best, known = i, k, true
		case slices.Contains(puzzleKeys, name) || name == "puzzles":
			known = true
		}
	}
	if !known {
		return nil
	}
	return t
}

// beginsTable reports whether a line is the first record below a header. It takes the line then.
func (s *scanner) beginsTable(header []byte, at *[]byte) bool {
	if line := *at; header == nil || len(line) < s.size*s.size && bytes.Count(line, []byte{'"'})%2 == 0 {
		return false
	}
	t := newTable(header)
	if t == nil {
		return false
	}
	s.table = t
	if s.takeTable(at) {
		s.endTitles()
		return true
	}
	s.table = nil
	return false
}

// split splits a record into t.fields. Only records with quotes need encoding/csv, and nearly all records have none.
func (t *table) split(record []byte) bool {
	t.fields = t.fields[:0]
	if bytes.IndexByte(record, '"') >= 0 {
		r := csv.NewReader(bytes.NewReader(record))
		r.Comma = rune(t.delimiter)
		fields, err := r.Read()
		for _, f := range fields {
			t.fields = append(t.fields, []byte(f))
		}
		return err == nil
	}
	for {
		i := bytes.IndexByte(record, t.delimiter)
		if i < 0 {
			break
		}
		t.fields = append(t.fields, record[:i])
		record = record[i+1:]
	}
	t.fields = append(t.fields, record)
	return true
}

// takeTable adds the puzzles of a record of the table. It returns false if the line is none, and replaces the line by a
// copy if it has read on.
func (s *scanner) takeTable(at *[]byte) bool {
	t, line := s.table, *at
	if len(line) > 0 && (line[0] < '0' || line[0] > '9') && digits(line) < manyDigits {
		if next := newTable(line); next != nil {
			s.table = next // header of the next of several concatenated files
			return true
		}
	}
	open := bytes.Count(line, []byte{'"'})%2 == 1
	if s.block.count > 0 || bytes.IndexByte(line, t.delimiter) < 0 && !open || len(line) > 0 && line[0] == '#' {
		return false
	}
	var ahead []pushed
	record := line
	if bytes.IndexByte(line, '"') >= 0 {
		line = bytes.Clone(line)
		record = line[:len(line):len(line)]
	}
	for bytes.Count(record, []byte{'"'})%2 == 1 { // a quoted field of several lines
		var err error
		ahead, err = s.src.ahead(ahead)
		if err != nil || s.src.long || len(record) > maxLine {
			break
		}
		record = append(append(record, '\n'), ahead[len(ahead)-1].line...)
	}
	if !t.split(record) {
		s.src.unread(line, ahead)
		*at = line
		return false
	}
	number := s.src.n - len(ahead)
	first := len(s.queue)
	for i := range len(t.fields) + 1 { // the solution comes last
		if i == len(t.fields) {
			i = t.solution
		} else if i == t.solution {
			continue
		}
		if i < 0 || i >= len(t.fields) {
			break
		}
		f := bytes.TrimRight(t.fields[i], "\t\f")
		before := len(s.queue)
		var d setdoku.Grid
		if s.size == 9 && len(f) == setdoku.CellCount && i != t.name &&
			plainCells((*[setdoku.CellCount]byte)(f), (*[setdoku.CellCount]uint8)(&d)) {
			rec := s.emit()
			rec.givens, rec.column = d, 1
		} else if bytes.IndexByte(f, '\n') >= 0 {
			s.addValue(string(f), number, "")
		} else if len(f) >= 16 && i != t.name {
			s.find(f)
		}
		offset := bytes.Index(record, f)
		for k := range s.queue[before:] {
			r := &s.queue[before+k]
			r.answer = i == t.solution && before > first
			r.text, r.line = nil, number
			if r.bad != nil {
				r.bad.Line = number
			}
			if offset > 0 && bytes.IndexByte(record[:offset], '\n') < 0 {
				r.shift(utf8.RuneCount(record[:offset]))
			}
		}
	}
	if len(s.queue) == first {
		s.src.unread(line, ahead)
		*at = line
		return false
	}
	for k := range s.queue[first:] {
		if r := &s.queue[first+k]; t.name >= 0 && t.name < len(t.fields) {
			r.name = OneLine(string(t.fields[t.name]))
		} else {
			r.name = ""
		}
	}
	if single(s.queue[first:]) {
		s.queue[first].text = record
	}
	return true
}

// shift moves the places of a result to the right.
func (r *result) shift(columns int) {
	if r.column > 0 {
		r.column += columns
	}
	for i := range r.places {
		r.places[i].Column += columns
	}
	if r.bad != nil {
		for i := range r.bad.positions {
			r.bad.positions[i].Column += columns
		}
	}
}
