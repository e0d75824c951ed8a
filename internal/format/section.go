package format

import (
	"bytes"
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
		m.lines[i], m.any = oneLine(string(line[2:])), true
	}
}

// name returns the best line as the name of the puzzle.
func (m *metadata) name() string {
	for _, s := range m.lines {
		if s != "" {
			return s
		}
	}
	return ""
}

// isSection reports whether a line is the header of a section, such as [Puzzle].
func isSection(line []byte) bool {
	return len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' &&
		len(bytes.Trim(bytes.ToLower(line[1:len(line)-1]), "abcdefghijklmnopqrstuvwxyz0123456789 _-")) == 0
}

// puzzleSection reports whether a line is the header of the section with the grid.
func puzzleSection(line []byte) bool {
	return bytes.EqualFold(line, []byte("[Puzzle]"))
}

// otherSections are sections that programs write in addition to the puzzle. They contain the player's progress or
// the solution.
var otherSections = []string{"[State]", "[Solution]", "[Candidates]", "[Marks]", "[PencilMarks]"}

// section is the current section while its lines are skipped. Any header except [Puzzle] starts one, because the
// lines below it need not be a puzzle. In a list, headers such as [easy] and [hard] are between puzzles. So the
// first line that is a puzzle, or is meant as one, ends the section.
type section struct {
	open   bool
	other  bool   // it is one of otherSections; only a header ends it
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

func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// openSection starts the section after a header.
func (r *Reader) openSection(header []byte) {
	if puzzleSection(header) {
		r.sdk = true
		return
	}
	r.section = section{open: true, header: string(header), line: r.src.n}
	for _, name := range otherSections {
		r.section.other = r.section.other || bytes.EqualFold(header, []byte(name))
	}
}

// skipLine counts a line of the open section. skipped is false if the line ends the section and must be read. An
// error reports what was not read before it.
func (r *Reader) skipLine(line, trimmed []byte) (skipped bool, err error) {
	s := &r.section
	switch {
	case len(trimmed) == 0:
		return true, nil
	case trimmed[0] == '#':
		r.meta.take(trimmed)
		return true, nil
	case isSection(trimmed):
		return false, nil // takeOther ends the section
	}
	_, isRow := parseRow(line)
	if !s.other && (r.meantAsRecord(line, trimmed) || isRow && !r.sdk) {
		if s.lines == 0 {
			*s = section{}
			return false, nil
		}
		err = r.lineError(s.line, fmt.Errorf("below %s %s before the first puzzle make none", s.header,
			countLines(s.lines)))
		*s = section{}
		r.src.hold()
		return false, err
	}
	s.lines++
	if isRow {
		s.rows++
	}
	return true, nil
}

// meantAsRecord reports whether a line begins a record other than a row of a grid, possibly with a mistake in it.
func (r *Reader) meantAsRecord(line, trimmed []byte) bool {
	if trimmed[0] == ':' || r.startsXML(trimmed) || isShort(trimmed) || r.header.read(trimmed) {
		return true
	}
	if _, _, ok := bankLine(trimmed); ok {
		return true
	}
	n, _ := cellRun(trimmed)
	return n > maxRow && bytes.ContainsAny(trimmed[:n], "123456789")
}

// endSection ends the section and reports what was not read.
func (r *Reader) endSection() error {
	s := r.section
	r.section = section{}
	switch {
	case s.lines == 0:
		return nil
	case s.rows >= 9 && !s.other:
		return r.lineError(s.line, fmt.Errorf("section %s has a grid that is not read, want [Puzzle] before it: %s",
			s.header, countLines(s.lines)))
	}
	return r.lineError(s.line, Unread{Part: "section " + s.header, Lines: s.lines})
}
