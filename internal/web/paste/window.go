package paste

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
	kept  []byte
	first int // number of the first line of kept
}

// Read reads into b and keeps what it reads.
func (w *window) Read(b []byte) (int, error) {
	n, err := w.src.Read(b)
	w.kept = append(w.kept, b[:n]...)
	if over := len(w.kept) - windowSize; over > windowSize {
		if end := bytes.IndexByte(w.kept[over:], '\n'); end >= 0 {
			over += end + 1
		}
		w.first += bytes.Count(w.kept[:over], []byte("\n"))
		w.kept = append(w.kept[:0], w.kept[over:]...)
	}
	return n, err
}

// line returns a line without its end and without a byte-order mark, "" if it is not kept.
func (w *window) line(number int) string {
	rest := w.kept
	for n := w.first; len(rest) > 0; n++ {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if n == number {
			return string(bytes.TrimPrefix(line, []byte("\ufeff")))
		}
		rest = after
	}
	return ""
}
