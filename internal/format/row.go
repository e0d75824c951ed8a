package format

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is a line that is no puzzle by itself.
type row struct {
	line     int
	text     string
	column   int // of the text in the line, from 1
	kind     rowKind
	plain    bool // a plainRow: its parts are not cut
	parts    []cell
	chars    int  // characters of the parts
	digits   int  // 1 to 9
	known    int  // characters that are a digit or one of the usual empty cells
	gap      int  // blank lines before it in its block
	bordered bool // the line above is the upper border of pencil marks
}

// A rowKind is what a line that is no puzzle by itself can be.
type rowKind uint8

const (
	rowCells rowKind = iota // it may be a row of a grid
	rowBlank
	rowRuler
	rowDashes // a ruler, or a row of empty cells
	rowWords
)

// plainLength limits the bytes of a plain row. A longer line may be a puzzle, or rows of cells of three lines each.
const plainLength = 26

// plainRow returns a line that can be nothing but a row of up to nine cells, with blanks and bars between them or not.
// The caller sets its text.
func plainRow(line []byte, number int) (w row, ok bool) {
	if len(line) > plainLength {
		return w, false
	}
	w.line, w.column, w.plain = number, 1, true
	for _, c := range line {
		switch {
		case c == ' ' || c == '|':
		case c != '.' && (c < '0' || c > '9'):
			return w, false
		default:
			w.chars++
			if c >= '1' {
				w.digits++
			}
		}
	}
	w.known = w.chars
	return w, w.chars > 0 && w.chars <= 9
}

// isBar reports whether r stands between boxes or cells.
func isBar(r rune) bool {
	return r == '|' || r == '!' || r == ':' || r == '¦' || r == '‖' || r >= '\u2500' && r <= '\u257f'
}

// isSpace reports whether r separates the fields of a line.
func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\f' }

// emptyWords are the words for an empty cell in the lists of programs.
var emptyWords = []string{"-1", "None", "none", "null", "nil", "NaN", "nan", "NA", "undefined", "empty", "blank"}

// listMarks are what programs write around the cells of a list.
const listMarks = ",;[](){}\"'`"

// newRow cuts a line into its parts, which stand between blanks and bars, and in a list between commas and brackets.
func newRow(line string, number int) row {
	w := row{line: number}
	w.text, w.column = unquote(line)
	text, column := w.text, w.column
	if i := strings.IndexAny(text, "[{("); i > 0 && letters(text[:i]) > 0 && !strings.ContainsAny(text[:i], "123456789") ||
		i > 0 && strings.Trim(text[:i], "- \t") == "" {
		column += utf8.RuneCountInString(text[:i]) // the name of a list in a program, or the dash of a list in YAML
		text = text[i:]
	}
	list := strings.Count(text, ",")+strings.Count(text, ";")+strings.Count(text, "`") >= 3
	for _, c := range split(text, number, column, func(r rune) bool {
		return isSpace(r) || isBar(r) || list && strings.ContainsRune(listMarks, r)
	}) {
		w.add(c, list)
	}
	w.kind = w.findKind()
	return w
}

// split cuts a text at separators.
func split(text string, line, column int, separates func(r rune) bool) (list []cell) {
	one := cell{line: line, column: column}
	start := 0
	for i, r := range text {
		column++
		if separates(r) {
			one.text = text[start:i]
			list = append(list, one)
			start, one.column = i+utf8.RuneLen(r), column
		}
	}
	one.text = text[start:]
	return append(list, one)
}

// add adds a part, without the brackets of a list that begins or ends with it, and counts its characters.
func (w *row) add(c cell, list bool) {
	if slices.Contains(emptyWords, c.text) && (list || c.text != "-1") {
		c.text = "."
	}
	if trimmed := strings.TrimLeft(c.text, "[{("); len(w.parts) == 0 && !strings.ContainsAny(trimmed, "]})") {
		c.column += len(c.text) - len(trimmed)
		c.text = trimmed
	}
	if trimmed := strings.TrimRight(c.text, "]}),;"); !strings.ContainsAny(trimmed, "[{(") {
		c.text = trimmed
	}
	if c.text == "" || isRuler(c.text) && strings.Trim(c.text, c.text[:1]) != "" {
		return
	}
	w.parts = append(w.parts, c)
	for _, r := range c.text {
		w.chars++
		if isCell(r, 9) {
			w.known++
		}
	}
	w.digits += digits([]byte(c.text))
}

// findKind tells the kinds of lines apart.
func (w *row) findKind() rowKind {
	trimmed := strings.TrimSpace(w.text)
	many, bar := w.separators() >= manySeparators, strings.ContainsFunc(trimmed, isBar)
	switch {
	case trimmed == "" && !many:
		return rowBlank
	case trimmed != "" && isRuler(trimmed) && w.dash() != "":
		return rowDashes
	case trimmed != "" && isRuler(trimmed), isLabels(w.parts, 0), isLabels(w.parts, 1), len(w.parts) == 0 && !bar && !many:
		return rowRuler
	case len(w.parts) == 0, w.uniform(), w.digits >= manyDigits && letters(trimmed) < w.digits/4:
		return rowCells
	case isTitle(w.text):
		return rowWords
	case w.known*2 > w.chars, w.digits > 0 && (many || bar):
		return rowCells
	}
	return rowWords
}

// manySeparators is the number of tabs or commas of a line that is meant as nine cells, one of which may be missing.
const manySeparators = 7

// separators returns the number of the most frequent separator of a row, between which a cell may be empty.
func (w *row) separators() (n int) {
	for _, separator := range fieldSeparators {
		n = max(n, strings.Count(w.text, separator))
	}
	return n
}

// others returns the number of different cells that are not a digit.
func others(cells []cell) int {
	var texts []string
	for _, c := range cells {
		if (len(c.text) > 1 || notDigit(rune(c.text[0]))) && !slices.Contains(texts, c.text) {
			if texts = append(texts, c.text); len(texts) == 3 {
				break
			}
		}
	}
	return len(texts)
}

// uniform reports whether the characters of a row, or its parts, are digits and one other text.
func (w *row) uniform() bool {
	if len(w.parts) >= 4 && others(w.parts) < 2 {
		return true
	}
	_, ok := w.other()
	return ok && (w.chars == 1 || w.chars >= 4 || w.digits == w.chars)
}

// other returns the only character of the parts that is no digit, 0 if there is none. ok is false if there are several.
func (w *row) other() (other rune, ok bool) {
	for _, c := range w.parts {
		for _, r := range c.text {
			if notDigit(r) {
				if other != 0 && r != other {
					return 0, false
				}
				other = r
			}
		}
	}
	return other, true
}

// dash returns the character of a ruler that may be a row of empty cells: 4 to 9 of it. Otherwise it is "".
func (w *row) dash() string {
	if r, ok := w.other(); ok && r != 0 && w.chars >= 4 && w.chars <= 9 {
		return string(r)
	}
	return ""
}

// isRuler reports whether a line draws a line: it has three of a character in a row, and nothing else but corners.
func isRuler(text string) bool {
	last, run, longest := rune(0), 0, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("-=~_*+—–", r) || r >= '\u2500' && r <= '\u257f':
			if r != last {
				run = 0
			}
			run++
			longest = max(longest, run)
		case isSpace(r) || strings.ContainsRune("|!:¦‖.',`", r):
			run = 0
		default:
			return false
		}
		last = r
	}
	return longest >= 3
}

// isLabels reports whether four parts or more are A B C, c1 c2 c3 or 1 2 3, which are kind 0, 1 and 2. For the rows of
// a grid, kind 1 is r1 r2 r3.
func isLabels(parts []cell, kind int) bool {
	if len(parts) < 4 || len(parts) > 9 {
		return false
	}
	for k, c := range parts {
		text := strings.ToUpper(strings.TrimRight(c.text, ".)"))
		if kind == 1 {
			text = strings.TrimLeft(text, "CR")
		}
		if label := []string{string(rune('A' + k)), strconv.Itoa(k + 1), strconv.Itoa(k + 1)}[kind]; text != label ||
			kind == 1 && len(c.text) < 2 {
			return false
		}
	}
	return true
}

// isNumber reports whether a row is a number or a date, which people write above a grid.
func (w *row) isNumber() bool {
	return w.digits > 0 && w.digits < 9 && len(w.parts) <= 3 && !strings.Contains(strings.TrimSpace(w.text), "  ") && strings.Trim(w.text, "0123456789.:/#-() ") == "" &&
		!strings.Contains(w.text, "..") && !strings.Contains(w.text, "00000")
}

// rising reports whether the parts of a row are digits in ascending order, as pencil marks are.
func rising(parts []cell) bool {
	return !slices.ContainsFunc(parts, func(c cell) bool {
		return strings.Trim(c.text, "123456789") != "" || !slices.IsSorted([]byte(c.text)) ||
			len(slices.Compact([]byte(c.text))) < len(c.text)
	})
}

// characters returns the characters of the parts.
func (w *row) characters() (list []cell) {
	for _, c := range w.parts {
		list = append(list, characters(c.text, c.line, c.column)...)
	}
	return list
}

// What mails, forums and markup languages write before and behind a line.
const tags = `(?:code|pre|spoiler|quote|tt|hidden|p)`

var (
	beforeLine = regexp.MustCompile(`^(?:[ \t\f]*(?:>|&gt;|[\[<{](?i:` + tags + `)(?:[=: ][^\]>}]*)?[\]>}]))+`)
	behindLine = regexp.MustCompile(`(?:(?:[\[<{]/(?i:` + tags + `)[\]>}]|<br ?/?>)[ \t\f]*)+$`)
	fence      = regexp.MustCompile("^[ \t\f]*(?:```[^1-9]*|~~~+[ \t\f]*)$")
)

// unquote removes what a mail, a forum or a markup language writes around a line: > and [code], and code fences.
func unquote(line string) (text string, column int) {
	first := strings.TrimLeft(line, blanks)
	if first == "" || !strings.ContainsRune(">&[<{`~", rune(first[0])) && !strings.ContainsRune("]>}", rune(first[len(first)-1])) {
		return line, 1
	}
	if fence.MatchString(line) {
		return "", 1
	}
	from := len(beforeLine.FindString(line))
	text = line[from:]
	return text[:len(text)-len(behindLine.FindString(text))], 1 + utf8.RuneCountInString(line[:from])
}

// letters counts the letters of a text.
func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// isTitle reports whether a line is words rather than cells with mistakes: it has a word, no bars, and hardly any cells
// that are words of their own.
func isTitle(line string) bool {
	words, single := countWords(line)
	return words > 0 && single <= 4 && !strings.ContainsRune(line, '|')
}

// countWords returns the number of words of at least two letters in a line, and of those of one character.
func countWords(line string) (words, single int) {
	for f := range strings.FieldsFuncSeq(line, isSpace) {
		first, n := utf8.DecodeRuneInString(f)
		second, _ := utf8.DecodeRuneInString(f[n:])
		switch {
		case len(f) == 1:
			single++
		case isLetter(first) && isLetter(second):
			words++
		}
	}
	return words, single
}

// isLetter reports whether r is a letter that is not an empty cell.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }
