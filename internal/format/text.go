package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable reports whether a line has nothing but printable ASCII. It looks at eight bytes at a time.
func printable(line []byte) bool {
	const each = 0x0101010101010101
	for len(line) >= 8 {
		v := binary.LittleEndian.Uint64(line)
		// the high bit of a byte is set if it is not ASCII, below a blank, or DEL
		if (v|(v+each)|(v-' '*each))&(0x80*each) != 0 {
			return false
		}
		line = line[8:]
	}
	for _, c := range line {
		if c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

// clean returns a line as text: without a byte-order mark and without what follows a ^Z, which ends a file of DOS. A
// line that is not UTF-8 is taken for Windows-1252. Another control byte is an error that ends the reading.
func (r *Reader) clean(line []byte) ([]byte, error) {
	if printable(line) {
		return line, nil
	}
	if i := bytes.IndexFunc(line, func(c rune) bool { return c < ' ' && c != '\t' && c != '\f' || c == 0x7f }); i >= 0 {
		if line[i] != 0x1a {
			return nil, fmt.Errorf("byte 0x%02x at position %d: not a text file of puzzles", line[i], i+1)
		}
		line = line[:i]
		r.src.end()
	}
	if !utf8.Valid(line) {
		if r.src.long {
			line = bytes.ToValidUTF8(line, nil)
		} else {
			line = inWindows(line)
		}
	}
	return bytes.TrimPrefix(line, []byte("\ufeff")), nil
}

// OneLine returns s as valid UTF-8 without control characters and outer blanks.
func OneLine(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
		return strings.Trim(s, " ")
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return strings.TrimFunc(s, func(c rune) bool { return unicode.IsSpace(c) || c == '\ufeff' })
}

// comment returns the text of a comment without its comment character.
func comment(b []byte) string {
	b = bytes.TrimLeft(b, blanks)
	if len(b) > 0 && (b[0] == '#' || b[0] == ',' || b[0] == ';') {
		b = b[1:]
	}
	if len(b) == 0 {
		return ""
	}
	return OneLine(string(b))
}
