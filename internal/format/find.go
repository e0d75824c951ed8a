package format

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// span is a part of a line, in bytes, that is a puzzle. read is nil for a run of cells.
type span struct {
	from, to int
	read     func(rec *record, text []byte) error
}

// position returns the place of a part of the current line.
func (r *Reader) position(line []byte, from, to int) Position {
	if printable(line) {
		return Position{Line: r.src.n, Column: 1 + from, Length: to - from}
	}
	return Position{Line: r.src.n, Column: 1 + utf8.RuneCount(line[:from]), Length: utf8.RuneCount(line[from:to])}
}

// find adds the puzzles of a line to the queue, or its mistake if it is meant as one. It returns false if the line may
// be a row, or is words.
func (r *Reader) find(line []byte) bool {
	if len(line) < 6 {
		return false
	}
	if r.findVariant(line) {
		return true
	}
	spans := r.plainRuns(line)
	if spans == nil {
		if r.takeSaved(line) {
			return true
		}
		spans = r.forms(line)
	}
	if spans == nil {
		if r.findUnread(line) {
			return true
		}
		spans = r.runs(line)
	}
	if spans == nil {
		spans = r.blankCells(line)
	}
	if spans != nil {
		r.add(line, spans)
	}
	return spans != nil
}

// add adds the records of parts of a line, named after the words of the line, and the mistakes of what is between them.
func (r *Reader) add(line []byte, spans []span) {
	first := len(r.queue)
	for _, t := range spans {
		rec := r.emit()
		rec.at = r.position(line, t.from, t.to)
		text, err := line[t.from:t.to], error(nil)
		switch {
		case t.read != nil:
			err = t.read(rec, text)
		case rec.at.Length == 9*setdoku.CellCount:
			err = rec.set729(text)
		default:
			rec.isRun = rec.cells(text, r.sizeFor(rec.at.Length))
		}
		if err != nil {
			r.spoil(rec.at, err)
		}
	}
	name, from := lineName(line, spans), 0
	for i := range r.queue[first:] {
		r.queue[first+i].name = name
	}
	for _, t := range append(spans, span{from: len(line)}) {
		r.findFault(line, from, t.from)
		from = t.to
	}
}

// plainRuns quickly finds the runs of a line in which all parts between separators are 81 digits and dots, or short. It
// returns nil if there are none, or if another part may be a run.
func (r *Reader) plainRuns(line []byte) []span {
	const n = setdoku.CellCount
	var d setdoku.Grid
	list := r.spans[:0]
	for from := 0; from < len(line); {
		to := from
		for to < len(line) && !setsOff[line[to]] {
			to++
		}
		switch {
		case to-from == n && r.size == 9 && plainCells((*[n]byte)(line[from:to]), (*[n]uint8)(&d)):
			list = append(list, span{from: from, to: to})
		case to-from >= 16:
			return nil
		}
		from = to + 1
	}
	if r.spans = list; len(list) == 0 {
		return nil
	}
	return list
}

// runs returns the runs of a line that are the cells of a board: as many digits, or digits and one other character, as
// a board has cells, and enough of them for a puzzle; or 729 pencil marks.
func (r *Reader) runs(line []byte) (list []span) {
	least := r.size * r.size
	if r.size == 9 {
		least = 16
	}
	for from := 0; from+least <= len(line); {
		to, other := runEnd(line, from), rune(0)
		text := line[from:to]
		next := from // behind the last run, or else the last character that is not a digit
		if i := bytes.LastIndexFunc(text, notDigit); i >= 0 {
			c, n := utf8.DecodeRune(text[i:])
			other, next = c, from+i+n
		}
		if r.isRun(text, other) {
			list, next = append(list, span{from: from, to: to}), to
		} else if other != 0 { // it may stand between runs of digits
			at := from
			for part := range strings.SplitSeq(string(text), string(other)) {
				if r.isRun([]byte(part), 0) {
					list, next = append(list, span{from: at, to: at + len(part)}), at+len(part)
				}
				at += len(part) + utf8.RuneLen(other)
			}
		}
		if other == 0 || to < len(line) && isSpace(rune(line[to])) {
			next = to + 1
		}
		from = max(next, from+1)
	}
	for _, t := range words(line) { // several of the usual characters
		if text := line[t.from:t.to]; len(text) == r.size*r.size && !isRuler(string(text)) &&
			!bytes.ContainsFunc(text, func(c rune) bool { return !isCell(c, r.size) }) &&
			!slices.ContainsFunc(list, func(u span) bool { return u.from < t.to && t.from < u.to }) {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.from - b.from })
	return list
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

// runEnd returns the end of the digits and one other character that begin at a place of a line.
func runEnd(line []byte, from int) int {
	for to, other := from, rune(0); to < len(line); {
		r, n := utf8.DecodeRune(line[to:])
		if notDigit(r) {
			if isSpace(r) || other != 0 && r != other {
				return to
			}
			other = r
		}
		to += n
	}
	return len(line)
}

// words returns the parts of a line between blanks, without the marks around them.
func words(line []byte) (list []span) {
	const around = "\"'`;,()[]{}:=#|"
	for from := 0; from < len(line); {
		to := from + bytes.IndexAny(line[from:], blanks)
		if to < from {
			to = len(line)
		}
		text := bytes.TrimRight(line[from:to], around)
		if left := len(text) - len(bytes.TrimLeft(text, around)); left < len(text) {
			list = append(list, span{from: from + left, to: from + len(text)})
		}
		from = to + 1
	}
	return list
}

// sizeFor returns the size of the board that has n cells, 0 if there is none: the board of the text, or a smaller one
// with boxes.
func (r *Reader) sizeFor(n int) int {
	for _, size := range []int{4, 6, 8, r.size} {
		if n == size*size && (r.size == 9 || size == r.size) {
			return size
		}
	}
	return 0
}

// isRun reports whether a run of digits and one other character, 0 for none, is the cells of a board.
func (r *Reader) isRun(text []byte, other rune) bool {
	n := utf8.RuneCount(text)
	if n == 9*setdoku.CellCount {
		return r.size == 9
	}
	size := r.sizeFor(n)
	if size == 0 {
		return false
	}
	many, usual := digits(text), isCell(other, 9)
	if !usual && bytes.Count(text, []byte(string(other))) == 1 && len(bytes.Trim(text, string(other))) < len(text) {
		return false // it stands before or behind the cells
	}
	var rec record
	switch {
	case size == r.size && (other == 0 || usual):
		return rec.cells(text, size) && (other == 0 || many > 0 || !strings.ContainsRune("-_*", other))
	case size == r.size:
		return many >= fewestGivens[size] && rec.cells(text, size)
	}
	v, err := r.variantNamed(boardName(size))
	return other != 0 && many >= fewestGivens[size] && err == nil && rec.cells(text, size) && v.Check(rec.givens) == nil
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
	for _, r := range string(text) {
		switch {
		case k == size*size:
			return false
		case r >= '1' && r <= rune('0'+size):
			rec.givens[index(k, size)] = uint8(r - '0')
		case isCell(r, 0) || r == ' ':
		case !notDigit(r) || other != 0 && other != r:
			return false
		default:
			other = r
		}
		k++
	}
	return k == size*size
}

// set729 reads nine characters for each cell: digit j, or another character if it is no candidate.
func (rec *record) set729(text []byte) error {
	rec.marking = onlyMarks
	k := 0
	for _, r := range string(text) {
		switch digit := k%9 + 1; {
		case r == rune('0'+digit):
			rec.marks[k/9] |= setdoku.NewDigitSet(uint8(digit))
		case r >= '1' && r <= '9':
			return failure(Position{Line: rec.at.Line, Column: rec.at.Column + k, Length: 1},
				"729 pencil marks: expected %d or '.' at character %d, got %q", digit, k+1, r)
		}
		k++
	}
	return nil
}

// blankCells returns the cells of a line of digits and blanks, which are the empty cells: as many characters as a board
// has cells. As many fields as a row has cells are pencil marks if the digits are no puzzle.
func (r *Reader) blankCells(line []byte) []span {
	n := r.size * r.size
	if len(line) != n || len(bytes.Trim(line, "123456789 ")) > 0 || bytes.IndexByte(line, ' ') < 0 ||
		digits(line) < fewestGivens[r.size] || len(r.block.rows) > 0 {
		return nil
	}
	var rec record
	v, err := r.variantNamed(boardName(r.size))
	if !rec.cells(line, r.size) || err == nil && v.Check(rec.givens) != nil && len(bytes.Fields(line)) == r.size {
		return nil
	}
	return []span{{to: n}}
}

// findList reads a line that has the cells of boards with separators between them.
func (r *Reader) findList(w *row) bool {
	n := r.size * r.size
	if len(w.text) <= n || len(w.parts) == r.size && rising(w.parts) {
		return false
	}
	cells, empty := fit([]row{*w}, r.size, len(w.text))
	for some := range slices.Chunk(cells, n) {
		if err := r.emit().set(some, r.size, empty, false); err != nil {
			r.spoil(Position{}, err)
		}
	}
	return cells != nil
}

// findFault adds the mistake of a part of a line with a field that has as many digits or cells as a puzzle.
func (r *Reader) findFault(line []byte, from, to int) bool {
	n, whole := r.size*r.size, to-from == len(line)
	if to-from < manyDigits {
		return false
	}
	for _, t := range words(line[from:to]) {
		field := line[from+t.from : from+t.to]
		if i := bytes.IndexAny(field, ",;#"); i > 20 && digits(field[:i]) >= manyDigits {
			field = field[:i]
		}
		known, many := 0, digits(field)
		for _, c := range field {
			if cellClass[c]&(notCell|isBlank) == 0 {
				known++
			}
		}
		switch {
		case len(field) <= 20, many < manyDigits && (many == 0 || known <= n/2), isRuler(string(field)):
		case whole && bytes.ContainsAny(field, ",;|\t["):
		case whole && known == len(field) && n%known == 0 && len(bytes.Trim(line, blanks)) == known: // several rows
		default:
			at := r.position(line, from+t.from, from+t.to)
			r.fail(wrongCells("", characters(string(field), at.Line, at.Column), n, r.size))
			return true
		}
	}
	return false
}

// Texts with a puzzle in a form that is not read.
var unread = []struct {
	pattern *regexp.Regexp
	err     error
}{
	{regexp.MustCompile(`\bS9[A-Z][0-9A-Za-z]{8,}`), errors.New("a packed puzzle of sudokuwiki.org is not read; expected the cells as text")},
	{regexp.MustCompile(`\b(?:fpuzzles=|load=|puzzleid=|scl|f-puzzles\.com/\S*=)[0-9A-Za-z+/%=_-]{40,}`),
		errors.New("the link has a compressed puzzle, which is not read; expected the cells as text")},
	{regexp.MustCompile(`SumoCue|\b\dx\d:[a-z0-9]*:?k[a-z0-9]*:`), errKiller},
}

var errKiller = errors.New("killer sudokus are not read; expected a puzzle without cages")

// findUnread adds the mistake of a line with a puzzle in a form that is not read.
func (r *Reader) findUnread(line []byte) bool {
	if len(line) < 10 || !bytes.ContainsAny(line, ":=") && !bytes.Contains(line, []byte("S9")) {
		return false
	}
	for _, form := range unread {
		if at := form.pattern.FindIndex(line); at != nil && len(r.runs(line[at[0]:at[1]])) == 0 {
			r.fail(failure(r.position(line, at[0], at[1]), "%w", form.err))
			return true
		}
	}
	return false
}
