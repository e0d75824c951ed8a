package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds what is held of one line, line end included.
const maxLine = 64 << 10

// errLongLine is the trouble with a line of maxLine bytes or more.
var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine-1)

// lines cuts a stream into lines without holding more than one of them.
type lines struct {
	br   *bufio.Reader
	n    int    // number of the line returned last, from 1
	line []byte // that line, without its end; valid until the next read
	long bool   // the line is only the beginning of one longer than maxLine
	held bool   // next returns the same line once more
	err  error  // what ended the stream; it stays
}

// newLines hides r's type, so that a bufio.Reader with a larger buffer does not
// lift the bound.
func newLines(r io.Reader) lines {
	return lines{br: bufio.NewReaderSize(struct{ io.Reader }{r}, maxLine)}
}

// next moves to the next line and returns it without LF or CRLF, and at the
// start of the file without byte-order mark; io.EOF at the end. An error stays.
func (l *lines) next() ([]byte, error) {
	if l.held {
		l.held = false
		return l.line, nil
	}
	if l.n == 0 && l.err == nil {
		l.err = l.skipMark()
	}
	if l.long && l.err == nil {
		l.err = l.skipRest()
	}
	if l.err != nil {
		return nil, l.err
	}
	line, err := l.br.ReadSlice('\n')
	switch {
	case err == nil:
		line = line[:len(line)-1]
	case errors.Is(err, bufio.ErrBufferFull):
		l.long = true
	default:
		l.err = err
		if err != io.EOF || len(line) == 0 {
			return nil, err
		}
	}
	l.n++
	for !l.long && len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	l.line = line
	return line, nil
}

// hold makes the next call of next return the current line again.
func (l *lines) hold() { l.held = true }

// rest returns a reader of everything from the current line on.
func (l *lines) rest() io.Reader {
	current := bytes.Clone(l.line)
	if l.err != nil {
		return bytes.NewReader(current)
	}
	if !l.long {
		current = append(current, '\n')
	}
	return io.MultiReader(bytes.NewReader(current), l.br)
}

// skipMark takes the byte-order mark off the file and refuses that of UTF-16.
func (l *lines) skipMark() error {
	head, err := l.br.Peek(3)
	if err != nil && err != io.EOF {
		return err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := l.br.Discard(3)
		return err
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return errUTF16
	}
	return nil
}

// skipRest reads to the end of a long line.
func (l *lines) skipRest() error {
	for {
		_, err := l.br.ReadSlice('\n')
		if err == nil {
			l.long = false
			return nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
