package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine limits the length of a line, including the line end.
const maxLine = 64 << 10

// errLongLine is the error for a line of maxLine bytes or more.
var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine-1)

// lines splits a stream into lines and holds only one of them. It is also an io.ByteReader, for a document that
// begins in the middle of the stream.
type lines struct {
	src   *bufio.Reader
	begun bool   // next was called
	n     int    // number of the last line returned, from 1
	line  []byte // that line, without its end; valid until the next read
	raw   []byte // that line, with its end
	again []byte // bytes of a line to read again, before those of src
	long  bool   // the line is the beginning of a line longer than maxLine
	held  bool   // next returns the same line once more
	err   error  // error that ended the stream
}

func newLines(r io.Reader) lines {
	size := maxLine
	if short, ok := r.(interface{ Len() int }); ok {
		size = min(size, short.Len()+1) // many inputs are one record
	}
	return lines{src: bufio.NewReaderSize(r, size)}
}

// next returns the next line without LF or CRLF, and without the byte-order mark at the start of the file. It
// returns io.EOF at the end. Every later call returns the same error.
func (l *lines) next() ([]byte, error) {
	if l.held {
		l.held = false
		return l.line, nil
	}
	if !l.begun {
		l.begun = true
		l.skipMark()
	}
	for l.long && l.err == nil {
		l.read() // the rest of a long line
	}
	if l.raw, l.again = l.again, nil; len(l.raw) == 0 && l.err == nil {
		l.read()
	}
	if l.err != nil && (l.err != io.EOF || len(l.raw) == 0) {
		return nil, l.err
	}
	l.n++
	l.line = l.raw
	if !l.long {
		l.line = bytes.TrimRight(bytes.TrimSuffix(l.raw, []byte("\n")), "\r")
	}
	return l.line, nil
}

// read reads the stream up to the next LF, or as many bytes as a line may have.
func (l *lines) read() {
	l.raw, l.err = l.src.ReadSlice('\n')
	if l.long = errors.Is(l.err, bufio.ErrBufferFull); l.long {
		l.err = nil
	}
}

// more reports whether the stream has more bytes.
func (l *lines) more() bool {
	_, err := l.src.Peek(1)
	return len(l.again) > 0 || err == nil
}

// hold makes the next call of next return the current line again.
func (l *lines) hold() { l.held = true }

// back returns to the beginning of the current line, for ReadByte.
func (l *lines) back() {
	l.again = bytes.Clone(l.raw)
	l.n--
	l.long, l.held = false, false
}

// at reports whether b is the next byte.
func (l *lines) at(b byte) bool {
	next := l.again
	if len(next) == 0 {
		next, _ = l.src.Peek(1)
	}
	return len(next) > 0 && next[0] == b
}

// ReadByte returns the next byte of the stream. It does not count lines.
func (l *lines) ReadByte() (byte, error) {
	if len(l.again) == 0 {
		return l.src.ReadByte()
	}
	b := l.again[0]
	l.again = l.again[1:]
	return b, nil
}

// skipMark skips the byte-order mark of UTF-8 and rejects that of UTF-16.
func (l *lines) skipMark() {
	switch head, _ := l.src.Peek(3); {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = l.src.Discard(len(head)) // they are in the buffer
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		l.err = errUTF16
	}
}
