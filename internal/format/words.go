package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
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

// mostTitles limits the lines of words that are the name of a grid below them, and longTitle the bytes of one.
const (
	mostTitles = 40
	longTitle  = 1000
)

// addWords takes a line of words between blocks, which may be a header, or a title if it follows one without a gap.
func (r *Reader) addWords(line []byte) {
	r.block.clear()
	r.lost = 0
	r.header = bytes.Clone(line)
	if last := len(r.titles) - 1; last >= 0 && r.titles[last].line+1 != r.src.n {
		r.titles = nil
	}
	if len(r.titles) == mostTitles {
		r.titles = append(r.titles[:0], r.titles[1:]...)
	}
	if name := comment(line); len(line) <= longTitle && splitWords(line) != "" && isTitle(name) {
		r.titles = append(r.titles, title{r.src.n, name})
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

// progress are the sections with the progress of a player, which programs write in addition to the puzzle. They are not
// read.
var progress = []string{"[State]", "[Candidates]", "[Marks]", "[PencilMarks]"}

// section is the section of a player's progress that is being skipped.
type section struct {
	open   bool
	header string // with its brackets
	line   int    // of the header
	lines  int    // skipped lines, without comments and empty lines
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

// skipLine counts a line of the open section. It returns false if the line is the next header, and must be read.
func (r *Reader) skipLine(line []byte) bool {
	trimmed := bytes.Trim(line, blanks)
	switch {
	case len(trimmed) == 0:
	case trimmed[0] == '#':
		r.meta.take(trimmed)
	case isSection(trimmed):
		return false
	default:
		r.section.lines++
	}
	return true
}

// endSection ends the section and reports what was not read.
func (r *Reader) endSection() {
	if u := r.section; u.lines > 0 {
		seen := r.seen
		r.fail(&LineError{Line: u.line, Err: Unread{Part: "section " + u.header, Lines: u.lines},
			positions: []Position{{Line: u.line, Column: 1, Length: len(u.header)}}})
		r.seen = seen
	}
	r.section = section{}
}

// lineKeys are words before cells that are no name.
var lineKeys = []string{"puzzle", "puzzles", "grid", "board", "quiz", "sudoku", "givens", "clues", "solution", "answer",
	"solved", "unsolved", "question", "task", "mission", "state", "cells"}

// lineName returns the name of the puzzles of a line: what is before the first one, or else what is behind the last.
func lineName(line []byte, spans []span) string {
	if bytes.Contains(line, []byte("://")) {
		return ""
	}
	if before := splitWords(line[:spans[0].from]); before != "" {
		return before
	}
	var rest []byte
	for i, t := range spans {
		end := len(line)
		if i+1 < len(spans) {
			end = spans[i+1].from
		}
		if part := line[t.to:end]; i == len(spans)-1 || splitWords(part) != "" {
			rest = append(append(rest, ' '), part...)
		}
	}
	rest = bytes.TrimPrefix(bytes.TrimLeft(rest, " "), []byte("|"))
	words := splitWords(rest)
	if len(rest) > 0 && (rest[0] == '#' || words != "" && bytes.IndexByte([]byte("\"']"), rest[0]) < 0) {
		return comment(rest)
	}
	return words
}

func isWordRune(r rune) bool { return r >= '0' && r <= '9' || isLetter(r) }

// splitWords returns a text without punctuation around it, "" if it is only the key of a value.
func splitWords(text []byte) string {
	if len(text) < 2 && !bytes.ContainsFunc(text, isWordRune) {
		return ""
	}
	name := strings.Trim(OneLine(string(text)), " \t,;:=|<>/()[]{}\"'`#-•")
	if i := strings.LastIndexByte(name, ' '); i >= 0 && isLineKey(name[i+1:]) {
		name = strings.Trim(name[:i], " ,;:=|\"'")
	}
	if strings.IndexFunc(name, isWordRune) < 0 || isLineKey(name) {
		return ""
	}
	return name
}

// isLineKey reports whether a word before cells is no name.
func isLineKey(word string) bool {
	return len(word) >= 4 && len(word) <= 8 && slices.Contains(lineKeys, strings.ToLower(word))
}
