package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"setdoku/internal/grid"
)

const (
	// maxToken bounds the bytes of one tag, text or comment of an XML document,
	// maxDepth its nesting: both would be held in memory.
	maxToken = 1 << 20
	maxDepth = 64
)

// gameReader reads the games of an OpenSudoku document.
type gameReader struct {
	dec    *xml.Decoder
	in     *budget
	before int // lines of the file before the document
	depth  int
	name   string // of the whole file, or of the folder at hand
	naming bool   // within <name>
}

// newGameReader reads a document that begins on the line with number first.
func newGameReader(r io.Reader, first int) *gameReader {
	in := &budget{r: r}
	dec := xml.NewDecoder(in)
	dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return in, nil
		}
		return nil, fmt.Errorf("encoding %s is not read, save the file as UTF-8", charset)
	}
	return &gameReader{dec: dec, in: in, before: first - 1}
}

// budget fails a reader that gives more than is left of it, so that no token of a
// document grows without bound.
type budget struct {
	r    io.Reader
	left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("a tag or text longer than %d bytes", maxToken)
	}
	n, err := b.r.Read(p)
	b.left -= n
	return n, err
}

// startsXML reports whether a line is the beginning of a document: one that opens
// with a tag and comes before any record.
func (r *Reader) startsXML(trimmed []byte) bool {
	return !r.seen && r.block.n == 0 && len(trimmed) > 0 && trimmed[0] == '<'
}

// readGame returns the next game.
func (r *Reader) readGame() (Puzzle, error) {
	g := r.games
	for {
		line, element, err := g.next()
		switch {
		case err == io.EOF:
			return Puzzle{}, err
		case err != nil:
			return Puzzle{}, fmt.Errorf("%s line %d: %w", r.file, line, err)
		case element.Name.Local == "game":
			return r.gamePuzzle(line, element)
		}
	}
}

// next returns the next start tag and its line, and keeps the names around it.
func (g *gameReader) next() (line int, _ xml.StartElement, err error) {
	for {
		g.in.left = maxToken
		line, _ = g.dec.InputPos()
		line += g.before
		token, err := g.dec.Token()
		if err != nil {
			return line, xml.StartElement{}, g.syntax(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			g.depth++
			return line, t, g.open(t)
		case xml.EndElement:
			g.depth--
			g.naming = false
			if t.Name.Local == "folder" {
				g.name = ""
			}
		case xml.CharData:
			if g.naming {
				g.name = oneLine(string(t))
			}
		}
	}
}

// syntax takes the line number, which counts from the start of the document, out
// of a syntax error.
func (g *gameReader) syntax(err error) error {
	if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return errors.New("XML: " + e.Msg)
	}
	if err == io.EOF {
		return err
	}
	return fmt.Errorf("read XML: %w", err)
}

// open looks at a start tag.
func (g *gameReader) open(t xml.StartElement) error {
	switch {
	case g.depth > maxDepth:
		return fmt.Errorf("more than %d elements within each other", maxDepth)
	case g.depth == 1 && t.Name.Local != "opensudoku":
		return fmt.Errorf("XML document <%s>, want <opensudoku>", t.Name.Local)
	case t.Name.Local == "folder":
		g.name = oneLine(attribute(t, "name"))
	case t.Name.Local == "name":
		g.naming = true
	}
	return nil
}

// gamePuzzle makes a puzzle of a game.
func (r *Reader) gamePuzzle(line int, game xml.StartElement) (Puzzle, error) {
	data := strings.TrimSpace(attribute(game, "data"))
	if len(data) != grid.Size {
		return Puzzle{}, r.lineError(line, fmt.Errorf("game data of %d characters, want 81 digits, 0 for an empty cell", len(data)))
	}
	d, err := fieldCells([]byte(data))
	if err != nil {
		return Puzzle{}, r.lineError(line, fmt.Errorf("game data: %w", err))
	}
	if err := d.Check(); err != nil {
		return Puzzle{}, r.lineError(line, err)
	}
	p := Puzzle{State: grid.State{Givens: d}, File: r.file, Line: line, Text: d.String()}
	for _, name := range []string{attribute(game, "note"), attribute(game, "name"), r.games.name} {
		if p.Name = oneLine(name); p.Name != "" {
			break
		}
	}
	return p, nil
}

// attribute returns the value of an attribute, or "".
func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
