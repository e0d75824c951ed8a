package layout

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
)

// metaLetters are the letters after '#' in a .sdk: description, author, comment, source, URL, level, date. The
// best name of a puzzle comes first.
const metaLetters = "DACSULB"

// metadata holds the lines before a grid that describe it.
type metadata struct {
	lines [len(metaLetters)]string
	any   bool // there is a line
}

// take keeps the first line of each letter. It drops other comments.
func (m *metadata) take(line []byte) {
	if len(line) < 2 {
		return
	}
	if i := strings.IndexByte(metaLetters, line[1]); i >= 0 && m.lines[i] == "" {
		m.lines[i], m.any = OneLine(string(line[2:])), true
	}
}

// title is a line of words above a grid.
type title struct {
	line int
	text string
}

// mostTitles limits the lines of words that are the name of a grid below them.
const mostTitles = 40

// addTitle keeps a line of words. Only consecutive lines are a title.
func (r *Reader) addTitle(line []byte) {
	if last := len(r.titles) - 1; last >= 0 && r.titles[last].line+1 != r.src.n {
		r.titles = nil
	}
	if len(r.titles) == mostTitles {
		r.titles = append(r.titles[:0], r.titles[1:]...)
	}
	if isTitle(string(line)) {
		r.titles = append(r.titles, title{r.src.n, comment(line)})
	}
}

// gridName returns the name of the grid below the last lines of words and comments.
func (r *Reader) gridName() string {
	var words []string
	for _, t := range r.titles {
		words = append(words, t.text)
	}
	return cmp.Or(cmp.Or(r.meta.lines[:]...), strings.Join(words, " "))
}

// isSection reports whether a line is the header of a section, such as [Puzzle].
func isSection(line []byte) bool {
	return len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' && letters(string(line)) > 0 &&
		len(bytes.Trim(bytes.ToLower(line[1:len(line)-1]), "abcdefghijklmnopqrstuvwxyz0123456789 _-")) == 0
}

// otherSections are sections that programs write in addition to the puzzle. They contain the player's progress or
// the solution.
var otherSections = []string{"[State]", "[Solution]", "[Candidates]", "[Marks]", "[PencilMarks]"}

// section is the current section while its lines are skipped: one of otherSections, or any but [Puzzle] in a .sdk. In a
// list, a header such as [easy] is a line of words.
type section struct {
	open   bool
	other  bool   // it is one of otherSections
	header string // header with its brackets
	line   int    // line of the header
	lines  int    // skipped lines, without comments and empty lines
	rows   int    // skipped lines that can be rows of a grid
}

// Unread is the error for lines in which no puzzle was expected, such as those below [State] in a .sdk. The file
// is not wrong.
type Unread struct {
	Part  string // part of the file that they belong to
	Lines int
}

// Error returns what is not read, such as "section [State] is not read: 9 lines".
func (u Unread) Error() string {
	return fmt.Sprintf("%s is not read: %s", u.Part, countLines(u.Lines))
}

// openSection starts the section after a header.
func (r *Reader) openSection(header []byte) {
	if bytes.EqualFold(header, []byte("[Puzzle]")) {
		r.sdk = true
		return
	}
	s := section{header: string(header), line: r.src.n}
	for _, name := range otherSections {
		s.other = s.other || bytes.EqualFold(header, []byte(name))
	}
	if s.open = s.other || r.sdk; s.open {
		r.section = s
	}
}

// skipLine counts a line of the open section. skipped is false if the line ends the section and must be read.
func (r *Reader) skipLine(line []byte) (skipped bool, err error) {
	s := &r.section
	trimmed := bytes.Trim(line, blanks)
	switch {
	case len(trimmed) == 0:
		return true, nil
	case trimmed[0] == '#':
		r.meta.take(trimmed)
		return true, nil
	case isSection(trimmed):
		return false, nil // gather ends the section
	case fitsLine(r, line) && !s.other:
		r.src.hold()
		return false, r.endSection()
	}
	s.lines++
	if w := newRow(string(line), 0); w.chars == 9 && len(w.strange) == 0 {
		s.rows++
	}
	return true, nil
}

// endSection ends the section and reports what was not read.
func (r *Reader) endSection() error {
	s := r.section
	r.section = section{}
	e := &Error{Line: s.line}
	switch {
	case s.lines == 0:
		return nil
	case s.rows >= 9 && !s.other:
		e.Err = fmt.Errorf("section %s has a grid that is not read, want [Puzzle] before it: %s", s.header,
			countLines(s.lines))
	default:
		e.Err = Unread{Part: "section " + s.header, Lines: s.lines}
	}
	e.Places = []Place{{s.line, 1, len(s.header)}}
	return e
}
