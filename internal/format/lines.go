package format

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// maxLine limits the length of a line, including the line end.
	maxLine = 64 << 10
	// firstRead is the initial size of the buffer. Many inputs are one short record.
	firstRead = 4 << 10
	// maxEmptyReads limits consecutive reads that return neither bytes nor an error.
	maxEmptyReads = 100
)

// errLongLine is the error for a line of maxLine bytes or more.
var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine-1)

// lines splits a stream into lines and holds only one of them. It is also an io.ByteReader, for a document that
// begins in the middle of the stream.
type lines struct {
	src   io.Reader
	buf   []byte
	begin int    // start of the current line in buf
	start int    // start of the unread bytes in buf
	end   int    // end of the bytes in buf
	n     int    // number of the last line returned, from 1
	line  []byte // that line, without its end; valid until the next read
	long  bool   // the line is the beginning of a line longer than maxLine
	held  bool   // next returns the same line once more
	err   error  // error that ended the stream
}

func newLines(r io.Reader) lines { return lines{src: r} }

// next returns the next line without LF or CRLF, and without the byte-order mark at the start of the file. It
// returns io.EOF at the end. Every later call returns the same error.
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

// fill reads more of the stream after the unread bytes, or sets err.
func (l *lines) fill() {
	switch {
	case l.start > 0:
		// The current line is overwritten, because it is not needed any more.
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
			l.grow() // the stream has more than one record
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

// more reports whether the stream has more bytes.
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

// back returns to the beginning of the current line, for ReadByte.
func (l *lines) back() {
	l.start = l.begin
	l.n--
	l.long, l.held = false, false
}

// at reports whether b is the next byte.
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

// skipMark skips the byte-order mark of UTF-8 and rejects that of UTF-16.
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

// skipRest skips the rest of a long line.
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
