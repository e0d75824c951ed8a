package format

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxLine limits the length of a line, including the line end.
const maxLine = 64 << 10

// lines splits a text into lines, which end with LF, CRLF or CR. It has one part of the text in memory, and the last
// line is in it. It is also an io.ByteReader, for a document that begins in the middle of the text.
type lines struct {
	src      io.Reader
	begun    bool
	buf      []byte
	from, to int      // unread bytes of buf
	lf       int      // index of the first LF at from or after it, to if there is none so far
	start    int      // index of the last line in buf
	n        int      // number of the last line returned, from 1
	line     []byte   // that line, without its end; valid until the next read
	long     bool     // the line is the beginning of a line longer than maxLine
	rest     bool     // the rest of such a line has not been skipped
	held     bool     // next returns the same line once more
	afterCR  bool     // the line ended with the CR at the end of the buffer
	err      error    // error that ended src
	pushed   []pushed // lines that next returns before those of buf
}

// pushed is a line that was read ahead.
type pushed struct {
	line []byte
	long bool
}

func newLines(r io.Reader) lines {
	size := maxLine
	if short, ok := r.(interface{ Len() int }); ok {
		size = min(size, max(short.Len()+1, 4)) // many inputs are one record
	}
	return lines{src: r, buf: make([]byte, size)}
}

// next returns the next line without its end, and without the byte-order mark at the start of the text. It returns
// io.EOF at the end. Every later call returns the same error.
func (l *lines) next() ([]byte, error) {
	if l.held {
		l.held = false
		return l.line, nil
	}
	if len(l.pushed) > 0 {
		l.line, l.long = l.pushed[0].line, l.pushed[0].long
		l.pushed = l.pushed[1:]
		l.n++
		return l.line, nil
	}
	if !l.begun {
		l.begin()
	}
	l.long = false
	for l.rest {
		l.rest = false
		if l.find(); l.lf == l.to && l.err == nil {
			l.from, l.rest = l.to, true
			l.fill()
		} else {
			l.from = min(l.lf+1, l.to)
		}
	}
	if l.afterCR {
		l.afterCR = false
		if l.find(); l.from < l.to && l.buf[l.from] == '\n' {
			l.from++
		}
	}
	end := l.find()
	if l.from == l.to || end == l.to && l.err != nil && l.err != io.EOF {
		return nil, l.err
	}
	l.start = l.from
	line := l.buf[l.from:end]
	if end == l.to && l.err == nil {
		l.long = bytes.IndexByte(line, '\r') < 0
		l.rest = l.long
	}
	l.from = min(end+1, l.to)
	if i := bytes.IndexByte(line, '\r'); i >= 0 {
		if end == l.to || len(bytes.TrimRight(line[i:], "\r")) > 0 {
			l.from = l.start + i + 1
			l.afterCR = l.from == l.to
		}
		line = line[:i]
	}
	l.n++
	l.line = line
	return line, nil
}

// find returns the index of the next LF. It reads the text up to it, or as many bytes as a line may have.
func (l *lines) find() int {
	if l.lf >= l.from && l.lf < l.to && l.buf[l.lf] == '\n' {
		return l.lf
	}
	for seen := l.from; ; {
		if i := bytes.IndexByte(l.buf[seen:l.to], '\n'); i >= 0 {
			l.lf = seen + i
			return l.lf
		}
		done := l.to - l.from
		if l.err != nil || done == len(l.buf) || !l.fill() {
			l.lf = l.to
			return l.to
		}
		seen = l.from + done
	}
}

// fill reads more bytes of the text behind the unread ones. It returns false at the end.
func (l *lines) fill() bool {
	if l.from > 0 && l.to == len(l.buf) {
		copy(l.buf, l.buf[l.from:l.to])
		l.lf -= l.from
		l.from, l.to = 0, l.to-l.from
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

// begin looks at the first bytes of the text, which show its encoding. UTF-16 becomes UTF-8. The marks of UTF-8 and
// UTF-16 are skipped.
func (l *lines) begin() {
	l.begun = true
	for l.to-l.from < 4 && l.fill() {
	}
	order := unicode.LittleEndian
	switch head := l.buf[l.from:l.to]; {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		l.from += 3
		return
	case bytes.HasPrefix(head, []byte("\xff\xfe")),
		len(head) > 3 && head[0] > 0 && head[1] == 0 && head[2] > 0 && head[3] == 0:
	case bytes.HasPrefix(head, []byte("\xfe\xff")),
		len(head) > 3 && head[0] == 0 && head[1] > 0 && head[2] == 0 && head[3] > 0:
		order = unicode.BigEndian
	default:
		return
	}
	rest := io.Reader(bytes.NewReader(bytes.Clone(l.buf[l.from:l.to])))
	if l.err == nil {
		rest = io.MultiReader(rest, l.src)
	} else if !errors.Is(l.err, io.EOF) {
		return
	}
	l.src, l.err, l.from, l.to = transform.NewReader(rest, unicode.UTF16(order, unicode.UseBOM).NewDecoder()), nil, 0, 0
	l.lf, l.buf = -1, make([]byte, maxLine)
}

// more reports whether the text has more bytes.
func (l *lines) more() bool {
	l.find()
	return len(l.pushed) > 0 || l.from < l.to && (l.err == nil || l.err == io.EOF)
}

// unread makes a copy of a line the current one, and next return the lines again that followed it.
func (l *lines) unread(line []byte, list []pushed) {
	l.pushed = append(list, l.pushed...)
	l.n -= len(list)
	l.line, l.long = line, false
}

// ahead reads the next line and appends a copy of it to a list.
func (l *lines) ahead(list []pushed) ([]pushed, error) {
	line, err := l.next()
	if err != nil {
		return list, err
	}
	return append(list, pushed{bytes.Clone(line), l.long}), nil
}

// hold makes the next call of next return the current line again.
func (l *lines) hold() { l.held = true }

// back returns to the beginning of the current line, for ReadByte.
func (l *lines) back() {
	l.from, l.afterCR = l.start, false
	l.n--
	l.long, l.rest, l.held = false, false, false
}

// end makes the current line the last one.
func (l *lines) end() { l.from, l.err = l.to, io.EOF }

// at reports whether b is the next byte.
func (l *lines) at(b byte) bool {
	return (l.from < l.to || l.fill()) && l.buf[l.from] == b
}

// ReadByte returns the next byte of the text. It does not count lines.
func (l *lines) ReadByte() (byte, error) {
	if l.from == l.to {
		l.from, l.to, l.lf = 0, 0, -1
		if l.err != nil || !l.fill() {
			return 0, l.err
		}
	}
	l.from++
	return l.buf[l.from-1], nil
}

// inWindows reads a line that is not UTF-8 as Windows-1252, which contains Latin-1.
func inWindows(line []byte) []byte {
	text, err := charmap.Windows1252.NewDecoder().Bytes(line)
	if err != nil {
		return bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	return text
}
