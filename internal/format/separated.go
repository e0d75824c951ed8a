package format

import "bytes"

// manyTabs is the number of tabs of a line that is meant as nine cells, one of which may be missing.
const manyTabs = 7

// separated returns the ways to cut a line into nine cells by its first separator of tab, bar, comma and semicolon, so
// that an empty cell may have no character: nine fields, or three boxes between bars, in which each cell has the same
// width.
func separated(line []byte) (list [][][]byte) {
	for _, separator := range []byte("\t|,;") {
		if bytes.IndexByte(line, separator) < 0 {
			continue
		}
		for _, fields := range splits(line, separator) {
			if len(fields) == 3 {
				fields = boxFields(fields)
			}
			if len(fields) == 9 {
				list = append(list, trimmed(fields))
			}
		}
		break
	}
	return list
}

// trimmed removes the blanks around each field.
func trimmed(fields [][]byte) [][]byte {
	for i, f := range fields {
		fields[i] = bytes.Trim(f, blanks)
	}
	return fields
}

// splits returns the fields of a line between separators. A separator may follow the last field as well. Bars may also
// enclose the line, and may be doubled between boxes: splits returns the fields of each reading.
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
		if trimmed := bytes.Trim(line, blanks); len(trimmed) > 1 && trimmed[0] == '|' &&
			trimmed[len(trimmed)-1] == '|' {
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

// tabFields returns the fields of a line that is meant as a row of a spreadsheet, or nil.
func tabFields(line []byte) [][]byte {
	if bytes.Count(line, []byte("\t")) < manyTabs {
		return nil
	}
	return trimmed(splits(line, '\t')[0])
}
