package layout

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	// maxToken limits the bytes of one tag, text or comment of an XML document, and maxDepth its nesting, because
	// both are held in memory.
	maxToken = 1 << 20
	maxDepth = 64
)

// errDocumentEnd signals that lines follow after a document.
var errDocumentEnd = errors.New("end of the document")

// textElements are the elements whose text describes the games. Text anywhere else is not read, and is reported.
var textElements = []string{"name", "author", "description", "comment", "created", "source", "level", "sourceURL"}

// programs are the programs that write other documents, by the first element.
var programs = map[string]string{"ksudoku": "KSudoku", "sudoku": "gnome-sudoku or another program",
	"SudokuGame": "another program"}

// gameReader reads the games of an OpenSudoku document.
type gameReader struct {
	dec    *xml.Decoder
	in     *budget
	before int // lines of the file before the document
	path   []string
	name   string // name of the file, or of the current folder
	games  int    // games so far
	// other is the open element that the format OpenSudoku does not define: its first line, its depth, and whether it
	// contains text or attributes, or a run of cells.
	other struct {
		name          string // "" for none
		line, depth   int
		games         int // games before it
		content, grid bool
	}
}

// newGameReader reads the document at the position of src, after this number of lines.
func newGameReader(src *lines, before int) *gameReader {
	in := &budget{lines: src}
	dec := xml.NewDecoder(in)
	dec.CharsetReader = func(charset string, same io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return same, nil
		}
		return nil, fmt.Errorf("encoding %s is not read, save the file as UTF-8", charset)
	}
	return &gameReader{dec: dec, in: in, before: before}
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

// startsXML reports whether a line is the beginning of a document. Such a line begins with a tag, and behind a
// record that is not a document with that of OpenSudoku.
func (r *Reader) startsXML(line []byte) bool {
	line = bytes.TrimLeft(line, blanks)
	if len(line) == 0 || line[0] != '<' {
		return false
	}
	if r.seen && !r.inXML {
		return bytes.HasPrefix(line, []byte("<?xml")) || bytes.HasPrefix(line, []byte("<opensudoku"))
	}
	return r.table == nil && !isFence(string(bytes.TrimRight(line, blanks)))
}

// readGame reads the next game. After the document it returns errDocumentEnd, and lines can be read again.
func (r *Reader) readGame(rec *Record) error {
	g := r.games
	for {
		g.in.left = maxToken
		line, _ := g.dec.InputPos()
		line += g.before
		token, err := g.dec.Token()
		if err == io.EOF {
			return err
		}
		if err != nil {
			return &Stop{Line: line, Err: syntax(err)}
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := g.open(line, t); err != nil {
				return &Stop{Line: line, Err: err}
			}
			if t.Name.Local == "game" {
				g.games++
				return r.game(line, t, rec)
			}
		case xml.EndElement:
			err = g.close()
			if len(g.path) == 0 {
				r.endDocument()
			}
			switch {
			case err != nil:
				return g.fault(g.other.line, err)
			case len(g.path) == 0:
				return errDocumentEnd
			}
		case xml.CharData:
			if first, n := g.text(t); n > 0 {
				return g.fault(line+first, fmt.Errorf("text that is in no game is not read: %s", countLines(n)))
			}
		}
	}
}

// fault returns the error for a part of a document.
func (g *gameReader) fault(line int, err error) *Error {
	return &Error{Line: line, Layout: "OpenSudoku XML", Err: err, Places: []Place{{line, 1, 0}}}
}

// endDocument returns to reading lines, in the middle of the line on which the document ends. If another document
// begins there, it continues with that document. To search the end of the line after each of many documents would
// take too long.
func (r *Reader) endDocument() {
	line, _ := r.games.dec.InputPos()
	r.src.n = r.games.before + line - 1
	r.games = nil
	if r.src.at('<') {
		r.games = newGameReader(&r.src, r.src.n)
	}
}

// open handles a start tag.
func (g *gameReader) open(line int, t xml.StartElement) error {
	name := t.Name.Local
	g.path = append(g.path, name)
	switch {
	case len(g.path) > maxDepth:
		return fmt.Errorf("more than %d elements within each other", maxDepth)
	case len(g.path) == 1 && name != "opensudoku":
		if program := programs[name]; program != "" {
			return fmt.Errorf("XML document <%s>, a game of %s, want <opensudoku>", name, program)
		}
		return fmt.Errorf("XML document <%s>, want <opensudoku>", name)
	case name == "folder":
		g.name = OneLine(attribute(t, "name"))
	}
	if name == "opensudoku" || name == "folder" || name == "game" || slices.Contains(textElements, name) {
		return nil
	}
	o := &g.other
	if o.name == "" {
		o.name, o.line, o.depth, o.games, o.content, o.grid = name, line, len(g.path), g.games, false, false
	}
	for _, a := range t.Attr {
		o.content = true
		o.grid = o.grid || holdsCells(a.Value)
	}
	return nil
}

// close handles an end tag. It returns an error if the element contains something that is not read.
func (g *gameReader) close() error {
	depth := len(g.path)
	if g.path[depth-1] == "folder" {
		g.name = ""
	}
	g.path = g.path[:depth-1]
	o := &g.other
	if o.name == "" || depth > o.depth {
		return nil
	}
	name := o.name
	o.name = ""
	switch line, _ := g.dec.InputPos(); {
	case g.games > o.games || !o.content:
		return nil
	case o.grid:
		return fmt.Errorf("element <%s> is not read, want <game data=\"...\">", name)
	default:
		return Unread{Part: "element <" + name + ">", Lines: g.before + line - o.line + 1}
	}
}

// text handles text. It returns the number of lines that are not read, and the index of the first of them.
func (g *gameReader) text(t xml.CharData) (first, n int) {
	at := ""
	if len(g.path) > 0 {
		at = g.path[len(g.path)-1]
	}
	if at == "name" {
		g.name = OneLine(string(t))
	}
	if slices.Contains(textElements, at) || len(bytes.TrimSpace(t)) == 0 {
		return 0, 0
	}
	if g.other.name != "" {
		g.other.content = true
		g.other.grid = g.other.grid || holdsCells(string(t))
		return 0, 0
	}
	i := 0
	for line := range bytes.Lines(t) {
		if len(bytes.TrimSpace(line)) > 0 {
			if n == 0 {
				first = i
			}
			n++
		}
		i++
	}
	return first, n
}

// holdsCells reports whether a word of a text is a run of cells that is too long for anything but a puzzle,
// possibly a wrong one.
func holdsCells(text string) bool {
	for word := range strings.FieldsSeq(text) {
		cells, digit := 0, false
		for i := range len(word) {
			class := cellClass[word[i]]
			if class == notCell {
				break
			}
			cells++
			digit = digit || class != isEmpty
		}
		if digit && cells > CellCount/2 {
			return true
		}
	}
	return false
}

// syntax removes the line number from a syntax error, because it counts from the start of the document.
func syntax(err error) error {
	if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return errors.New("XML: " + e.Msg)
	}
	return fmt.Errorf("read XML: %w", err)
}
