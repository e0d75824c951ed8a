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

// span is a part of a line, in bytes.
type span struct{ from, to int }

// find adds the puzzles of a line to the queue, or its mistake if it is meant as one. It returns false if the line may
// be a row, or is words.
func (s *scanner) find(line []byte) bool {
	if len(line) < 6 {
		return false
	}
	if t, ok := s.bankRun(line); ok {
		s.addRuns(line, []span{t})
		return true
	}
	if s.takeSaved(line) || s.findLibrary(line) || s.findVariant(line) || s.findTatham(line) || s.findUnread(line) {
		return true
	}
	if spans := s.runs(line); len(spans) > 0 {
		s.addRuns(line, spans)
		return true
	}
	return s.findBlanks(line) || s.findList(line) || s.findFault(line, 0, "")
}

// runs returns the runs of a line that are the cells of a board: as many digits, or digits and one other character, as
// a board has cells, and enough of them for a puzzle; or 729 pencil marks.
func (s *scanner) runs(line []byte) (list []span) {
	least := s.size * s.size
	if s.size == 9 {
		least = 16
	}
	if len(line) < least {
		return nil
	}
	if list, ok := s.plainRuns(line); ok {
		return list
	}
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	for from := 0; from < len(line); { // digits only
		if !isDigit(line[from]) {
			from++
			continue
		}
		to := from
		for to < len(line) && isDigit(line[to]) {
			to++
		}
		if s.isRun(line, span{from, to}, 0) {
			list = append(list, span{from, to})
		}
		from = to
	}
	taken := slices.Clone(list)
	for from := 0; from+least <= len(line); {
		if i := slices.IndexFunc(taken, func(t span) bool { return from >= t.from && from < t.to }); i >= 0 {
			from = taken[i].to
			continue
		}
		to, last, other := from, from, rune(0) // last is behind the last character that is not a digit
		for to < len(line) && !slices.ContainsFunc(taken, func(t span) bool { return to == t.from }) {
			r, n := rune(line[to]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRune(line[to:])
			}
			if !isDigit(line[to]) {
				if isSpace(r) || other != 0 && r != other {
					break
				}
				other, last = r, to+n
			}
			to += n
		}
		if other != 0 && s.isRun(line, span{from, to}, other) {
			list = append(list, span{from, to})
			last = to
		}
		if to < len(line) && isSpace(rune(line[to])) {
			last = to + 1
		}
		from = max(last, from+1)
	}
	for _, t := range words(line) { // several of the usual characters
		if t.to-t.from == s.size*s.size &&
			!slices.ContainsFunc(list, func(r span) bool { return r.from < t.to && t.from < r.to }) &&
			!bytes.ContainsFunc(line[t.from:t.to], func(r rune) bool { return !isCell(r, s.size) }) &&
			!isRuler(string(line[t.from:t.to])) {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.from - b.from })
	return list
}

// bankRun quickly finds 81 digits and dots behind an id of a bank, because their lists are long.
func (s *scanner) bankRun(line []byte) (t span, ok bool) {
	const n = setdoku.CellCount
	id := bytes.IndexByte(line, ' ')
	if s.size != 9 || id <= 0 || id >= 16 || len(bytes.Trim(line[:id], "0123456789abcdef")) > 0 {
		return t, false
	}
	from := id
	for from < len(line) && line[from] == ' ' {
		from++
	}
	var d setdoku.Grid
	if len(line) < from+n || !plainCells((*[n]byte)(line[from:]), (*[n]uint8)(&d)) {
		return t, false
	}
	rest := line[from+n:]
	return span{from, from + n}, len(rest) < 16 && len(bytes.Trim(rest, "0123456789. ")) == 0 &&
		(len(rest) == 0 || rest[0] == ' ')
}

// plainRuns quickly finds runs of 81 digits and dots between separators. ok is false if there are none, or another part
// of the line may have one.
func (s *scanner) plainRuns(line []byte) (list []span, ok bool) {
	const n = setdoku.CellCount
	var d setdoku.Grid
	for from := 0; from < len(line); {
		to := from
		for to < len(line) && !setsOff(line[to]) {
			to++
		}
		switch {
		case to-from == n && s.size == 9 && plainCells((*[n]byte)(line[from:to]), (*[n]uint8)(&d)):
			list = append(list, span{from, to})
		case to-from >= 16:
			return nil, false
		}
		from = to + 1
	}
	return list, len(list) > 0
}

// words returns the parts of a line between blanks, without the marks around them.
func words(line []byte) (list []span) {
	for from := 0; from < len(line); {
		to := from + bytes.IndexAny(line[from:], blanks)
		if to < from {
			to = len(line)
		}
		text := line[from:to]
		left := len(text) - len(bytes.TrimLeft(text, "\"'`;,()[]{}:=#|"))
		right := len(bytes.TrimRight(text, "\"'`;,()[]{}:=#|"))
		if left < right {
			list = append(list, span{from + left, from + right})
		}
		from = to + 1
	}
	return list
}

// isRun reports whether a run of digits and one other character, 0 for none, is the cells of a board.
func (s *scanner) isRun(line []byte, t span, other rune) bool {
	text := line[t.from:t.to]
	n := len(text)
	if other >= utf8.RuneSelf {
		n = utf8.RuneCount(text)
	}
	if n == 9*setdoku.CellCount {
		return s.size == 9
	}
	size := s.size
	if n != size*size {
		size = smallSize(n)
		if s.size != 9 || size == 0 || other == 0 {
			return false
		}
	}
	count := 0
	for _, c := range text {
		if c >= '1' && c <= '9' {
			if count++; int(c-'0') > size {
				return false
			}
		}
	}
	usual := other == 0 || isCell(other, 9) && (other != '-' && other != '_' && other != '*' || count > 0)
	if size == s.size {
		return usual || count >= fewestGivens[size]
	}
	var rec record
	v, err := s.named(fmt.Sprintf("%dx%[1]d", size))
	return count >= fewestGivens[size] && err == nil && rec.cells(text, size) && v.Check(rec.givens) == nil
}

// smallSize returns the size of the smaller board with boxes that has n cells, 0 if there is none.
func smallSize(n int) int {
	switch n {
	case 16:
		return 4
	case 36:
		return 6
	case 64:
		return 8
	}
	return 0
}

// cells reads a character for each cell. ok is false if there is another number of characters, or a wrong one.
func (rec *record) cells(text []byte, size int) (ok bool) {
	rec.size = size
	if len(text) == setdoku.CellCount && size == 9 &&
		plainCells((*[setdoku.CellCount]byte)(text), (*[setdoku.CellCount]uint8)(&rec.givens)) {
		return true
	}
	rec.givens = setdoku.Grid{}
	k, other := 0, rune(0)
	for at := 0; at < len(text); k++ {
		r, n := utf8.DecodeRune(text[at:])
		at += n
		switch {
		case k == size*size:
			return false
		case r >= '1' && r <= rune('0'+size):
			rec.givens[index(k, size)] = uint8(r - '0')
		case isCell(r, 0) || r == ' ':
		case r >= '0' && r <= '9' || other != 0 && other != r:
			return false
		default:
			other = r
		}
	}
	return k == size*size
}

// addRuns adds the puzzles of the runs of a line, and the mistakes of what is between them.
func (s *scanner) addRuns(line []byte, spans []span) {
	first := len(s.queue)
	for i, t := range spans {
		rec := s.emit()
		rec.line, rec.column = s.src.n, 1+utf8.RuneCount(line[:t.from])
		next := len(line)
		if i+1 < len(spans) {
			next = spans[i+1].from
		}
		if t.to == len(line) || line[t.to] != ':' {
			// no deleted candidates
		} else if end := shortList.FindIndex(line[t.to:next]); end != nil {
			rec.deleted, _ = readCandidates("", string(line[t.to+1:t.to+end[1]]))
			spans[i].to += end[1]
		}
		text := line[t.from:t.to]
		n := utf8.RuneCount(text)
		if n == 9*setdoku.CellCount {
			if err := rec.set729(text); err != nil {
				s.retract()
				s.fail(err)
			}
			continue
		}
		for _, size := range []int{4, 6, 8, s.size} {
			if n == size*size {
				rec.cells(text, size)
			}
		}
	}
	s.finish(line, spans, first)
}

// shortList matches the deleted candidates of the short form of a library line.
var shortList = regexp.MustCompile(`^:[1-9]{3}(?: [1-9]{3})*(?:\s|$)`)

// finish names the records of a line from the index first on, whose cells are spans, and adds the mistakes of the rest
// of the line.
func (s *scanner) finish(line []byte, spans []span, first int) {
	records := s.queue[first:]
	name := lineName(line, spans)
	for i := range records {
		if records[i].bad == nil {
			records[i].name, records[i].line = name, s.src.n
		}
	}
	if single(records) {
		records[0].text = line
	}
	for i := range len(spans) + 1 {
		from, to := 0, len(line)
		if i > 0 {
			from = spans[i-1].to
		}
		if i < len(spans) {
			to = spans[i].from
		}
		if to-from >= manyDigits {
			s.findFault(line[from:to], from, string(line))
		}
	}
}

// single reports whether the records of a line are one puzzle, and perhaps its solution.
func single(records []result) bool {
	switch len(records) {
	case 1:
		return true
	case 2:
		return !records[0].full() && records[1].bad == nil && records[1].full()
	}
	return false
}

// lineKeys are words before cells that are no name.
var lineKeys = []string{"puzzle", "puzzles", "grid", "board", "quiz", "sudoku", "givens", "clues", "solution", "answer",
	"solved", "unsolved", "question", "task", "mission", "state", "cells"}

// lineName returns the name of the puzzles of a line: what is before the first one, or else what is behind the last.
func lineName(line []byte, spans []span) string {
	if bytes.Contains(line, []byte("://")) {
		return ""
	}
	if before := wordsOf(line[:spans[0].from]); before != "" {
		return before
	}
	var rest []byte
	for i, t := range spans {
		end := len(line)
		if i+1 < len(spans) {
			end = spans[i+1].from
		}
		if part := line[t.to:end]; i == len(spans)-1 || wordsOf(part) != "" {
			rest = append(append(rest, ' '), part...)
		}
	}
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) > 0 && rest[0] == '|' {
		rest = rest[1:]
	}
	if len(rest) > 0 && (rest[0] == '#' || rest[0] != '"' && rest[0] != '\'' && rest[0] != ']') {
		if name := comment(rest); strings.IndexFunc(name, isWordRune) >= 0 || rest[0] == '#' {
			if rest[0] != '#' && wordsOf(rest) == "" {
				return ""
			}
			return name
		}
	}
	return wordsOf(rest)
}

func isWordRune(r rune) bool { return r >= '0' && r <= '9' || isLetter(r) }

// wordsOf returns a text without punctuation around it, "" if it is only the key of a value.
func wordsOf(text []byte) string {
	name := strings.Trim(OneLine(string(text)), " \t,;:=|<>/()[]{}\"'`#-•")
	if i := strings.LastIndexByte(name, ' '); i >= 0 && slices.Contains(lineKeys, strings.ToLower(name[i+1:])) {
		name = strings.Trim(name[:i], " ,;:=|\"'")
	}
	if strings.IndexFunc(name, isWordRune) < 0 || slices.Contains(lineKeys, strings.ToLower(name)) {
		return ""
	}
	return name
}

// set729 reads nine characters for each cell: digit j, or another character if it is no candidate.
func (rec *record) set729(text []byte) *LineError {
	rec.marking = onlyMarks
	k := 0
	for _, r := range string(text) {
		digit := k%9 + 1
		switch {
		case r == rune('0'+digit):
			rec.marks[k/9] |= setdoku.SetOf(uint8(digit))
		case r >= '1' && r <= '9':
			return failure(Position{Line: rec.line, Column: rec.column + k, Length: 1},
				"729 pencil marks: expected %d or '.' at character %d, got %q", digit, k+1, r)
		}
		k++
	}
	rec.column = 0
	return nil
}

// findBlanks reads a line in which blanks are the empty cells: as many characters as a board has cells, and perhaps a
// comment.
func (s *scanner) findBlanks(line []byte) bool {
	n := s.size * s.size
	if len(line) < n || len(line) > n && !setsOff(line[n]) || len(s.block.rows) > 0 {
		return false
	}
	text := line[:n]
	only := len(bytes.Trim(text, "123456789 ")) == 0
	if count := bytes.Count(text, []byte(" ")); count == 0 || digits(text) < fewestGivens[s.size] ||
		len(words(line)) >= n || !only && (len(bytes.Trim(line, blanks)) != n || line[0] == ' ') {
		return false
	}
	rec := s.emit()
	rec.column = 1
	v, err := s.named(fmt.Sprintf("%dx%[1]d", s.size))
	if s.size == 9 {
		v, err = setdoku.Classic(), nil
	}
	parts := newRow(string(line), 1).parts
	if !rec.cells(text, s.size) || err == nil && v.Check(rec.givens) != nil && (!only || len(parts) == s.size) ||
		len(parts) == s.size && rising(parts) && len(line) != n {
		s.retract()
		return false
	}
	first := len(s.queue) - 1
	spans := []span{{0, n}}
	for _, t := range s.runs(line[n:]) {
		spans = append(spans, span{n + t.from, n + t.to})
		rec := s.emit()
		rec.column = 1 + n + t.from
		rec.cells(line[n+t.from:n+t.to], s.size)
	}
	s.finish(line, spans, first)
	return true
}

// findList reads a line that has the cells of boards with separators between them. Slashes may be between rows.
func (s *scanner) findList(line []byte) bool {
	n := s.size * s.size
	if len(line) <= n {
		return false
	}
	texts := []string{string(line)}
	if bytes.IndexByte(line, '/') >= 0 && !bytes.Contains(line, []byte("://")) {
		texts = append(texts, strings.ReplaceAll(texts[0], "/", " "))
	}
	for _, text := range texts {
		w := newRow(text, s.src.n)
		if len(w.parts) == s.size && rising(w.parts) {
			return false
		}
		for _, cut := range cutters {
			list := cut([]row{w}, s.size)
			if len(list) == 0 || len(list[0]) == 0 || len(list[0])%n != 0 {
				continue
			}
			count := len(s.queue)
			for cells := range slices.Chunk(list[0], n) {
				empty, ok := emptyText(cells, s.size)
				if !ok {
					s.queue = s.queue[:count]
					break
				}
				rec := s.emit()
				if err := rec.set(cells, s.size, empty, false); err != nil {
					s.retract()
					s.fail(err)
				}
			}
			if len(s.queue) == count+1 && s.queue[count].bad == nil {
				s.queue[count].text = line
			}
			if len(s.queue) > count {
				return true
			}
		}
	}
	return false
}

// findFault adds the mistake of a text that has a field with as many digits or cells as a puzzle, and is none. from is
// the place of the text in a line that has puzzles.
func (s *scanner) findFault(text []byte, from int, line string) bool {
	n := s.size * s.size
	if len(text) < manyDigits {
		return false
	}
	for _, t := range words(text) {
		field := text[t.from:t.to]
		if i := bytes.IndexAny(field, ",;#"); i > 20 && digits(field[:i]) >= manyDigits {
			field = field[:i]
		}
		known, many := 0, digits(field)
		for _, c := range field {
			if cellClass[c]&(notCell|isBlank) == 0 {
				known++
			}
		}
		if line == "" && known == len(field) && n%known == 0 && len(bytes.Trim(text, blanks)) == known {
			continue // several rows
		}
		if len(field) <= 20 || many < manyDigits && (many == 0 || known <= n/2) || isRuler(string(field)) ||
			line == "" && bytes.ContainsAny(field, ",;|\t[") {
			continue
		}
		column := 1 + utf8.RuneCountInString(line[:from]) + utf8.RuneCount(text[:t.from])
		s.fail(wrongCells("", characters(string(field), s.src.n, column), n, s.size))
		return true
	}
	return false
}

// A text with the puzzle in a packed form, and killer sudokus.
var (
	packed = regexp.MustCompile(`\bS9[A-Z][0-9A-Za-z]{8,}|\b(?:fpuzzles=|load=|puzzleid=|scl|f-puzzles\.com/\S*=)[0-9A-Za-z+/%=_-]{40,}`)
	killer = regexp.MustCompile(`SumoCue|\b\dx\d:[a-z0-9]*:?k[a-z0-9]*:`)
)

// findUnread adds the mistake of a line with a puzzle in a form that is not read.
func (s *scanner) findUnread(line []byte) bool {
	if len(line) < 10 || bytes.IndexByte(line, ':') < 0 && bytes.IndexByte(line, '=') < 0 && !bytes.Contains(line, []byte("S9")) {
		return false
	}
	what := "the link has a compressed puzzle, which is not read; expected %d cells as text"
	at := packed.FindIndex(line)
	if at == nil || len(s.runs(line[at[0]:at[1]])) > 0 {
		what = "killer sudokus are not read; expected a puzzle of %d cells without cages"
		if at = killer.FindIndex(line); at == nil {
			return false
		}
	} else if bytes.HasPrefix(line[at[0]:], []byte("S9")) {
		what = "a packed puzzle of sudokuwiki.org is not read; expected %d cells as text"
	}
	s.fail(failure(Position{Line: s.src.n, Column: 1 + utf8.RuneCount(line[:at[0]]), Length: at[1] - at[0]}, what, s.size*s.size))
	return true
}
