package format

import (
	"bytes"
	"encoding/csv"
	"strings"
	"unicode/utf8"
)

// table has the columns of a CSV file, by its header.
type table struct {
	delimiter byte
	record    node // the last record, with the columns as keys
}

// newTable returns the table that a header begins, nil if the header has no column that is known by its name.
func newTable(header []byte) *table {
	t := &table{record: node{kind: tableRecord}}
	for _, c := range []byte("\t;,") {
		if bytes.IndexByte(header, c) >= 0 {
			t.delimiter = c
		}
	}
	known := false
	if t.delimiter != 0 && t.split(header, 0) {
		for _, v := range t.record.list {
			k := parseKey(string(v.text))
			t.record.keys = append(t.record.keys, k)
			known = known || k < noKey
		}
	}
	if !known {
		return nil
	}
	return t
}

// beginsTable reports whether a line is the first record below a header. It takes the line then.
func (r *Reader) beginsTable(header, line []byte) bool {
	if header == nil || len(line) < r.size*r.size && bytes.Count(line, []byte{'"'})%2 == 0 {
		return false
	}
	if r.table = newTable(header); r.table == nil {
		return false
	}
	if r.takeTable(line) {
		r.endTitles()
		return true
	}
	r.table = nil
	return false
}

// split splits a record that begins with a line. Only records with quotes need encoding/csv, and nearly all have none.
func (t *table) split(record []byte, line int) bool {
	list := t.record.list[:0]
	if bytes.IndexByte(record, '"') >= 0 {
		in := csv.NewReader(bytes.NewReader(record))
		in.Comma = rune(t.delimiter)
		fields, err := in.Read()
		for i, f := range fields {
			v := node{line: line, text: []byte(strings.TrimRight(f, "\t\f"))}
			if row, column := in.FieldPos(i); row == 1 {
				first := record[column-1:]
				v.column = 1 + utf8.RuneCount(record[:len(record)-len(bytes.TrimLeft(first, `"`))])
			}
			list = append(list, v)
		}
		t.record.list = list
		return err == nil
	}
	for from := 0; from <= len(record); {
		to := from + bytes.IndexByte(record[from:], t.delimiter)
		if to < from {
			to = len(record)
		}
		list = append(list, node{line: line, text: bytes.TrimRight(record[from:to], "\t\f")})
		if to-from >= 16 {
			list[len(list)-1].column = 1 + utf8.RuneCount(record[:from])
		}
		from = to + 1
	}
	t.record.list = list
	return true
}

// takeTable adds the puzzles of a record of the table. It returns false if the line is none. If it has read on in vain,
// the line is read again, and not as a record of several lines.
func (r *Reader) takeTable(line []byte) bool {
	t := r.table
	if len(line) > 0 && (line[0] < '0' || line[0] > '9') && digits(line) < manyDigits {
		if next := newTable(line); next != nil {
			r.table = next // header of the next of several concatenated files
			return true
		}
	}
	quotes := bytes.Count(line, []byte{'"'})
	if len(r.block.rows) > 0 || bytes.IndexByte(line, t.delimiter) < 0 && quotes == 0 || bytes.HasPrefix(line, []byte("#")) {
		return false
	}
	record, number := line, r.src.n
	if quotes%2 == 1 && number > r.plainTo { // a quoted field of several lines
		r.src.mark()
		record = bytes.Clone(line)
		for quotes%2 == 1 {
			next, err := r.src.next()
			if err != nil || r.src.long || len(record) > maxLine {
				break
			}
			record = append(append(record, '\n'), next...)
			quotes += bytes.Count(next, []byte{'"'})
		}
	}
	first := len(r.queue)
	if t.split(record, number) {
		r.walk(&t.record, "", "")
	}
	if len(r.queue) == first {
		if r.src.marked > 0 {
			r.plainTo = number
			r.src.back()
			return true
		}
		return false
	}
	r.src.release()
	return true
}
