package format

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

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

// Short returns the short form of a state: 81 cells of '.', d (given) or +d (placed). If the state is more than
// givens, a ':' and the deleted candidates follow. The name of a variant is before it. A Reader reads it back to
// the same state.
func Short(s setdoku.State) string {
	switch {
	case s.Plain() && s.Variant != nil:
		return s.Variant.Name + " " + s.Variant.Text(s.Givens)
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

// libraryStart matches the beginning of a library line, :code[-variant]:digits:.
var libraryStart = regexp.MustCompile(`(?:^|\s):[0-9A-Za-z]+(?:-[^:\s]*)?:[^:\s]*:`)

// libraryCells are the characters of the grid of a library line.
const libraryCells = ".+0123456789"

// findLibrary reads a library line, :code[-variant]:digits:grid:deleted:eliminations:placements:extra, or its short
// form grid:deleted, which may have the name of a variant before it. The fields after the grid are optional.
func (s *scanner) findLibrary(line []byte) bool {
	text := bytes.TrimRight(line, blanks)
	i := bytes.IndexAny(text, ":+")
	if i < 0 {
		return false
	}
	if text[i] == ':' && (i == 0 || isSpace(rune(text[i-1]))) {
		if at := libraryStart.FindIndex(text); at != nil {
			s.addLibrary(line, text, at[1])
			return true
		}
	}
	from := 0
	if i := bytes.LastIndexAny(text[:i], blanks); i >= 0 {
		from = i + 1
	}
	rest := bytes.TrimLeft(text[from:], libraryCells)
	cells := text[from : len(text)-len(rest)]
	placed := bytes.IndexByte(bytes.TrimRight(cells, "+"), '+') >= 0 // a layout may end with +x
	colon := len(rest) > 0 && rest[0] == ':' && (len(rest) == 1 || rest[1] >= '0' && rest[1] <= '9') &&
		digits(bytes.SplitN(rest, []byte(" "), 2)[0]) < manyDigits
	if len(cells) <= 20 || !placed && !colon || digits(cells) == 0 && !colon {
		return false
	}
	rec := s.emit()
	rec.line, rec.text = s.src.n, line
	n, err := rec.libraryGrid(string(text[from:]))
	if name := string(bytes.TrimLeft(text[:from], blanks)); err == nil && name != "" {
		name = strings.TrimSpace(name)
		var v *setdoku.Variant
		if v, err = s.named(name); err == nil {
			rec.variant, rec.size = name, v.Size
			err = rec.fits()
		} else if len(bytes.Trim([]byte(name), "0123456789abcdef")) == 0 {
			rec.name, err = name, nil
		}
	}
	if err == nil && from+n < len(text) {
		if after := text[from+n:]; after[0] == ':' {
			rec.deleted, err = readCandidates("deleted", string(after[1:]))
		} else if !isSpace(rune(after[0])) && after[0] != '#' || digits(after) >= manyDigits {
			err = fmt.Errorf("expected ':' and a list of deleted candidates after 81 cells, got %q", firstRune(after))
		} else if rec.name == "" {
			rec.name = comment(after)
		}
	}
	s.endLibrary(line, err)
	return true
}

func firstRune(text []byte) rune {
	r, _ := utf8.DecodeRune(text)
	return r
}

// endLibrary replaces the last record by an error, if there is one.
func (s *scanner) endLibrary(line []byte, err error) {
	if err != nil {
		s.retract()
		s.fail(failure(
			Position{Line: s.src.n, Column: 1, Length: max(1, utf8.RuneCount(bytes.TrimRight(line, blanks)))},
			"%w", err))
	}
}

// addLibrary adds a library line. at is the place of its grid.
func (s *scanner) addLibrary(line, text []byte, at int) {
	head := strings.Split(strings.TrimLeft(string(text[bytes.IndexByte(text, ':')+1:at-1]), blanks), ":")
	parts := append(strings.SplitN(string(text[at:]), ":", 5), "", "", "", "")
	rec := s.emit()
	rec.line, rec.text = s.src.n, line
	l := &LibraryLine{Digits: head[1], Extra: strings.TrimSpace(parts[4])}
	l.Code, l.Variant, _ = strings.Cut(head[0], "-")
	rec.library = l
	n, err := rec.libraryGrid(parts[0])
	if err == nil && n < len(parts[0]) {
		err = fmt.Errorf("expected ':' after 81 cells, got %q", firstRune([]byte(parts[0][n:])))
	}
	if err == nil {
		rec.deleted, err = readCandidates("deleted", parts[1])
	}
	if err == nil {
		l.Eliminations, err = readCandidates("eliminations", parts[2])
	}
	if err == nil {
		l.Placements, err = readCandidates("placements", parts[3])
	}
	if err == nil && (digits([]byte(l.Extra)) >= manyDigits || digits(text[:at]) >= manyDigits) {
		err = fmt.Errorf("expected one library line, got %q behind it", l.Extra)
	}
	s.endLibrary(line, err)
}

// libraryGrid reads 81 cells of '.' or '0', d (given) or +d (placed) from the start of text. It returns the number of
// bytes read.
func (rec *record) libraryGrid(text string) (n int, err error) {
	cell := 0
	for ; n < len(text) && (text[n] == '.' || text[n] >= '0' && text[n] <= '9' || text[n] == '+'); cell++ {
		digits := &rec.givens
		if text[n] == '+' {
			digits = &rec.placed
			if n++; n == len(text) || text[n] < '1' || text[n] > '9' {
				return n, fmt.Errorf("expected a digit behind '+' at cell %d", cell+1)
			}
		}
		if cell < setdoku.CellCount && text[n] >= '1' {
			digits[cell] = text[n] - '0'
		}
		n++
	}
	switch {
	case cell < setdoku.CellCount && n < len(text) && text[n] != ':' && !isSpace(rune(text[n])):
		return n, fmt.Errorf("expected a digit, '.' or '+' at cell %d, got %q", cell+1, firstRune([]byte(text[n:])))
	case cell != setdoku.CellCount:
		return n, expectedCells(setdoku.CellCount, cell)
	}
	return n, rec.fits()
}

// fits returns an error if a digit is outside the board.
func (rec *record) fits() error {
	for i := range rec.givens {
		if d := max(rec.givens[i], rec.placed[i]); d > 0 && (int(d) > rec.size || i/9 >= rec.size || i%9 >= rec.size) {
			return fmt.Errorf("%v=%d is outside a board of %dx%[3]d", setdoku.CellAt(i), d, rec.size)
		}
	}
	return nil
}

// readCandidates reads a list of digit, row and column separated by blanks, such as 745 for digit 7 in r4c5.
func readCandidates(what, list string) (out []setdoku.Candidate, err error) {
	for _, f := range strings.FieldsFunc(list, isSpace) {
		if len(f) != 3 || strings.Trim(f, "123456789") != "" {
			return nil, fmt.Errorf("%s: expected digit, row and column, each 1 to 9, got %q", what, f)
		}
		out = append(out, setdoku.Candidate{Cell: setdoku.Cell(10*(f[1]-'0') + f[2] - '0'), Digit: f[0] - '0'})
	}
	return out, nil
}
