package format

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// maxLine bounds what is held of one line, line end included.
	maxLine = 64 << 10
	// firstRead is the size of the buffer at first. Many inputs are one short record.
	firstRead = 4 << 10
	// maxEmptyReads is how often in a row a stream may give neither bytes nor an error.
	maxEmptyReads = 100
)

// errLongLine is the trouble with a line of maxLine bytes or more.
var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine-1)

// lines cuts a stream into lines without holding more than one of them. It is an
// io.ByteReader as well, for a document that begins in the middle of the stream.
type lines struct {
	src   io.Reader
	buf   []byte
	begin int    // of the current line in buf
	start int    // of what is not read yet in buf
	end   int    // of what buf holds
	n     int    // number of the line returned last, from 1
	line  []byte // that line, without its end; valid until the next read
	long  bool   // the line is only the beginning of one longer than maxLine
	held  bool   // next returns the same line once more
	err   error  // what ended the stream; it stays
}

func newLines(r io.Reader) lines { return lines{src: r} }

// next moves to the next line and returns it without LF or CRLF, and at the
// start of the file without byte-order mark; io.EOF at the end. An error stays.
func (l *lines) next() ([]byte, error) {
	if l.held {
		l.held = false
		return l.line, nil
	}
	if l.n == 0 && l.buf == nil {
		if err := l.skipMark(); err != nil {
			return nil, err
		}
	}
	if l.long {
		l.skipRest()
	}
	l.begin = l.start
	searched := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+searched:l.end], '\n'); i >= 0 {
			end := l.start + searched + i
			l.line = l.buf[l.start:end]
			l.start = end + 1
			break
		}
		searched = l.end - l.start
		if searched == maxLine {
			l.long = true
			l.line = l.buf[l.start:l.end]
			l.start = l.end
			break
		}
		if l.err != nil {
			if l.err != io.EOF || searched == 0 {
				return nil, l.err
			}
			l.line = l.buf[l.start:l.end]
			l.start = l.end
			break
		}
		l.fill()
	}
	l.n++
	for !l.long && len(l.line) > 0 && l.line[len(l.line)-1] == '\r' {
		l.line = l.line[:len(l.line)-1]
	}
	return l.line, nil
}

// fill reads more of the stream behind what is not read yet, or sets err.
func (l *lines) fill() {
	switch {
	case l.start > 0:
		// What was the current line is overwritten: nobody goes back to it any more.
		l.end = copy(l.buf, l.buf[l.start:l.end])
		l.begin, l.start = 0, 0
	case l.buf == nil:
		l.buf = make([]byte, firstRead)
	case l.end == len(l.buf):
		l.grow()
	}
	for range maxEmptyReads {
		n, err := l.src.Read(l.buf[l.end:])
		l.end += n
		if l.end == len(l.buf) && len(l.buf) < maxLine {
			l.grow() // the stream has more than a record
		}
		if err != nil {
			l.err = err
			return
		}
		if n > 0 {
			return
		}
	}
	l.err = io.ErrNoProgress
}

func (l *lines) grow() {
	buf := make([]byte, maxLine)
	copy(buf, l.buf[:l.end])
	l.buf = buf
}

// more reports whether there is more of the stream to be read.
func (l *lines) more() bool {
	if l.err != nil && l.err != io.EOF {
		return false
	}
	if l.start == l.end && l.err == nil {
		l.fill()
	}
	return l.start < l.end
}

// hold makes the next call of next return the current line again.
func (l *lines) hold() { l.held = true }

// back goes back to the beginning of the current line, for ReadByte.
func (l *lines) back() {
	l.start = l.begin
	l.n--
	l.long, l.held = false, false
}

// at reports whether b comes next.
func (l *lines) at(b byte) bool { return l.start < l.end && l.buf[l.start] == b }

// ReadByte returns the next byte of the stream. It does not count lines.
func (l *lines) ReadByte() (byte, error) {
	for l.start == l.end {
		if l.err != nil {
			return 0, l.err
		}
		l.fill()
	}
	b := l.buf[l.start]
	l.start++
	return b, nil
}

// skipMark takes the byte-order mark off the file and refuses that of UTF-16.
func (l *lines) skipMark() error {
	for l.end < 3 && l.err == nil {
		l.fill()
	}
	switch head := l.buf[:l.end]; {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		l.start = 3
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		l.err, l.start = errUTF16, l.end
		return errUTF16
	}
	return nil
}

// skipRest reads to the end of a long line, or to the end of the stream.
func (l *lines) skipRest() {
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], '\n'); i >= 0 {
			l.start += i + 1
			l.long = false
			return
		}
		l.start = l.end
		if l.err != nil {
			l.long = false
			return
		}
		l.fill()
	}
}
