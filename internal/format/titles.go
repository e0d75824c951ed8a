package format

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of the lines of words that may be the title of a grid below them: their number, and the bytes of each.
const (
	mostTitles = 40
	longTitle  = 1000
)

// title is a line of words.
type title struct {
	line int
	text string
	err  error // of the line, if there is no grid below it
}

// titles are the lines of words since the last record. A newspaper prints words around a grid: the lines above the grid
// are its name, and the lines below it are comments.
type titles struct {
	lines []title
	below bool // the lines follow a grid of nine rows, so they may be comments
}

// add keeps a line of words. If there are too many lines, it returns the error of the first one.
func (t *titles) add(line title) error {
	t.lines = append(t.lines, line)
	if len(t.lines) <= mostTitles {
		return nil
	}
	return t.fault()
}

// fault drops lines that are comments and returns nil. Of other lines it removes the first one and returns its error.
func (t *titles) fault() error {
	if t.below || len(t.lines) == 0 {
		*t = titles{}
		return nil
	}
	err := t.lines[0].err
	t.lines = t.lines[1:]
	return err
}

// name joins the last consecutive lines of words into the name of the grid below them.
func (t *titles) name() string {
	first := len(t.lines)
	for first > 0 && (first == len(t.lines) || t.lines[first-1].line+1 == t.lines[first].line) {
		first--
	}
	var words []string
	for _, line := range t.lines[first:] {
		words = append(words, line.text)
	}
	return strings.Join(words, " ")
}

// isTitle reports whether a line is words rather than cells with mistakes: it has a word, no bars, and hardly any cells
// that are words of their own.
func isTitle(line []byte) bool {
	if len(line) > longTitle || bytes.IndexByte(line, '|') >= 0 {
		return false
	}
	words, single := 0, 0
	for f := range bytes.FieldsFuncSeq(line, isSpace) {
		first, n := utf8.DecodeRune(f)
		second, _ := utf8.DecodeRune(f[n:])
		switch {
		case len(f) == 1:
			single++
		case isLetter(first) && isLetter(second):
			words++
		}
	}
	return words > 0 && single <= 4
}

// isLetter reports whether r is a letter that is not an empty cell.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }
