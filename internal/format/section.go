package format

import (
	"bytes"
	"strings"
)

// metaLetters are the letters after '#' in a .sdk, the best name of a puzzle
// first: description, author, comment, source, URL, level, date.
const metaLetters = "DACSULB"

// metadata holds the lines before a grid that describe it.
type metadata [len(metaLetters)]string

// take keeps the first line of each letter; other comments are dropped.
func (m *metadata) take(line []byte) {
	if len(line) < 2 {
		return
	}
	if i := strings.IndexByte(metaLetters, line[1]); i >= 0 && m[i] == "" {
		m[i] = oneLine(string(line[2:]))
	}
}

// name returns the best line as the name of the puzzle.
func (m *metadata) name() string {
	for _, s := range m {
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

// knownSection reports whether a line is the header of a section with a grid.
func knownSection(line []byte) bool {
	return bytes.EqualFold(line, []byte("[Puzzle]"))
}
