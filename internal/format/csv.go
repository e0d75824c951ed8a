package format

import (
	"bytes"
	"encoding/csv"
	"unicode/utf8"
)

// table has the columns of a CSV file, by its header.
type table struct {
	delimiter byte
	fields    [][]byte // of the last record that was split
	record    node     // with the columns as keys
}

// newTable returns the table that a header begins, nil if the header has no column that is known by its name.
func newTable(header []byte) *table {
	t := &table{record: node{kind: tableRecord}}
	for _, c := range []byte("\t;,") {
		if bytes.IndexByte(header, c) >= 0 {
			t.delimiter = c
		}
	}
	if t.delimiter == 0 || !t.split(header) {
		return nil
	}
	known := false
	for _, f := range t.fields {
		k := parseKey(string(f))
		t.record.keys = append(t.record.keys, k)
		known = known || k < noKey
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
	if len(r.block.rows) > 0 || bytes.IndexByte(line, t.delimiter) < 0 && quotes == 0 || len(line) > 0 && line[0] == '#' {
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
	if t.split(record) {
		t.record.list = t.record.list[:0]
		for _, f := range t.fields {
			f = bytes.TrimRight(f, "\t\f")
			v := node{line: number, text: f}
			if i := bytes.Index(record, f); len(f) >= 16 && i >= 0 && bytes.IndexByte(record[:i], '\n') < 0 {
				v.column = 1 + utf8.RuneCount(record[:i])
			}
			t.record.list = append(t.record.list, v)
		}
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
