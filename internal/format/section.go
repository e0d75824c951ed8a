package format

import (
	"bytes"
	"fmt"
	"strings"
)

// metaLetters are the letters after '#' in a .sdk, the best name of a puzzle
// first: description, author, comment, source, URL, level, date.
const metaLetters = "DACSULB"

// metadata holds the lines before a grid that describe it.
type metadata struct {
	lines [len(metaLetters)]string
	any   bool // there is one
}

// take keeps the first line of each letter; other comments are dropped.
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

// besideSections are the sections which programs are known to write beside the
// puzzle, and which hold what a player has come to or the solution.
var besideSections = []string{"[State]", "[Solution]", "[Candidates]", "[Marks]", "[PencilMarks]"}

// section is the section at hand, while its lines are not read. Any header but
// [Puzzle] opens one: what is below it need not be a puzzle. In a list, headers
// stand between puzzles, as [easy] and [hard] do; so a section is closed by the
// first line that is a puzzle, or was meant as one.
type section struct {
	open   bool
	beside bool   // it is one of besideSections, nothing closes it but a header
	header string // with its brackets
	line   int    // of the header
	lines  int    // below it, without comments and empty ones
	rows   int    // of these that can be rows of a grid
}

// Unread is the trouble with lines that no puzzle was expected in, such as those
// below [State] in a .sdk. Nothing is wrong with the file.
type Unread struct {
	Part  string // what they belong to
	Lines int
}

// Error tells what is not read, such as "section [State] is not read: 9 lines".
func (u Unread) Error() string {
	return fmt.Sprintf("%s is not read: %s", u.Part, countLines(u.Lines))
}

func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// openSection begins what follows a header.
func (r *Reader) openSection(header []byte) {
	if puzzleSection(header) {
		r.sdk = true
		return
	}
	r.section = section{open: true, header: string(header), line: r.src.n}
	for _, name := range besideSections {
		r.section.beside = r.section.beside || bytes.EqualFold(header, []byte(name))
	}
}

// skipLine counts a line of the open section. goesOn is false when the line closes
// the section and has to be read. An error tells what was not read before it.
func (r *Reader) skipLine(line, trimmed []byte) (goesOn bool, err error) {
	s := &r.section
	switch {
	case len(trimmed) == 0:
		return true, nil
	case trimmed[0] == '#':
		r.meta.take(trimmed)
		return true, nil
	case isSection(trimmed):
		return false, nil // which takeOther ends
	}
	_, isRow := parseRow(line)
	if !s.beside && (r.meantAsRecord(line, trimmed) || isRow && !r.sdk) {
		if s.lines == 0 {
			*s = section{}
			return false, nil
		}
		err = r.lineError(s.line, fmt.Errorf("below %s %s before the first puzzle make none", s.header, countLines(s.lines)))
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

// meantAsRecord reports whether a line begins a record that is no row of a grid,
// a good one or one with a mistake in it.
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

// endSection closes the section and tells what of it was not read.
func (r *Reader) endSection() error {
	s := r.section
	r.section = section{}
	switch {
	case s.lines == 0:
		return nil
	case s.rows >= 9 && !s.beside:
		return r.lineError(s.line, fmt.Errorf("section %s has a grid that is not read, want [Puzzle] before it: %s", s.header, countLines(s.lines)))
	}
	return r.lineError(s.line, Unread{Part: "section " + s.header, Lines: s.lines})
}
