package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A lineKind is what a line that is not a puzzle by itself can be.
type lineKind uint8

const (
	kindCells lineKind = iota // it may be a row
	kindBlank
	kindRuler
	kindDashes // a ruler, or a row of empty cells
	kindFence  // a line of a markup language around a block
	kindWords
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
	chars   int     // characters of the parts
	cells   int     // characters of the parts that are cells
	strange []field // characters that a row does not have
	label   bool    // the line began with a label, which is not in the parts
}

// bars are characters between cells, in addition to drawn lines.
const bars = "|!:¦"

// isBar reports whether c is a bar or another drawn line.
func isBar(c rune) bool { return strings.ContainsRune(bars, c) || c >= '\u2500' && c <= '\u257f' }

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
	if name, value, found := strings.Cut(text, "="); found &&
		strings.IndexAny(strings.TrimLeft(value, blanks), "[{(") == 0 &&
		letters(name) > 0 {
		cutLeft(len(text) - len(value)) // the name of a list in a program
	}
	list := strings.Count(text, ",")+strings.Count(text, ";") >= 3
	between := func(c rune) bool {
		return isSpace(c) || isBar(c) || list && strings.ContainsRune(",;[](){}\"'", c)
	}
	w.parts = make([]field, 0, 9)
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
	return w
}

// add adds a part, without the brackets of a list that begins or ends with it, and counts its characters.
func (w *row) add(f field, list bool) {
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

// kindOf tells the kinds of lines apart.
func (w *row) kindOf() lineKind {
	trimmed := strings.TrimSpace(w.text)
	switch {
	case trimmed == "" && strings.Count(w.text, "\t") < manyTabs:
		return kindBlank
	case trimmed != "" && isFence(trimmed):
		return kindFence
	case isRuler(trimmed):
		if w.dashes() != 0 {
			return kindDashes
		}
		return kindRuler
	case w.isHeader():
		return kindRuler
	case len(w.strange) == 0 && (w.cells > 0 || strings.ContainsFunc(trimmed, isBar) || trimmed == ""):
		return kindCells
	case isTitle(w.text):
		return kindWords
	case squareOf(len(w.parts)) > 9 || squareOf(w.chars) > 9:
		return kindCells // perhaps a larger board
	case len(w.strange) <= 2 && (w.cells > 4 || strings.Count(w.text, "\t") >= manyTabs || w.cells > len(w.strange) &&
		strings.ContainsFunc(trimmed, isBar)):
		return kindCells
	}
	return kindWords
}

// meant reports whether a line is meant as a row rather than as a number among words.
func (w row) meant() bool {
	return w.kind == kindCells && (w.cells > 3 || strings.Count(w.text, "\t") >= manyTabs ||
		strings.ContainsFunc(w.text, isBar))
}

// manyTabs is the number of tabs of a line that is meant as nine cells, one of which may be missing.
const manyTabs = 7

// isFence reports whether a line belongs to a markup language: ``` or [code] or <pre>.
func isFence(trimmed string) bool {
	if !strings.ContainsRune("`~[<{", rune(trimmed[0])) {
		return false
	}
	if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") && strings.Trim(trimmed, "~") == "" {
		return true
	}
	tag := strings.TrimLeft(strings.ToLower(trimmed), "[<{/")
	for _, name := range []string{"code", "pre", "spoiler", "quote", "tt", "hidden"} {
		if rest, ok := strings.CutPrefix(tag, name); ok && len(tag) < len(trimmed) &&
			(rest == "" || strings.ContainsRune("]>}=: ", rune(rest[0]))) && strings.ContainsAny(rest, "]>}") {
			return strings.IndexAny(rest, "]>}") == len(rest)-1
		}
	}
	return false
}

// isRuler reports whether a line draws a line: it has three of a character in a row, and nothing else but corners.
func isRuler(text string) bool {
	const drawn = "-=~_*+"
	last, run, longest := rune(0), 0, 0
	for _, c := range text {
		switch {
		case strings.ContainsRune(drawn, c) || c >= '\u2500' && c <= '\u257f' || c == '—' || c == '–':
			if c != last {
				run = 0
			}
			run++
			longest = max(longest, run)
		case isSpace(c) || strings.ContainsRune(bars+".',`", c):
			run = 0
		default:
			return false
		}
		last = c
	}
	return longest >= 3 || longest == 2 && strings.ContainsAny(text, "+┼")
}

// dashes returns the character of a ruler that may be a row of empty cells: 4 to 9 of - or _ or *. Otherwise it is 0.
func (w *row) dashes() rune {
	first := rune(0)
	for _, f := range w.parts {
		for _, c := range f.text {
			if first == 0 {
				first = c
			}
			if c != first || !strings.ContainsRune("-_*", c) {
				return 0
			}
		}
	}
	if w.chars < 4 || w.chars > 9 {
		return 0
	}
	return first
}

// isHeader reports whether a line is the labels of columns: A B C or c1 c2 c3.
func (w *row) isHeader() bool {
	if first := strings.TrimLeft(w.text, blanks+"|"); first == "" || first[0] < 'A' || first[0] > 'c' {
		return false
	}
	parts := strings.FieldsFunc(w.text, func(c rune) bool { return isSpace(c) || isBar(c) })
	if len(parts) < 4 || len(parts) > 9 {
		return false
	}
	for k, f := range parts {
		letter, number := string(rune('A'+k)), strconv.Itoa(k+1)
		if f := strings.ToUpper(f); f != letter && f != "C"+number {
			return false
		}
	}
	return true
}

// isNumbers reports whether the parts of a row are the numbers of columns, 1 2 3.
func (w *row) isNumbers() bool {
	for k, f := range w.parts {
		if f.text != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(w.parts) >= 4
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
