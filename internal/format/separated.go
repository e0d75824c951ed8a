package format

import "bytes"

// emptyField is the cell of a field without a character.
var emptyField = rowCell{kind: kindEmpty, char: ' '}

// manyTabs is the number of tabs of a line that is meant as nine cells, one of which may be missing.
const manyTabs = 7

// separatedRow reads a row in which separators show the cells, so that an empty cell may have no character: nine fields between
// tabs, commas, semicolons or bars, or three boxes between bars, in which each cell has the same width.
func separatedRow(line []byte) (row gridRow, ok bool) {
	for _, separator := range []byte("\t|,;") {
		if bytes.IndexByte(line, separator) < 0 {
			continue
		}
		for _, fields := range splits(line, separator) {
			if len(fields) == 3 {
				fields = boxFields(fields)
			}
			if row, ok = fieldsRow(fields); ok {
				return row, true
			}
		}
		return row, false
	}
	return row, false
}

// splits splits a line at a separator. Each cell may have a separator behind it. Bars may also stand at both ends of the line, and
// be doubled between boxes.
func splits(line []byte, separator byte) (list [][][]byte) {
	one := []byte{separator}
	if separator != '|' {
		fields := bytes.Split(line, one)
		if last := len(fields) - 1; last == 9 && len(bytes.Trim(fields[last], blanks)) == 0 {
			fields = fields[:last]
		}
		return append(list, fields)
	}
	single := bytes.ReplaceAll(line, []byte("||"), one)
	for _, line := range [][]byte{line, single} {
		list = append(list, bytes.Split(line, one))
		if trimmed := bytes.Trim(line, blanks); len(trimmed) > 1 && trimmed[0] == '|' && trimmed[len(trimmed)-1] == '|' {
			list = append(list, bytes.Split(trimmed[1:len(trimmed)-1], one))
		}
	}
	return list
}

// boxFields cuts each of three boxes into three fields of the same width. A box may have one more blank at its end.
func boxFields(boxes [][]byte) (fields [][]byte) {
	size := len(boxes[0])
	width := (size + 1) / 3
	for _, box := range boxes {
		if width == 0 || len(box) != size {
			return nil
		}
		box = append(bytes.Clone(box), ' ') // the last cell of a box of 5 has no blank behind it
		if len(bytes.Trim(box[3*width:], blanks)) > 0 {
			return nil
		}
		fields = append(fields, box[:width], box[width:2*width], box[2*width:3*width])
	}
	return fields
}

// fieldsRow makes a row of nine fields. A field without a character is an empty cell.
func fieldsRow(fields [][]byte) (row gridRow, ok bool) {
	if len(fields) != 9 {
		return row, false
	}
	for i, f := range fields {
		if f = bytes.Trim(f, blanks); len(f) == 0 {
			row.cells[i] = emptyField
		} else if row.cells[i], ok = parseField(f); !ok {
			return row, false
		}
	}
	return row, true
}

// tabFields returns the fields of a line that is meant as a row of a spreadsheet, or nil.
func tabFields(line []byte) [][]byte {
	if bytes.Count(line, []byte("\t")) < manyTabs {
		return nil
	}
	return splits(line, '\t')[0]
}

// blank reports whether all cells of a row are fields without a character. Before a grid, such a row may be an empty line of a
// table.
func (row *gridRow) blank() bool {
	for _, c := range row.cells {
		if c != emptyField {
			return false
		}
	}
	return true
}
