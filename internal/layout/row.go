package layout

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// field is a part of a line that may be a cell.
type field struct {
	text         string
	line, column int  // of its first character, from 1
	sure         bool // one digit is a given, whatever the other cells have
}

func (f field) place() Place { return Place{f.line, f.column, utf8.RuneCountInString(f.text)} }

// row is a line of a block.
type row struct {
	line    int
	text    string
	kind    lineKind
	parts   []field // between blanks and bars
	count   int     // number of parts
	plain   bool    // it is a plainRow, and the parts are not cut
	chars   int     // characters of the parts
	cells   int     // characters of the parts that are cells
	strange []field // characters that a row does not have
	table   bool    // the parts are between separators, and may be empty
	label   bool    // the line began with a label, which is not in the parts
}

// plainLength limits the bytes of a plain row. A longer line may be a puzzle, or rows of cells of three lines each.
const plainLength = 26

// plainRow returns a line that can be nothing but a row of up to nine cells, with blanks and bars between them or not.
// Its parts are cut only when they are needed.
func plainRow(line []byte, number int) (w row, ok bool) {
	if len(line) > plainLength {
		return w, false
	}
	inside := false
	for _, c := range line {
		switch {
		case c >= '0' && c <= '9', c == '.', c|0x20 == 'x' && len(line) <= 9 && bytes.IndexByte(line, ' ') < 0:
			w.chars++
			if !inside {
				w.count++
			}
			inside = true
		case c == ' ' || c == '|':
			inside = false
		default:
			return w, false
		}
	}
	w.plain, w.cells, w.line, w.text = true, w.chars, number, string(line)
	return w, w.chars > 0 && w.chars <= 9
}

// bars are characters between cells, in addition to drawn lines.
const bars = "|!:¦"

// isBar reports whether c is a bar or another drawn line.
func isBar(c rune) bool {
	return c == '|' || c == '!' || c == ':' || c == '¦' || c >= '\u2500' && c <= '\u257f'
}

// marks are characters that people write around the digits of a pencil mark.
const marks = "*-#@()[]{}+!?<>~^\"'`"

// unknown are the words for an empty cell in the lists of programs.
var unknown = []string{"-1", "None", "none", "null", "nil", "NaN"}

// newRow cuts a line into its parts. Between commas a part may be a word for an empty cell.
func newRow(line string, number int) row {
	w := row{line: number, text: line}
	text, column := line, 1
	cutLeft := func(n int) {
		column += utf8.RuneCountInString(text[:n])
		text = text[n:]
	}
	cutLeft(len(text) - len(strings.TrimLeft(text, blanks)))
	if n := labelLength(text); n > 0 {
		w.label = true
		cutLeft(n)
	}
	if i := strings.IndexAny(text, "=("); i > 0 && strings.IndexAny(strings.TrimLeft(text[i+1:], blanks), "[{(") == 0 &&
		letters(text[:i]) > 0 {
		cutLeft(i + 1) // the name of a list in a program
	}
	list := strings.Count(text, ",")+strings.Count(text, ";") >= 3
	between := func(c rune) bool {
		return isSpace(c) || isBar(c) || list && strings.ContainsRune(",;[](){}\"'", c)
	}
	if n := len(text); n > 0 {
		w.parts = make([]field, 0, min((n+1)/2, 9))
	}
	start, from, n := -1, 0, 0
	for i, c := range text + " " {
		n++
		switch {
		case !between(c) && start < 0:
			start, from = i, column+n-1
		case between(c) && start >= 0:
			w.add(field{text: text[start:i], line: number, column: from}, list)
			start = -1
		}
	}
	w.count = len(w.parts)
	return w
}

// add adds a part, without the brackets of a list that begins or ends with it, and counts its characters.
func (w *row) add(f field, list bool) {
	if len(f.text) == 1 && isCell(rune(f.text[0]), 9) {
		w.parts = append(w.parts, f)
		w.cells++
		w.chars++
		return
	}
	if slices.Contains(unknown, f.text) && (list || f.text != "-1") {
		f.text = "."
	}
	if trimmed := strings.TrimLeft(f.text, "[{("); len(w.parts) == 0 && !strings.ContainsAny(trimmed, "]})") {
		f.column += len(f.text) - len(trimmed)
		f.text = trimmed
	}
	if trimmed := strings.TrimRight(f.text, "]}),;"); !strings.ContainsAny(trimmed, "[{(") {
		f.text = trimmed
	}
	if f.text == "" {
		return
	}
	if w.label && isLower(f.text) {
		f.text = strings.Trim(strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' {
				return -1
			}
			return c
		}, f.text), marks)
	}
	w.parts = append(w.parts, f)
	at := 0
	for _, c := range f.text {
		if isCell(c, 9) {
			w.cells++
		} else if !strings.ContainsRune(marks, c) && !(c == 'u' && at == 0 && len(f.text) == 2) || len(f.text) == 1 {
			w.strange = append(w.strange, field{text: string(c), line: f.line, column: f.column + at})
		}
		at++
	}
	w.chars += at
}

// isLower reports whether a text is digits with lower-case letters behind them, as the pictures of setdoku have them.
func isLower(text string) bool {
	return text[0] >= '1' && text[0] <= '9' && strings.Trim(text, "123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// labelLength returns the number of bytes of the label at the beginning of a row: a letter A to I, or r1 to r9.
func labelLength(text string) int {
	if text == "" || text[0] < 'A' {
		return 0
	}
	label, _, found := strings.Cut(text, " ")
	if bar := strings.IndexFunc(label, isBar); bar > 0 {
		label, found = label[:bar], true
	}
	letter := strings.ToUpper(strings.TrimRight(label, ".)"))
	switch {
	case !found || len(letter) == 0 || len(letter) > 2:
		return 0
	case len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'I':
		return len(label)
	case len(letter) == 2 && letter[0] == 'R' && letter[1] >= '1' && letter[1] <= '9':
		return len(label)
	}
	return 0
}

// quoted removes what a mail or a forum writes before a line: > and [code].
func quoted(line string) (text string, removed int) {
	text = line
	first := strings.TrimLeft(text, blanks)
	if first == "" || !strings.ContainsRune(">&[<", rune(first[0])) &&
		!strings.ContainsRune("]>", rune(first[len(first)-1])) {
		return text, 0
	}
	for {
		trimmed := strings.TrimLeft(text, blanks)
		for _, tag := range []string{">", "&gt;", "[code]", "<pre>", "<code>"} {
			if rest, ok := strings.CutPrefix(trimmed, tag); ok && rest != "" {
				text = rest
			}
		}
		if len(text) == len(line)-removed {
			break
		}
		removed = len(line) - len(text)
	}
	for _, tag := range []string{"[/code]", "</pre>", "</code>", "<br>", "<br/>"} {
		if rest, ok := strings.CutSuffix(strings.TrimRight(text, blanks), tag); ok && rest != "" {
			text = rest
		}
	}
	return text, utf8.RuneCountInString(line[:removed])
}

// squareOf returns the size of the boards larger than 9x9 that have n cells or n cells in a row, 0 if there are none.
func squareOf(n int) int {
	for _, size := range []int{12, 15, 16, 20, 25} {
		if n == size || n == size*size {
			return size
		}
	}
	return 0
}

// letters counts the letters of a text.
func letters(text string) (n int) {
	for _, c := range text {
		if unicode.IsLetter(c) {
			n++
		}
	}
	return n
}
