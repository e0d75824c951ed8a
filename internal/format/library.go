package format

import (
	"bytes"
	"fmt"
	"strings"

	"setdoku"
)

// LibraryLine holds the fields of a technique library line besides the state: the deductions that a technique
// should find.
type LibraryLine struct {
	Code         string // code of the technique, four or five digits
	Variant      string // text after the code and '-', or ""
	Digits       string // digits of the deduction, or "x"
	Eliminations []setdoku.Candidate
	Placements   []setdoku.Candidate
	Extra        string // length of a chain, or ""
}

// readLibrary reads `:code[-variant]:digits:grid:deleted:eliminations:placements:extra`. Fields after the grid are
// optional.
func readLibrary(line []byte, v *setdoku.Variant) (setdoku.State, *LibraryLine, error) {
	parts := strings.SplitN(string(line), ":", 8)
	if len(parts) < 4 {
		return setdoku.State{}, nil, fmt.Errorf("library line of %d fields, want "+
			":code:digits:grid:deleted:eliminations:placements:extra", len(parts)-1)
	}
	parts = append(parts, "", "", "", "")[1:8]
	l := &LibraryLine{Digits: parts[1], Extra: strings.TrimSpace(parts[6])}
	l.Code, l.Variant, _ = strings.Cut(parts[0], "-")
	s, n, err := libraryGrid(parts[2], v)
	if err == nil && n < len(parts[2]) {
		err = fmt.Errorf("character %q after 81 cells, want ':'", rune(parts[2][n]))
	}
	if err == nil {
		err = applyDeleted(&s, parts[3])
	}
	if err == nil {
		l.Eliminations, err = readCandidates("eliminations", parts[4])
	}
	if err == nil {
		l.Placements, err = readCandidates("placements", parts[5])
	}
	if err != nil {
		return setdoku.State{}, nil, err
	}
	return s, l, nil
}

// readShort reads the short form `grid:dRC dRC`. The list is optional.
func readShort(line []byte, v *setdoku.Variant) (setdoku.State, error) {
	text := string(bytes.TrimRight(line, blanks))
	s, n, err := libraryGrid(text, v)
	if err != nil || n == len(text) {
		return s, err
	}
	if text[n] != ':' {
		return s, fmt.Errorf("character %q after 81 cells, want ':' and a list of deleted candidates", rune(text[n]))
	}
	err = applyDeleted(&s, text[n+1:])
	return s, err
}

// isShort reports whether a line that is not a plain puzzle looks like the short form: it has a '+' or, after the
// cells, a ':'.
func isShort(line []byte) bool {
	rest := bytes.TrimLeft(line, libraryCells)
	cells := line[:len(line)-len(rest)]
	return len(cells) > maxRow && (bytes.IndexByte(cells, '+') >= 0 || len(rest) > 0 && rest[0] == ':')
}

// libraryCells are the characters of the grid of a library line.
const libraryCells = ".+0123456789"

// libraryGrid reads 81 cells of '.' or '0', d (given) or +d (placed) from the start of text. It returns the state
// and the number of bytes read.
func libraryGrid(text string, v *setdoku.Variant) (s setdoku.State, n int, err error) {
	cell := 0
	s.Variant = v
	for ; n < len(text) && (text[n] == '.' || text[n] >= '0' && text[n] <= '9' || text[n] == '+'); cell++ {
		digits := &s.Givens
		if text[n] == '+' {
			digits = &s.Placed
			if n++; n == len(text) || text[n] < '1' || text[n] > '9' {
				return s, n, fmt.Errorf("a '+' without a digit at cell %d", cell+1)
			}
		}
		if cell < setdoku.CellCount && text[n] >= '1' {
			digits[cell] = text[n] - '0'
			if board := s.Board(); digits[cell] > uint8(board.Size) || board.Peers[cell] == nil {
				return s, n, fmt.Errorf("%s=%c is outside a board of %dx%[3]d", setdoku.CellAt(cell), text[n],
					board.Size)
			}
		}
		n++
	}
	switch {
	case cell < setdoku.CellCount && n < len(text) && text[n] != ':':
		err = fmt.Errorf("character %q at cell %d, want a digit, '.' or '+'", []rune(text[n:])[0], cell+1)
	case cell != setdoku.CellCount:
		err = cellsError{cell, "81"}
	}
	return s, n, err
}

// applyDeleted adds the list of deleted candidates to s. It leaves out those that a filled peer excludes anyway.
func applyDeleted(s *setdoku.State, list string) error {
	deleted, err := readCandidates("deleted", list)
	if err != nil || len(deleted) == 0 {
		return err
	}
	live := s.Candidates()
	for _, d := range deleted {
		i := d.Cell.Index()
		s.Deleted[i] |= live[i] & setdoku.SetOf(d.Digit)
	}
	return nil
}

// readCandidates reads a list of digit, row and column separated by blanks, such as 745 for digit 7 in r4c5.
func readCandidates(what, list string) ([]setdoku.Candidate, error) {
	var out []setdoku.Candidate
	for _, f := range strings.FieldsFunc(list, isSpace) {
		if len(f) != 3 || strings.Trim(f, "123456789") != "" {
			return nil, fmt.Errorf("%s candidate %q, want digit, row and column, each 1..9", what, f)
		}
		out = append(out, setdoku.Candidate{Cell: setdoku.Cell(f[1]-'0')*10 + setdoku.Cell(f[2]-'0'),
			Digit: f[0] - '0'})
	}
	return out, nil
}

// Short returns the short form of a state: 81 cells of '.', d (given) or +d (placed). If the state is more than
// givens, a ':' and the deleted candidates follow. The name of a variant is before it. A Reader reads it back to
// the same state.
func Short(s setdoku.State) string {
	switch {
	case s.Plain() && s.Variant != nil:
		return s.Variant.Name + " " + Cells(s.Variant, s.Givens)
	case s.Plain():
		return s.Givens.String()
	}
	var b []byte
	if s.Variant != nil {
		b = append(b, s.Variant.Name+" "...)
	}
	b = append(appendGrid(b, s), ':')
	return string(appendDeleted(b, s))
}

// appendGrid appends the grid of a library line.
func appendGrid(b []byte, s setdoku.State) []byte {
	for i := range setdoku.CellCount {
		switch {
		case s.Placed[i] != 0:
			b = append(b, '+', '0'+s.Placed[i])
		case s.Givens[i] != 0:
			b = append(b, '0'+s.Givens[i])
		default:
			b = append(b, '.')
		}
	}
	return b
}

// appendDeleted appends the deleted candidates of a library line, by cell.
func appendDeleted(b []byte, s setdoku.State) []byte {
	return appendCandidates(b, setdoku.ListCandidates(&s.Deleted))
}

func appendCandidates(b []byte, list []setdoku.Candidate) []byte {
	for _, c := range list {
		b = append(b, '0'+c.Digit, '0'+byte(c.Cell/10), '0'+byte(c.Cell%10), ' ')
	}
	return bytes.TrimRight(b, " ")
}
