package format

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	errUTF16 = errors.New("UTF-16 is not supported, save the file as UTF-8")
	errCR    = errors.New("carriage return inside the line, lines end with LF or CRLF")
)

// control returns the index of the first control byte that text never has, or -1. A carriage return has its own
// error.
func control(record []byte) int {
	for i, c := range record {
		if c >= ' ' && c != 0x7f {
			continue // nearly all bytes
		}
		if strings.IndexByte("\t\f\r\n", c) < 0 {
			return i
		}
	}
	return -1
}

// notText returns the error for a record without a puzzle that is not text, or nil. whole is false for a long line,
// which may end within a character.
func notText(line []byte, whole bool) error {
	if i := control(line); i >= 0 {
		return fmt.Errorf("byte 0x%02x at position %d: not a text file of puzzles", line[i], i+1)
	}
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		if r == utf8.RuneError && n == 1 {
			if !whole && len(line)-i < utf8.UTFMax {
				return nil
			}
			return fmt.Errorf("invalid UTF-8 byte 0x%02x at position %d: not a text file of puzzles", line[i], i+1)
		}
		i += n
	}
	return nil
}

// lineText returns the text of a line that gave a puzzle. Bytes that are not UTF-8 can only be in its comment (old
// files have Latin-1 there) and are replaced. A control byte or carriage return is still an error.
func (r *Reader) lineText(line []byte) (string, error) {
	if i := control(line); i >= 0 {
		return "", notText(line, true)
	}
	if bytes.IndexByte(line, '\r') >= 0 {
		return "", errCR
	}
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	return r.keepText(line), nil
}

// keepText returns a copy of a line, or "" if the text is omitted.
func (r *Reader) keepText(line []byte) string {
	if r.textOff {
		return ""
	}
	return r.texts.keep(line)
}

// slab stores many texts in one piece of memory. A text that is needed longer keeps the whole piece alive.
type slab struct{ b strings.Builder }

// Sizes of the first piece and of the largest piece. The first is small, for inputs with one record.
const (
	firstSlab = 256
	lastSlab  = 16 << 10
)

// keep returns a copy of text.
func (s *slab) keep(text []byte) string {
	if s.b.Cap()-s.b.Len() < len(text) {
		size := max(firstSlab, min(4*s.b.Cap(), lastSlab), len(text))
		s.b.Reset()
		s.b.Grow(size)
	}
	at := s.b.Len()
	s.b.Write(text)
	return s.b.String()[at:]
}

// oneLine returns s as valid UTF-8 without control characters and outer blanks.
func oneLine(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// comment returns the text of a comment without its comment character.
func comment(b []byte) string {
	b = bytes.TrimLeft(b, blanks)
	if len(b) > 0 && (b[0] == '#' || b[0] == ',' || b[0] == ';') {
		b = b[1:]
	}
	return oneLine(string(b))
}
