package layout

import (
	"bytes"
	"fmt"
	"strings"
)

// isLibrary reports whether a line is a library line,
// :code[-variant]:digits:grid:deleted:eliminations:placements:extra.
func isLibrary(line []byte) bool {
	line = bytes.TrimLeft(line, blanks)
	return len(line) > 1 && line[0] == ':' && line[1] != ' ' && bytes.Count(line, []byte{':'}) >= 2 &&
		!isRuler(string(line))
}

// readLibrary reads a library line. Fields after the grid are optional.
func readLibrary(r *Reader, line []byte, rec *Record) (bool, error) {
	if !isLibrary(line) {
		return false, nil
	}
	rec.Size = r.size
	parts := strings.SplitN(string(bytes.Trim(line, blanks)), ":", 8)
	if len(parts) < 4 {
		return true, fmt.Errorf("library line of %d fields, want :code:digits:grid:deleted:eliminations:placements:extra",
			len(parts)-1)
	}
	parts = append(parts, "", "", "", "")[1:8]
	l := &Library{Digits: parts[1], Extra: strings.TrimSpace(parts[6])}
	l.Code, l.Variant, _ = strings.Cut(parts[0], "-")
	n, err := rec.libraryGrid(parts[2])
	if err == nil && n < len(parts[2]) {
		err = fmt.Errorf("character %q after 81 cells, want ':'", []rune(parts[2][n:])[0])
	}
	if err == nil {
		rec.Deleted, err = readCandidates("deleted", parts[3])
	}
	if err == nil {
		l.Eliminations, err = readCandidates("eliminations", parts[4])
	}
	if err == nil {
		l.Placements, err = readCandidates("placements", parts[5])
	}
	rec.Library = l
	return true, err
}

// isShort reports whether a text that is not a plain puzzle looks like the short form: it has a '+' or, after the
// cells, a ':'.
func isShort(text []byte) bool {
	rest := bytes.TrimLeft(text, libraryCells)
	cells := text[:len(text)-len(rest)]
	return len(cells) > 20 && (bytes.IndexByte(cells, '+') >= 0 || len(rest) > 0 && rest[0] == ':')
}

// readShort reads the short form `grid:dRC dRC` of a library line, perhaps behind the name of a variant. The list is
// optional.
func readShort(r *Reader, line []byte, rec *Record) (bool, error) {
	field, rest := cutField(line)
	rest = bytes.TrimLeft(rest, blanks)
	named := !isShort(field)
	if named && !isShort(rest) || !named && isRuler(string(line)) {
		return false, nil
	}
	text := string(bytes.Trim(line, blanks))
	rec.Size = r.size
	if named && bytes.IndexByte(line, '\t') < 0 {
		size, err := r.sizeOf(string(field))
		if err != nil {
			return true, err
		}
		rec.Variant, rec.Size, text = string(field), size, string(bytes.TrimRight(rest, blanks))
	}
	n, err := rec.libraryGrid(text)
	if err != nil || n == len(text) {
		return true, err
	}
	if text[n] != ':' {
		return true, fmt.Errorf("character %q after 81 cells, want ':' and a list of deleted candidates",
			[]rune(text[n:])[0])
	}
	rec.Deleted, err = readCandidates("deleted", text[n+1:])
	return true, err
}

// libraryCells are the characters of the grid of a library line.
const libraryCells = ".+0123456789"

// libraryGrid reads 81 cells of '.' or '0', d (given) or +d (placed) from the start of text. It returns the number of
// bytes read.
func (rec *Record) libraryGrid(text string) (n int, err error) {
	cell := 0
	for ; n < len(text) && (text[n] == '.' || text[n] >= '0' && text[n] <= '9' || text[n] == '+'); cell++ {
		digits := &rec.Givens
		if text[n] == '+' {
			digits = &rec.Placed
			if n++; n == len(text) || text[n] < '1' || text[n] > '9' {
				return n, fmt.Errorf("a '+' without a digit at cell %d", cell+1)
			}
		}
		if cell < CellCount {
			if rec.Givens[cell] = 0; text[n] >= '1' {
				digits[cell] = text[n] - '0'
				if int(digits[cell]) > rec.Size || cell/9 >= rec.Size || cell%9 >= rec.Size {
					return n, fmt.Errorf("r%dc%d=%c is outside a board of %dx%[4]d", cell/9+1, cell%9+1, text[n],
						rec.Size)
				}
			}
		}
		n++
	}
	switch {
	case cell < CellCount && n < len(text) && text[n] != ':':
		err = fmt.Errorf("character %q at cell %d, want a digit, '.' or '+'", []rune(text[n:])[0], cell+1)
	case cell != CellCount:
		err = cellsError{cell, "81"}
	}
	return n, err
}

// readCandidates reads a list of digit, row and column separated by blanks, such as 745 for digit 7 in r4c5.
func readCandidates(what, list string) (out []int, err error) {
	for _, f := range strings.FieldsFunc(list, isSpace) {
		if len(f) != 3 || strings.Trim(f, "123456789") != "" {
			return nil, fmt.Errorf("%s candidate %q, want digit, row and column, each 1..9", what, f)
		}
		out = append(out, int(f[0]-'0')*100+int(f[1]-'0')*10+int(f[2]-'0'))
	}
	return out, nil
}
