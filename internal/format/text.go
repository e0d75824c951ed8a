package format

import (
	"bytes"
	"strings"

	"setdoku/internal/layout"
)

// keepText returns a copy of a line, or "" if the text is omitted.
func (r *Reader) keepText(line []byte) string {
	if r.textOff {
		return ""
	}
	if bytes.IndexByte(line, '\n') >= 0 { // a quoted field of several lines
		return layout.OneLine(string(line))
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
