package format

import (
	"bytes"
	"io"
)

// windowSize is the least number of bytes that a window keeps. When a format.Reader reports a line of up to 64 kB, it
// has read up to 64 kB ahead, and it may report a line that it took for the title of a grid later.
const windowSize = 256 << 10

// window is a text that keeps the last lines read from it.
type window struct {
	src   io.Reader
	text  []byte
	first int // number of the first line of text
}

// Read reads into b and keeps what it reads.
func (w *window) Read(b []byte) (int, error) {
	n, err := w.src.Read(b)
	w.text = append(w.text, b[:n]...)
	if over := len(w.text) - windowSize; over > windowSize {
		if end := bytes.IndexByte(w.text[over:], '\n'); end >= 0 {
			over += end + 1
		}
		w.first += bytes.Count(w.text[:over], []byte("\n"))
		w.text = append(w.text[:0], w.text[over:]...)
	}
	return n, err
}

// line returns a line without its end and without a byte-order mark, "" if the window does not have it.
func (w *window) line(number int) string {
	rest := w.text
	for n := w.first; len(rest) > 0; n++ {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if n == number {
			return string(bytes.TrimPrefix(line, []byte("\ufeff")))
		}
		rest = after
	}
	return ""
}
