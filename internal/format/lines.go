package format

import (
	"bytes"
	"io"
	"slices"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxLine limits the length of a line, including the line end.
const maxLine = 64 << 10

// lines splits a text into lines. It has one part of the text in memory, with the last line or, after mark, with all
// lines from that one on. It is also an io.ByteReader, for a document that begins in the middle of the text.
type lines struct {
	src      io.Reader
	buf      []byte
	kept     int   // where the last line begins in buf, or the marked one
	from, to int   // unread bytes of buf
	n        int   // number of the last line returned, from 1
	marked   int   // number of the marked line, 0 if there is none
	long     bool  // the last line is the beginning of a line longer than maxLine, whose rest is unread
	err      error // error that ended src
}

func newLines(r io.Reader) lines {
	size := maxLine
	if short, ok := r.(interface{ Len() int }); ok {
		size = min(size, max(2*short.Len()+1, 4)) // many inputs are one record; UTF-8 may be longer than UTF-16
	}
	return lines{src: &decoder{src: r}, buf: make([]byte, size)}
}

// next returns the next line without its end. It is valid until the next read. next returns io.EOF at the end. Every
// later call returns the same error.
func (l *lines) next() ([]byte, error) {
	for l.long {
		l.kept = l.from
		end := l.find()
		l.long = end == l.to && l.err == nil
		l.from = min(end+1, l.to)
	}
	if l.marked == 0 {
		l.kept = l.from
	}
	end := l.find()
	if l.from == l.to || end == l.to && l.err != nil && l.err != io.EOF {
		return nil, l.err
	}
	line := l.buf[l.from:end]
	l.long = len(line) == maxLine
	if l.from = end; !l.long && end < l.to {
		l.from++
	}
	l.n++
	return line, nil
}

// find returns the index of the next LF, or of the end of the text, or of the most bytes that a line may have.
func (l *lines) find() int {
	for seen := 0; ; {
		text := l.buf[l.from:min(l.to, l.from+maxLine)]
		if i := bytes.IndexByte(text[seen:], '\n'); i >= 0 {
			return l.from + seen + i
		}
		if seen = len(text); seen == maxLine || !l.fill() {
			return l.from + seen
		}
	}
}

// fill reads more bytes of the text behind the unread ones. It returns false at the end.
func (l *lines) fill() bool {
	if l.to == len(l.buf) && l.kept > 0 {
		copy(l.buf, l.buf[l.kept:l.to])
		l.from, l.to, l.kept = l.from-l.kept, l.to-l.kept, 0
	} else if l.to == len(l.buf) {
		l.buf = append(l.buf, make([]byte, maxLine)...)
	}
	for tries := 0; l.err == nil; tries++ {
		n, err := l.src.Read(l.buf[l.to:])
		l.to += n
		l.err = err
		if n > 0 {
			return true
		}
		if tries == 100 {
			l.err = io.ErrNoProgress
		}
	}
	return false
}

// more reports whether the text has more bytes.
func (l *lines) more() bool {
	return (l.from < l.to || l.fill()) && (l.err == nil || l.err == io.EOF)
}

// mark keeps the lines from the current one on in memory, until back or release.
func (l *lines) mark() { l.marked = l.n }

// release ends what mark began.
func (l *lines) release() { l.marked = 0 }

// back makes the current line unread, or all lines from the marked one on.
func (l *lines) back() {
	if l.marked > 0 {
		l.n = l.marked
	}
	l.from, l.long, l.marked = l.kept, false, 0
	l.n--
}

// end makes the current line the last one.
func (l *lines) end() { l.to, l.long, l.err = l.from, false, io.EOF }

// ReadByte returns the next byte of the text. It does not count lines.
func (l *lines) ReadByte() (byte, error) {
	if l.kept = l.from; l.from == l.to && !l.fill() {
		return 0, l.err
	}
	l.from++
	return l.buf[l.from-1], nil
}

// decoder is a text as UTF-8 without a byte-order mark. UTF-16 becomes UTF-8, and CR and CRLF become LF.
type decoder struct {
	src            io.Reader
	begun, afterCR bool
}

// Read implements io.Reader.
func (d *decoder) Read(b []byte) (n int, err error) {
	if !d.begun {
		d.begin()
	}
	n, err = d.src.Read(b)
	if text := b[:n]; d.afterCR || bytes.IndexByte(text, '\r') >= 0 {
		n = 0
		for _, c := range text {
			if c == '\n' && d.afterCR {
				d.afterCR = false
				continue
			}
			if d.afterCR = c == '\r'; d.afterCR {
				c = '\n'
			}
			b[n] = c
			n++
		}
	}
	return n, err
}

// begin finds the encoding by the first bytes.
func (d *decoder) begin() {
	d.begun = true
	head := make([]byte, 4)
	n, _ := io.ReadFull(d.src, head) // the next Read returns an error again
	head = head[:n]
	d.src = io.MultiReader(bytes.NewReader(bytes.TrimPrefix(head, []byte("\ufeff"))), d.src)
	order := unicode.LittleEndian
	zeros := make([]bool, n)
	for i, c := range head {
		zeros[i] = c == 0
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), slices.Equal(zeros, []bool{false, true, false, true}):
	case bytes.HasPrefix(head, []byte("\xfe\xff")), slices.Equal(zeros, []bool{true, false, true, false}):
		order = unicode.BigEndian
	default:
		return
	}
	d.src = transform.NewReader(d.src, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
}

// inWindows reads a line that is not UTF-8 as Windows-1252, which contains Latin-1.
func inWindows(line []byte) []byte {
	text, err := charmap.Windows1252.NewDecoder().Bytes(line)
	if err != nil {
		return bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	return text
}
