package format

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is a line that is no puzzle by itself.
type row struct {
	line   int
	text   string
	column int // of the text in the line, from 1
	kind   rowKind
	plain  bool // a plainRow: its parts are not cut
	parts  []cell
	count  int // number of parts
	chars  int // characters of the parts
	digits int // 1 to 9
	known  int // characters that are a digit or one of the usual empty cells
}

// A rowKind is what a line that is no puzzle by itself can be.
type rowKind uint8

const (
	rowCells rowKind = iota // it may be a row of a grid
	rowBlank
	rowRuler
	rowDashes // a ruler, or a row of empty cells
	rowFence  // a line of a markup language around a grid
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
	inside := false
	for _, c := range line {
		switch {
		case c >= '0' && c <= '9', c == '.':
			w.chars++
			if c >= '1' {
				w.digits++
			}
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
	if w.chars == 0 || w.chars > 9 {
		return w, false
	}
	w.plain, w.known, w.line, w.column = true, w.chars, number, 1
	return w, true
}

// isBar reports whether r stands between boxes or cells.
func isBar(r rune) bool {
	return r == '|' || r == '!' || r == ':' || r == '¦' || r >= '\u2500' && r <= '\u257f'
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
	start, from, n := -1, 0, column
	for i, r := range text + " " {
		between := isSpace(r) || isBar(r) || list && strings.ContainsRune(listMarks, r)
		switch {
		case !between && start < 0:
			start, from = i, n
		case between && start >= 0:
			w.add(cell{text: text[start:i], line: number, column: from}, list)
			start = -1
		}
		n++
	}
	w.count = len(w.parts)
	w.kind = w.findKind()
	return w
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
		if r >= '1' && r <= '9' {
			w.digits++
		}
	}
}

// findKind tells the kinds of lines apart.
func (w *row) findKind() rowKind {
	trimmed := strings.TrimSpace(w.text)
	separators := w.separators()
	switch {
	case trimmed == "" && separators < manySeparators:
		return rowBlank
	case trimmed == "":
		return rowCells
	case isFence(trimmed):
		return rowFence
	case isRuler(trimmed):
		if w.dash() != 0 {
			return rowDashes
		}
		return rowRuler
	case w.isHeader():
		return rowRuler
	case len(w.parts) == 0:
		if strings.ContainsFunc(trimmed, isBar) || separators >= manySeparators {
			return rowCells
		}
		return rowRuler
	case w.uniform():
		return rowCells
	case w.digits >= manyDigits && letters(trimmed) < w.digits/4:
		return rowCells
	case isTitle(w.text):
		return rowWords
	case w.known*2 > w.chars, separators >= manySeparators && w.digits > 0,
		w.digits > 0 && strings.ContainsFunc(trimmed, isBar):
		return rowCells
	}
	return rowWords
}

// manySeparators is the number of tabs or commas of a line that is meant as nine cells, one of which may be missing.
const manySeparators = 7

// separators returns the number of the most frequent separator of a row, between which a cell may be empty.
func (w *row) separators() (n int) {
	for _, separator := range []string{"\t", ",", ";", "|"} {
		n = max(n, strings.Count(w.text, separator))
	}
	return n
}

// uniform reports whether the characters of a row, or its parts, are digits and one other text.
func (w *row) uniform() bool {
	chars, other := 0, rune(0)
	for _, c := range w.parts {
		for _, r := range c.text {
			switch {
			case r >= '0' && r <= '9':
			case other != 0 && other != r:
				other = -1
			default:
				other = r
			}
			chars++
		}
	}
	if other >= 0 {
		return chars == 1 || chars >= 4 || w.digits == chars
	}
	text := ""
	for _, c := range w.parts {
		if !isCell(rune(c.text[0]), 9) || len(c.text) > 1 {
			if text != "" && text != c.text {
				return false
			}
			text = c.text
		}
	}
	return len(w.parts) >= 4
}

// isFence reports whether a line belongs to a markup language: ``` or [code] or <pre>.
func isFence(trimmed string) bool {
	if !strings.ContainsRune("`~[<{", rune(trimmed[0])) {
		return false
	}
	if strings.HasPrefix(trimmed, "```") && !strings.ContainsAny(trimmed, "123456789") ||
		strings.HasPrefix(trimmed, "~~~") && strings.Trim(trimmed, "~") == "" {
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
	last, run, longest := rune(0), 0, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("-=~_*+—–", r) || r >= '\u2500' && r <= '\u257f':
			if r != last {
				run = 0
			}
			run++
			longest = max(longest, run)
		case isSpace(r) || strings.ContainsRune("|!:¦.',`", r):
			run = 0
		default:
			return false
		}
		last = r
	}
	return longest >= 3 || longest == 2 && strings.ContainsAny(text, "+┼")
}

// dash returns the character of a ruler that may be a row of empty cells: 4 to 9 of it. Otherwise it is 0.
func (w *row) dash() (dash rune) {
	for _, c := range w.parts {
		for _, r := range c.text {
			if dash != 0 && r != dash {
				return 0
			}
			dash = r
		}
	}
	if w.chars < 4 || w.chars > 9 {
		return 0
	}
	return dash
}

// isHeader reports whether a line is the labels of columns: A B C or c1 c2 c3.
func (w *row) isHeader() bool {
	if len(w.parts) < 4 || len(w.parts) > 9 {
		return false
	}
	for k, c := range w.parts {
		if text := strings.ToUpper(c.text); text != string(rune('A'+k)) && text != "C"+strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

// isNumbers reports whether the parts of a row are the numbers of columns, 1 2 3.
func (w *row) isNumbers() bool {
	for k, c := range w.parts {
		if c.text != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(w.parts) >= 4
}

// isNumber reports whether a row is a number or a date, which people write above a grid.
func (w *row) isNumber() bool {
	return w.digits > 0 && w.digits < 9 && len(w.parts) <= 3 && strings.Trim(w.text, "0123456789.:/#-() ") == "" &&
		!strings.Contains(w.text, "..") && !strings.Contains(w.text, "00000")
}

// rising reports whether the parts of a row are digits in ascending order, as pencil marks are.
func rising(parts []cell) bool {
	for _, c := range parts {
		for i := range len(c.text) {
			if c.text[i] < '1' || c.text[i] > '9' || i > 0 && c.text[i-1] >= c.text[i] {
				return false
			}
		}
	}
	return true
}

// characters returns the characters of the parts.
func (w *row) characters() (list []cell) {
	for _, c := range w.parts {
		list = append(list, characters(c.text, c.line, c.column)...)
	}
	return list
}

// unquote removes what a mail or a forum writes around a line: > and [code].
func unquote(line string) (text string, column int) {
	text = line
	first := strings.TrimLeft(text, blanks)
	if first == "" || !strings.ContainsRune(">&[<", rune(first[0])) &&
		!strings.ContainsRune("]>", rune(first[len(first)-1])) {
		return text, 1
	}
	for before := ""; before != text; {
		before = text
		trimmed := strings.TrimLeft(text, blanks)
		for _, tag := range []string{">", "&gt;", "[code]", "<pre>", "<code>", "<p>"} {
			if rest, ok := strings.CutPrefix(trimmed, tag); ok && rest != "" {
				text = rest
			}
		}
	}
	column = 1 + utf8.RuneCountInString(line[:len(line)-len(text)])
	for _, tag := range []string{"[/code]", "</pre>", "</code>", "<br>", "<br/>", "</p>"} {
		if rest, ok := strings.CutSuffix(strings.TrimRight(text, blanks), tag); ok && rest != "" {
			text = rest
		}
	}
	return text, column
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
	if strings.ContainsRune(line, '|') {
		return false
	}
	words, single := 0, 0
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
	return words > 0 && single <= 4
}

// isProse reports whether a line has at least three words.
func isProse(line string) bool {
	words := 0
	for f := range strings.FieldsFuncSeq(line, isSpace) {
		f = strings.Trim(f, ".,;:!?()\"'")
		if strings.IndexFunc(f, func(r rune) bool { return !isLetter(r) && r != '-' }) < 0 && len(f) > 1 {
			words++
		}
	}
	return words >= 3
}

// isLetter reports whether r is a letter that is not an empty cell.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }

// A cutter cuts a row into its cells. It returns nil if it cannot.
type cutter func(rows []row, size int) [][]cell

// cutters are the ways in which the cells of rows are set apart. The first one by which rows are a grid reads them.
var cutters = []cutter{cutParts, cutCharacters, cutRaw, cutFields, cutBoxes, cutDashless}

// cutParts cuts at blanks and bars.
func cutParts(rows []row, _ int) (list [][]cell) {
	for i := range rows {
		list = append(list, rows[i].parts)
	}
	return list
}

// cutCharacters makes each character between blanks and bars a cell.
func cutCharacters(rows []row, _ int) (list [][]cell) {
	for i := range rows {
		list = append(list, rows[i].characters())
	}
	return list
}

// cutRaw makes each character a cell, also what is a bar or a bracket elsewhere.
func cutRaw(rows []row, _ int) (list [][]cell) {
	for i := range rows {
		text := strings.TrimRight(rows[i].text, blanks)
		trimmed := strings.TrimLeft(text, blanks)
		list = append(list, characters(trimmed, rows[i].line, rows[i].column+len(text)-len(trimmed)))
	}
	return list
}

// cutDashless makes each character between blanks, bars, slashes and dashes a cell.
func cutDashless(rows []row, size int) (list [][]cell) {
	for i := range rows {
		list = append(list, slices.DeleteFunc(rows[i].characters(), func(c cell) bool {
			return c.text == "-" || c.text == "/"
		}))
	}
	return list
}

// cutFields cuts at separators that show where a cell is, so that an empty cell may have no character: tabs, commas,
// semicolons or bars.
func cutFields(rows []row, size int) (list [][]cell) {
	for _, separator := range []string{"\t", ",", ";", "|"} {
		list = list[:0]
		most := 0
		for i := range rows {
			w := &rows[i]
			text := strings.Map(func(r rune) rune {
				if isBar(r) {
					return '|'
				}
				return r
			}, w.text)
			var fields []cell
			column := w.column
			for part := range strings.SplitSeq(text, separator) {
				fields = append(fields, cell{text: part, line: w.line, column: column})
				column += utf8.RuneCountInString(part) + 1
			}
			most = max(most, len(fields))
			list = append(list, fields)
		}
		if most < size-1 {
			continue
		}
		list = trimFields(list, size, separator)
		for _, fields := range list {
			for k := range fields {
				fields[k].trim()
			}
		}
		return list
	}
	return nil
}

// trimFields removes the fields before a first bar and behind a last separator, and adds those whose tabs are missing
// at the end of a row.
func trimFields(list [][]cell, size int, separator string) [][]cell {
	all := func(ok func(fields []cell) bool) bool {
		return !slices.ContainsFunc(list, func(fields []cell) bool { return !ok(fields) })
	}
	isBlank := func(c cell) bool { return strings.Trim(c.text, blanks+"]})") == "" }
	first := func(fields []cell) bool { return len(fields) > 1 && isBlank(fields[0]) }
	last := func(fields []cell) bool { return len(fields) > 1 && isBlank(fields[len(fields)-1]) }
	if separator == "|" {
		for i, fields := range list { // two bars between boxes
			if len(fields) > size+2 {
				list[i] = slices.DeleteFunc(fields, func(c cell) bool { return c.text == "" })
			}
		}
		if all(func(f []cell) bool { return len(f) == size+2 || len(f) == size+1 && first(f) }) && all(first) {
			for i := range list {
				list[i] = list[i][1:]
			}
		}
	}
	trailing := func(f []cell) bool { return len(f)%size == 1 && last(f) }
	end, ended := len(list)-1, trailing(list[0])
	if ended && slices.ContainsFunc(list[:end], func(f []cell) bool { return !trailing(f) }) {
		return list // a cell is missing
	}
	for i := range list {
		if trailing(list[i]) && (i == end || ended) {
			list[i] = list[i][:len(list[i])-1]
		}
	}
	written := func(c cell) bool { return len(c.text) == 1 && isCell(rune(c.text[0]), 0) }
	if separator == "\t" && !slices.ContainsFunc(list, last) &&
		!slices.ContainsFunc(list, func(f []cell) bool { return slices.ContainsFunc(f, written) }) {
		for i, fields := range list {
			for len(fields) > 0 && len(fields) < size {
				end := fields[len(fields)-1].position()
				fields = append(fields, cell{line: end.Line, column: end.Column + end.Length})
			}
			list[i] = fields
		}
	}
	return list
}

// trim removes the blanks, quotation marks and brackets around a field.
func (c *cell) trim() {
	text := strings.TrimLeft(c.text, blanks+`"'[{(`)
	c.column += utf8.RuneCountInString(c.text) - utf8.RuneCountInString(text)
	text = strings.TrimRight(text, blanks+`"']})`)
	if text == "" && strings.ContainsAny(c.text, `"'`) || slices.Contains(emptyWords, text) {
		text = "."
	}
	c.text = text
}

// cutBoxes cuts a drawn grid with bars between boxes only, in which a blank is an empty cell and all boxes are as wide.
func cutBoxes(rows []row, size int) [][]cell {
	for _, pad := range []string{"", " "} { // without bars around the grid, the blanks beside them are missing
		var list [][]cell
		for i := range rows {
			fields := boxCells(&rows[i], size, pad)
			if fields == nil {
				list = nil
				break
			}
			list = append(list, fields)
		}
		if list != nil && aligned(list) {
			return list
		}
	}
	return nil
}

// boxCells cuts a row of a drawn grid with pad at its ends.
func boxCells(w *row, size int, pad string) (fields []cell) {
	var boxes []cell
	column := w.column - len(pad)
	for text := pad + w.text + pad; ; {
		end := strings.IndexFunc(text, isBar)
		if end < 0 {
			boxes = append(boxes, cell{text: text, column: column})
			break
		}
		boxes = append(boxes, cell{text: text[:end], column: column})
		_, n := utf8.DecodeRuneInString(text[end:])
		column += utf8.RuneCountInString(text[:end]) + 1
		text = text[end+n:]
	}
	outer := func(c cell) bool { return strings.Trim(c.text, blanks) == "" }
	if len(boxes) > 2 && outer(boxes[0]) && size%len(boxes) != 0 {
		boxes = boxes[1:]
	}
	open := true // the last box ends with the line
	if n := len(boxes) - 1; n > 1 && outer(boxes[n]) && size%len(boxes) != 0 {
		boxes, open = boxes[:n], false
	}
	n := len(boxes)
	if n < 2 || size%n != 0 {
		return nil
	}
	wide, each := len(boxes[0].text), size/n
	width := (wide + 1) / each
	for i, box := range boxes {
		if missing := wide - len(box.text); i == n-1 && open && missing > 0 && !strings.ContainsAny(w.text, "0._X") {
			box.text += strings.Repeat(" ", missing)
		}
		if len(box.text) != wide || width == 0 {
			return nil
		}
		text := box.text + " " // the last cell of a box of 5 has no blank behind it
		if strings.Trim(text[each*width:], blanks) != "" {
			return nil
		}
		for k := range each {
			c := cell{text: text[k*width : (k+1)*width], line: w.line, column: box.column + k*width}
			c.trim()
			fields = append(fields, c)
		}
	}
	return fields
}

// aligned reports whether the digits of each column of a grid are below each other.
func aligned(list [][]cell) bool {
	var columns [10]int
	for _, fields := range list {
		for k, c := range fields {
			switch {
			case len(c.text) != 1 || k >= len(columns):
			case columns[k] == 0:
				columns[k] = c.column
			case columns[k] != c.column:
				return false
			}
		}
	}
	return true
}

// fit reads rows as a grid of a size. It returns its cells and the text of the empty ones, or nil if the rows are none.
func fit(rows []row, size int) (cells []cell, empty string) {
	for _, cut := range cutters {
		list := cut(rows, size)
		total := 0
		for _, fields := range list {
			total += len(fields)
		}
		if total != size*size || !even(list) {
			continue
		}
		if cells = slices.Concat(list...); true {
			if empty, ok := emptyText(cells, size); ok {
				return cells, empty
			}
		}
	}
	return nil, ""
}

// even reports whether all rows have as many cells, and the last one perhaps fewer.
func even(list [][]cell) bool {
	for i, fields := range list {
		if len(fields) != len(list[0]) && (i < len(list)-1 || len(fields) > len(list[0]) || len(list[0]) <= 9) {
			return false
		}
	}
	return true
}

// cutBlanks reads lines of digits, in which a blank is an empty cell: one character for each cell, or one and a blank
// behind it. Blanks at the ends of all lines, and then lines at the end of a grid, may be missing.
func cutBlanks(rows []row, size int) (cells []cell) {
	if len(rows) > size || len(rows) < size/2 {
		return nil
	}
	wide, digits, blank := 0, 0, false
	shortest, untrimmed := 1<<20, false
	for _, w := range rows {
		text := strings.TrimRight(w.text, blanks)
		if strings.Trim(text, "123456789 ") != "" {
			return nil
		}
		wide, shortest = max(wide, len(text)), min(shortest, len(w.text))
		untrimmed = untrimmed || len(text) < len(w.text)
		digits += len(text) - strings.Count(text, " ")
		blank = blank || len(text) < len(w.text) || strings.Contains(text, " ") || text == ""
	}
	width := 1
	if wide > size {
		width = 2
	}
	whole := width*(size-1) + 1
	switch {
	case !untrimmed && wide < whole, // no row has all cells, so nothing shows where one is missing
		untrimmed && (shortest < whole || len(rows) < size), // a cell or a row is missing
		!blank || digits < fewestGivens[size] || wide > width*size || wide < width*(size-3):
		return nil
	}
	for r := range size {
		text, line := "", rows[0].line+r
		if r < len(rows) {
			text = strings.TrimRight(rows[r].text, blanks)
		}
		text += strings.Repeat(" ", width*size-len(text))
		for k := range size {
			if width == 2 && text[2*k+1] != ' ' {
				return nil
			}
			cells = append(cells, cell{text: strings.TrimSpace(text[width*k : width*k+1]), line: line,
				column: 1 + width*k})
		}
	}
	return cells
}

// ruled reports whether a border of pencil marks begins a grid.
func ruled(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, blanks), ".-") }
