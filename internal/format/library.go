package format

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
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
	return string(appendCandidates(b, setdoku.ListCandidates(&s.Deleted)))
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

// appendCandidates appends a list of a library line: digit, row and column of each candidate.
func appendCandidates(b []byte, list []setdoku.Candidate) []byte {
	for _, c := range list {
		b = append(b, '0'+c.Digit, '0'+byte(c.Cell/10), '0'+byte(c.Cell%10), ' ')
	}
	return bytes.TrimRight(b, " ")
}

// libraryStart matches the beginning of a library line, :code[-variant]:digits:.
var libraryStart = regexp.MustCompile(`(?:^|\s):[0-9A-Za-z]+(?:-[^:\s]*)?:[^:\s]*:`)

// forms returns the puzzles of a line that has more than cells, and the runs beside them: library lines
// :code[-variant]:digits:grid:deleted:eliminations:placements:extra, whose fields after the grid are optional, states
// in their short form grid:deleted, and games of Solo. It returns nil if there is none but runs.
func (r *Reader) forms(line []byte) (list []span) {
	i := bytes.IndexAny(line, ":+")
	if i < 0 {
		return nil
	}
	if line[i] == ':' && (i == 0 || isSpace(rune(line[i-1]))) {
		if at := libraryStart.FindIndex(line); at != nil {
			return []span{{to: len(bytes.TrimRight(line, blanks)), read: func(rec *record, text []byte) error {
				return rec.readLibrary(text, at[1])
			}}}
		}
	}
	found, end := false, 0
	for _, t := range words(line) {
		if t.from < end {
			continue
		}
		game := t.from + bytes.LastIndexByte(line[t.from:t.to], '#') + 1
		if n := r.stateEnd(line[t.from:]); n > 0 {
			end = t.from + n
			list, found = append(list, span{t.from, end, (*record).readState}), true
		} else if t.to-game >= 10 && tathamGame.Match(line[game:t.to]) {
			list, found = append(list, span{game, t.to, r.readTatham}), true
		} else {
			for _, run := range r.runs(line[t.from:t.to]) {
				list = append(list, span{from: t.from + run.from, to: t.from + run.to})
			}
		}
	}
	if !found {
		return nil
	}
	return list
}

// stateEnd returns the length of a state in its short form at the beginning of a text, 0 if there is none: cells with a
// placed digit or a list of deleted candidates behind them.
func (r *Reader) stateEnd(text []byte) int {
	rest := bytes.TrimLeft(text, ".+0123456789")
	n := r.size * r.size
	if i := bytes.IndexByte(text[:min(len(text), n*utf8.UTFMax+1)], ':'); i >= n && i > len(text)-len(rest) &&
		slices.ContainsFunc(r.runs(text[:i]), func(t span) bool { return t.to == i && t.from == 0 }) {
		rest = text[i:]
	}
	cells := text[:len(text)-len(rest)]
	placed := bytes.IndexByte(bytes.TrimRight(cells, "+"), '+') >= 0 // a layout may end with +x
	after := bytes.TrimLeft(rest, ":0123456789 ")
	list := rest[:len(rest)-len(after)]
	if first, _, _ := bytes.Cut(list, []byte(" ")); digits(first) >= manyDigits || len(list) == 0 || list[0] != ':' ||
		len(after) > 0 && len(first) == len(list) && bytes.IndexByte([]byte("\t\"'`,;)"), after[0]) < 0 ||
		len(list) > 1 && notDigit(rune(list[1])) || len(list) == 1 && len(after) > 0 {
		list = nil
	}
	if len(cells) <= 20 || list == nil && (!placed || digits(cells) == 0) {
		return 0
	}
	return len(cells) + len(list)
}

// readState reads a state in its short form.
func (rec *record) readState(text []byte) (err error) {
	cells, list, _ := bytes.Cut(text, []byte(":"))
	rec.deleted, err = readCandidates("deleted", string(list))
	if err != nil || !bytes.ContainsAny(cells, ".+") && rec.cells(cells, rec.size) {
		return err
	}
	rec.givens, rec.isRun = setdoku.Grid{}, false
	return rec.libraryGrid(string(cells))
}

// readLibrary reads a library line, whose grid begins at a byte.
func (rec *record) readLibrary(text []byte, at int) error {
	_, head, _ := strings.Cut(string(text[:at-1]), ":")
	parts := append(strings.SplitN(string(text[at:]), ":", 5), "", "", "", "")
	l := &LibraryLine{Extra: strings.TrimSpace(parts[4])}
	l.Code, l.Digits, _ = strings.Cut(head, ":")
	l.Code, l.Variant, _ = strings.Cut(l.Code, "-")
	rec.library = l
	err := rec.readState(text[at:min(len(text), at+len(parts[0])+1+len(parts[1]))])
	if err == nil {
		l.Eliminations, err = readCandidates("eliminations", parts[2])
	}
	if err == nil {
		l.Placements, err = readCandidates("placements", parts[3])
	}
	if err == nil && (digits([]byte(l.Extra)) >= manyDigits || digits(text[:at]) >= manyDigits) {
		err = fmt.Errorf("expected one library line, got %q behind it", l.Extra)
	}
	return err
}

// libraryGrid reads cells of '.' or '0', d (given) or +d (placed): those of the board, or 81.
func (rec *record) libraryGrid(text string) error {
	n, size, cell, placed := len(text)-strings.Count(text, "+"), rec.size, 0, false
	if n == setdoku.CellCount {
		size = 9
	} else if n != size*size {
		return expectedCells(size*size, n)
	}
	for _, c := range text {
		i := index(cell, size)
		switch {
		case c == '+' && !placed:
			placed = true
			continue
		case placed && (c < '1' || c > '9'), c != '.' && notDigit(c):
			return fmt.Errorf("expected a digit, or '.' or '+' and a digit, at cell %d, got %q", cell+1, c)
		case c == '.' || c == '0':
		case int(c-'0') > rec.size || i/9 >= rec.size || i%9 >= rec.size:
			return fmt.Errorf("%v=%c is outside a board of %dx%[3]d", setdoku.CellAt(i), c, rec.size)
		case placed:
			rec.placed[i] = uint8(c - '0')
		default:
			rec.givens[i] = uint8(c - '0')
		}
		placed = false
		cell++
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
