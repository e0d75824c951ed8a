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

// span is a part of a line, in bytes.
type span struct{ from, to int }

// position returns the place of a part of the current line.
func (r *Reader) position(line []byte, t span) Position {
	return Position{Line: r.src.n, Column: 1 + utf8.RuneCount(line[:t.from]), Length: utf8.RuneCount(line[t.from:t.to])}
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
	if spans := r.plainRuns(line); spans != nil {
		r.add(line, spans, (*Reader).readRun)
		return true
	}
	if r.takeSaved(line) || r.findLibrary(line) || r.findTatham(line) || r.findUnread(line) {
		return true
	}
	if spans := r.runs(line); spans != nil {
		r.add(line, spans, (*Reader).readRun)
		return true
	}
	return r.findBlanks(line) || r.findList(line) || r.findFault(line, span{0, len(line)})
}

// add adds the records that read makes of parts of a line, and the mistakes of what is between them. It names the
// records after the words of the line.
func (r *Reader) add(line []byte, spans []span, read func(r *Reader, rec *record, text []byte) error) {
	first := len(r.queue)
	for _, t := range spans {
		rec := r.emit()
		rec.line, rec.column = r.src.n, 1+utf8.RuneCount(line[:t.from])
		if err := read(r, rec, line[t.from:t.to]); err != nil {
			r.spoil(r.position(line, t), err)
		}
	}
	r.finish(line, spans, first)
}

// finish names the records of a line from the index first on, whose cells are spans, and adds the mistakes of the rest
// of the line.
func (r *Reader) finish(line []byte, spans []span, first int) {
	records := r.queue[first:]
	name := lineName(line, spans)
	for i := range records {
		records[i].name = name
	}
	if single(records) {
		records[0].text = line
	}
	from := 0
	for _, t := range append(spans, span{len(line), len(line)}) {
		r.findFault(line, span{from, t.from})
		from = t.to
	}
}

// single reports whether the records of a line are one puzzle, and perhaps its solution.
func single(records []result) bool {
	return len(records) == 1 || len(records) == 2 && !records[0].full() && records[1].bad == nil && records[1].full()
}

// plainRuns quickly finds the runs of a line in which all parts between separators are 81 digits and dots, or short. It
// returns nil if there are none, or if another part may be a run.
func (r *Reader) plainRuns(line []byte) (list []span) {
	const n = setdoku.CellCount
	var d setdoku.Grid
	for from := 0; from < len(line); {
		to := from
		for to < len(line) && !setsOff[line[to]] {
			to++
		}
		switch {
		case to-from == n && r.size == 9 && plainCells((*[n]byte)(line[from:to]), (*[n]uint8)(&d)):
			list = append(list, span{from, to})
		case to-from >= 16:
			return nil
		}
		from = to + 1
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
			list, next = append(list, span{from, to}), to
		} else if other != 0 { // it may stand between runs of digits
			at := from
			for part := range strings.SplitSeq(string(text), string(other)) {
				if r.isRun([]byte(part), 0) {
					list, next = append(list, span{at, at + len(part)}), at+len(part)
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
	size, many := r.sizeFor(n), digits(text)
	var rec record
	one := []byte(string(other))
	if !isCell(other, 9) && bytes.Count(text, one) == 1 && len(bytes.Trim(text, string(other))) < len(text) {
		return false // it stands before or behind the cells
	}
	switch {
	case size == 0, size < 9 && bytes.ContainsFunc(text, func(r rune) bool { return r > rune('0'+size) && r <= '9' }):
		return false
	case size == r.size:
		return many >= fewestGivens[size] || other == 0 || isCell(other, 9) && (many > 0 || !strings.ContainsRune("-_*", other))
	}
	v, err := r.variantNamed(boardName(size))
	return other != 0 && many >= fewestGivens[size] && err == nil && rec.cells(text, size) && v.Check(rec.givens) == nil
}

// readRun reads a run.
func (r *Reader) readRun(rec *record, text []byte) error {
	if r.size == 9 && len(text) == setdoku.CellCount && rec.cells(text, 9) {
		return nil
	}
	n := utf8.RuneCount(text)
	if n == 9*setdoku.CellCount {
		return rec.set729(text)
	}
	rec.cells(text, r.sizeFor(n))
	return nil
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
func (r *Reader) findBlanks(line []byte) bool {
	n := r.size * r.size
	if len(line) < n || len(line) > n && !setsOff[line[n]] || len(r.block.rows) > 0 {
		return false
	}
	text := line[:n]
	only := len(bytes.Trim(text, "123456789 ")) == 0
	if bytes.IndexByte(text, ' ') < 0 || digits(text) < fewestGivens[r.size] || len(words(line)) >= n ||
		!only && (len(bytes.Trim(line, blanks)) != n || line[0] == ' ') {
		return false
	}
	v, err := r.variantNamed(boardName(r.size))
	parts := newRow(string(line), 1).parts
	var rec record
	if !rec.cells(text, r.size) || err == nil && v.Check(rec.givens) != nil && (!only || len(parts) == r.size) ||
		len(parts) == r.size && rising(parts) && len(line) != n {
		return false
	}
	spans := []span{{0, n}}
	for _, t := range r.runs(line[n:]) {
		spans = append(spans, span{n + t.from, n + t.to})
	}
	r.add(line, spans, (*Reader).readRun)
	return true
}

// findList reads a line that has the cells of boards with separators between them. Slashes may be between rows.
func (r *Reader) findList(line []byte) bool {
	n := r.size * r.size
	if len(line) <= n {
		return false
	}
	texts := []string{string(line)}
	if bytes.IndexByte(line, '/') >= 0 && !bytes.Contains(line, []byte("://")) {
		texts = append(texts, strings.ReplaceAll(texts[0], "/", " "))
	}
	for _, text := range texts {
		w := newRow(text, r.src.n)
		if len(w.parts) == r.size && rising(w.parts) {
			return false
		}
		cells, empty := fit([]row{w}, r.size, len(line))
		for some := range slices.Chunk(cells, n) {
			if err := r.emit().set(some, r.size, empty, false); err != nil {
				r.spoil(Position{}, err)
			}
		}
		if cells != nil {
			if first := &r.queue[len(r.queue)-1]; len(cells) == n && first.bad == nil {
				first.text = line
			}
			return true
		}
	}
	return false
}

// findFault adds the mistake of a part of a line with a field that has as many digits or cells as a puzzle.
func (r *Reader) findFault(line []byte, part span) bool {
	n, whole := r.size*r.size, part.to-part.from == len(line)
	if part.to-part.from < manyDigits {
		return false
	}
	for _, t := range words(line[part.from:part.to]) {
		t = span{part.from + t.from, part.from + t.to}
		field := line[t.from:t.to]
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
			r.fail(wrongCells("", characters(string(field), r.src.n, r.position(line, t).Column), n, r.size))
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
			r.fail(failure(r.position(line, span{at[0], at[1]}), "%w", form.err))
			return true
		}
	}
	return false
}
