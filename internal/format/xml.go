package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"setdoku"
)

const (
	// maxToken limits the bytes of one tag, text or comment of an XML document, and maxDepth its nesting, because
	// both are held in memory.
	maxToken = 1 << 20
	maxDepth = 64
)

// document reads the puzzles of an XML document, such as that of OpenSudoku: the values of its attributes, and its
// text.
type document struct {
	dec    *xml.Decoder
	in     *budget
	before int // lines of the file before the document
	path   []string
	name   string // of the file, or of the current folder
}

// newDocument reads the document at the position of src, after this number of lines.
func newDocument(src *lines, before int) *document {
	in := &budget{lines: src}
	dec := xml.NewDecoder(in)
	dec.CharsetReader = func(charset string, same io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return same, nil
		}
		return nil, fmt.Errorf("encoding %s is not read, save the file as UTF-8", charset)
	}
	return &document{dec: dec, in: in, before: before}
}

// budget returns an error if a token of a document is too long. It returns one byte at a time, because the bytes
// after the document must stay unread.
type budget struct {
	*lines
	left int
}

// ReadByte returns the next byte of the file.
func (b *budget) ReadByte() (byte, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("a tag or text longer than %d bytes", maxToken)
	}
	b.left--
	return b.lines.ReadByte()
}

// Read makes budget an io.Reader, as xml.NewDecoder wants. The decoder calls ReadByte instead.
func (*budget) Read([]byte) (int, error) { return 0, errors.ErrUnsupported }

// startsDocument reports whether a line is the beginning of an XML document: a tag above all puzzles, or that of
// OpenSudoku.
func (r *Reader) startsDocument(line []byte) bool {
	line = bytes.Trim(line, blanks)
	if len(line) < 2 || line[0] != '<' {
		return false
	}
	if bytes.HasPrefix(line, []byte("<?xml")) || bytes.HasPrefix(line, []byte("<opensudoku")) {
		return true
	}
	return !r.seen && r.table == nil && (r.header == nil || newTable(r.header) == nil) && !behindLine.Match(line) &&
		len(beforeLine.Find(line)) < len(line) && (line[1] == '!' || letters(string(line[1:2])) == 1) &&
		!bytes.HasPrefix(bytes.ToLower(line), []byte("<!doctype html")) && len(r.block.rows) == 0
}

// readDocument reads the next part of the document. At its end, lines can be read again.
func (r *Reader) readDocument() error {
	d := r.doc
	d.in.left = maxToken
	line, _ := d.dec.InputPos()
	line += d.before
	token, err := d.dec.Token()
	if err == io.EOF {
		return err
	}
	if bad, ok := errors.AsType[*xml.SyntaxError](err); ok { // its line counts from the start of the document
		err = errors.New("XML: " + bad.Msg)
	} else if err != nil {
		err = fmt.Errorf("read XML: %w", err)
	}
	if err != nil {
		return &LineError{Line: line, Err: err}
	}
	switch t := token.(type) {
	case xml.StartElement:
		if d.path = append(d.path, t.Name.Local); len(d.path) > maxDepth {
			return &LineError{Line: line, Err: fmt.Errorf("more than %d elements within each other", maxDepth)}
		}
		r.addElement(line, t)
	case xml.EndElement:
		if t.Name.Local == "folder" {
			d.name = ""
		}
		if d.path = d.path[:len(d.path)-1]; len(d.path) == 0 {
			r.endDocument()
		}
	case xml.CharData:
		if len(d.path) > 0 && d.path[len(d.path)-1] == "name" {
			d.name = OneLine(string(t))
		} else if text := bytes.TrimLeft(t, " \t\r\n"); len(text) >= 16 {
			line += bytes.Count(t[:len(t)-len(text)], []byte("\n"))
			r.walk(&node{line: line, text: bytes.Clone(text)}, "", d.name)
		}
	}
	return nil
}

// endDocument returns to reading lines, in the middle of the line on which the document ends. If another document
// begins there, it continues with that document. To search the end of the line after each of many documents would
// take too long.
func (r *Reader) endDocument() {
	line, _ := r.doc.dec.InputPos()
	r.src.n = r.doc.before + line - 1
	r.doc = nil
	if r.src.more() && r.src.buf[r.src.from] == '<' {
		r.doc = newDocument(&r.src, r.src.n)
	}
}

// addElement adds the puzzles of the attributes of an element.
func (r *Reader) addElement(line int, t xml.StartElement) {
	v := node{line: line, kind: object}
	for _, a := range t.Attr {
		v.keys = append(v.keys, parseKey(a.Name.Local))
		v.list = append(v.list, node{line: line, text: []byte(a.Value)})
	}
	if name, _ := v.child(nameKey, idKey); name != nil && t.Name.Local == "folder" {
		r.doc.name = OneLine(string(name.text))
	}
	r.walk(&v, "", r.doc.name)
}

// begun reads a game of OpenSudoku that was begun: for each cell its value, its notes and whether the player may change
// it, each with a bar behind it. Notes are digits with commas in version 1, and a number with a bit for each digit in
// later ones. Version 4 has second notes, and version 5 also a color. A cell without notes has all candidates.
func (rec *record) begun(version, cells string) error {
	fields, notes := map[string]int{"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}[version], 1
	if fields == 0 {
		return fmt.Errorf("expected version 1 to 5, got %q", version)
	}
	if fields > 3 {
		notes = 2
	}
	parts := strings.Split(strings.TrimRight(cells, "|\r\n "), "|")
	if len(parts) != fields*setdoku.CellCount {
		return fmt.Errorf("expected %d fields of version %s, got %d", fields*setdoku.CellCount, version, len(parts))
	}
	rec.size, rec.marking = 9, givenMarks
	for k := range setdoku.CellCount {
		part := parts[fields*k : fields*k+fields]
		value, err := strconv.Atoi(strings.TrimSpace(part[0]))
		if err != nil || value < 0 || value > 9 {
			return fmt.Errorf("expected value 0 to 9 at cell %d, got %q", k+1, part[0])
		}
		for _, list := range part[1 : 1+notes] {
			for note := range strings.SplitSeq(strings.Trim(list, ",-"), ",") {
				n, err := strconv.Atoi(note)
				if err != nil && note != "" || n < 0 {
					return fmt.Errorf("expected a number as note at cell %d, got %q", k+1, note)
				}
				if version == "1" && n > 0 {
					n = 1 << (n - 1)
				}
				rec.marks[k] |= setdoku.DigitSet(n) & 0x1ff
			}
		}
		if rec.marks[k] == 0 {
			rec.marks[k] = 0x1ff
		}
		switch change := strings.TrimSpace(part[fields-1]); {
		case change != "0" && change != "1":
			return fmt.Errorf("expected 0 for a given or 1 at cell %d, got %q", k+1, change)
		case change == "0":
			rec.givens[k] = uint8(value)
		default:
			rec.placed[k] = uint8(value)
		}
	}
	return nil
}
