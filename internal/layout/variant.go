package layout

import (
	"bytes"
	"fmt"
	"strings"
)

// A line VARIANT GIVENS or VARIANT GIVENS SOLUTION names the board of its puzzle: by a name such as x, 6x6 or
// anti-knight, or by a layout of one region digit for each cell. The other fields have one character for each cell of
// the board. A comment may follow.

// longestID is the length of the longest number of a puzzle bank that is read before a puzzle, rather than a layout.
const longestID = 19

// meansVariant reports whether a line is meant as a puzzle of a variant. A layout and the puzzle of a layout are 81
// digits each at most. So a grid without an empty cell is not a layout.
func (r *Reader) meansVariant(line []byte) bool {
	field, rest := cutField(line)
	cells, _ := cutField(rest)
	if len(field) == 0 || len(rest) == 0 || len(cells) < 4 || cellClass[field[0]] == isEmpty && field[0] != 'x' {
		return false
	}
	name, more, added := bytes.Cut(field, []byte("+"))
	layout := len(name) >= 16 && len(bytes.Trim(name, "123456789")) == 0
	if len(bytes.Trim(cells, "0123456789.")) > 0 {
		if layout || cells[0] >= '0' && cells[0] <= '9' && !bytes.ContainsAny(cells, "x-") {
			return false
		}
		return r.isVariant(field) && r.isVariant(cells) && len(bytes.Fields(rest)) > 1
	}
	switch {
	case layout && added && len(more) > 0:
		return true
	case layout && len(name) == r.size*r.size:
		return clashes(name, r.size, false)
	case layout:
		return len(cells) != CellCount || len(name) > longestID
	case len(bytes.Trim(field, "0123456789abcdef")) == 0,
		len(bytes.Trim(field, "abcdefghijklmnopqrstuvwxyz0123456789-+")) > 0:
		return false
	}
	// behind a tab the cells are a field of a table
	return len(cells) >= 16 && rest[0] != '\t' || r.isVariant(field)
}

// isVariant reports whether a field is the name of a variant.
func (r *Reader) isVariant(field []byte) bool {
	_, err := r.sizeOf(string(field))
	return err == nil
}

// readVariant reads the fields of a puzzle of a variant.
func readVariant(r *Reader, line []byte, rec *Record) (bool, error) {
	if !r.meansVariant(line) {
		return false, nil
	}
	name, rest := cutField(line)
	cells, rest := cutField(rest)
	size, err := r.sizeOf(string(name))
	if err != nil {
		return true, err
	}
	if r.isVariant(cells) && len(cells) < 16 {
		return true, fmt.Errorf("two variants for one puzzle, %s and %s: join them with +", name, cells)
	}
	rec.Variant, rec.Size = string(name), size
	rec.column = len([]rune(string(line[:len(line)-len(rest)-len(cells)]))) + 1
	if err := readCells(cells, size, &rec.Givens); err != nil {
		return true, fmt.Errorf("a puzzle of %dx%[1]d: %w", size, err)
	}
	if rec.Solution, rest = cutSolution(rest, size); rec.Solution == nil {
		if field, _ := cutField(rest); len(field) > 3 && strings.Trim(string(field), "123456789") == "" {
			return true, fmt.Errorf("the solution of a puzzle of %dx%[1]d: %w", size,
				cellsError{len(field), fmt.Sprint(size * size)})
		}
	}
	rec.Name = comment(rest)
	return true, nil
}
