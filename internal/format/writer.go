package format

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"setdoku"
)

// writing is how a Writer writes a format.
type writing struct {
	Format
	head, foot string // of the document
	apart      bool   // an empty line is between two puzzles
	// record appends a puzzle, whose name is on one line. It returns an error if the format cannot hold the puzzle.
	record func(b []byte, p Puzzle) ([]byte, error)
}

// writings has all formats of a Writer.
var writings = []writing{
	{Format: Line81, record: always(appendLine)},
	{Format: SDM, record: always(func(b []byte,
		p Puzzle) []byte {
		return append(appendCells(b, p.State.Givens, '0'), '\n')
	})},
	{Format: SDK, apart: true, record: always(appendSDK)},
	{Format: SDX, apart: true, record: appendSDX},
	{Format: SS, apart: true, record: always(appendSS)},
	{Format: Pencil, apart: true, record: always(appendPencil)},
	{Format: Line729, record: always(append729)},
	{Format: Library, record: always(appendLibrary)},
	{Format: CSV, head: "id,puzzle,solution,clues\n", record: always(appendRecord)},
	{Format: OpenSudoku, record: always(appendGame),
		head: xml.Header + "<opensudoku version=\"2\">\n<folder name=\"setdoku\">\n",
		foot: "</folder>\n</opensudoku>\n"},
}

// always is the record of a format that can hold every puzzle.
func always(record func([]byte, Puzzle) []byte) func([]byte, Puzzle) ([]byte, error) {
	return func(b []byte, p Puzzle) ([]byte, error) { return record(b, p), nil }
}

// Formats lists the formats that a Writer can write.
func Formats() (list []Format) {
	for _, f := range writings {
		list = append(list, f.Format)
	}
	return list
}

// Writer writes puzzles in one format.
type Writer struct {
	w      *bufio.Writer
	format writing
	n      int    // puzzles written
	buf    []byte // current record
}

// NewWriter returns a Writer of format f, which must be one of Formats. Close the Writer at the end. more are the names
// of further columns of CSV, see Puzzle.More.
func NewWriter(w io.Writer, f Format, more ...string) (*Writer, error) {
	i := slices.Index(Formats(), f)
	if i < 0 {
		return nil, fmt.Errorf("unknown format %q, want one of %s", string(f),
			strings.Trim(strings.ReplaceAll(fmt.Sprint(Formats()), " ", ", "), "[]"))
	}
	out := &Writer{w: bufio.NewWriter(w), format: writings[i]}
	if f == CSV {
		out.format.head = strings.Join(append([]string{strings.TrimSpace(out.format.head)}, more...), ",") + "\n"
	}
	out.w.WriteString(out.format.head) // the next write returns an error of the header
	return out, nil
}

// Write appends a puzzle: its state and, if the format has them, Name, Solution and Library. It returns errors of
// the underlying writer unchanged. If the format cannot hold the puzzle, Write returns an error and writes
// nothing, and the next Write may follow.
func (w *Writer) Write(p Puzzle) error {
	b := w.buf[:0]
	if w.format.apart && w.n > 0 {
		b = append(b, '\n')
	}
	p.Name = OneLine(p.Name)
	record := w.format.record
	if p.State.Variant != nil {
		if w.format.Format != Line81 {
			return fmt.Errorf("write %s: the format holds only classic puzzles, not one of the variant %s, want %s",
				w.format.Format, p.State.Variant.Name, Line81)
		}
		record = always(appendVariant)
	}
	b, err := record(b, p)
	if err != nil {
		return fmt.Errorf("write %s: %w", w.format.Format, err)
	}
	w.buf = b
	w.n++
	_, err = w.w.Write(b)
	return err
}

// Flush passes the written data to the underlying writer.
func (w *Writer) Flush() error {
	return w.w.Flush()
}

// Close writes the end of the document and flushes. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.w.WriteString(w.format.foot)
	return w.Flush()
}

// appendLine appends 81 characters, and the name as a comment.
func appendLine(b []byte, p Puzzle) []byte {
	b = appendCells(b, p.State.Givens, '.')
	if p.Name != "" {
		b = append(append(b, " # "...), p.Name...)
	}
	return append(b, '\n')
}

// appendVariant appends a line of a variant: its name, the givens, the solution if it is known, and the name of the
// puzzle as a comment.
func appendVariant(b []byte, p Puzzle) []byte {
	b = append(append(append(b, p.State.Variant.Name...), ' '), p.State.Variant.Text(p.State.Givens)...)
	if p.Solution != "" {
		b = append(append(b, ' '), BoardCells(p.State.Variant, p.Solution)...)
	}
	if p.Name != "" {
		b = append(append(b, " # "...), p.Name...)
	}
	return append(b, '\n')
}

// appendCells appends 81 characters.
func appendCells(b []byte, d setdoku.Grid, empty byte) []byte {
	for _, v := range d {
		if v == 0 {
			b = append(b, empty)
		} else {
			b = append(b, '0'+v)
		}
	}
	return b
}

// append729 appends nine characters for each cell.
func append729(b []byte, p Puzzle) []byte {
	for _, m := range fields(p.State) {
		for d := uint8(1); d <= 9; d++ {
			if m.Has(d) {
				b = append(b, '0'+d)
			} else {
				b = append(b, '.')
			}
		}
	}
	return append(b, '\n')
}

// fields returns the content of a grid of pencil marks: the digit of a filled cell, the candidates of an empty
// one.
func fields(s setdoku.State) [setdoku.CellCount]setdoku.DigitSet {
	m := s.Candidates()
	for i, v := range s.Filled() {
		if v != 0 {
			m[i] = setdoku.SetOf(v)
		}
	}
	return m
}

// appendLibrary appends a library line. Without a LibraryLine it has only the state.
func appendLibrary(b []byte, p Puzzle) []byte {
	l := p.Library
	if l == nil {
		l = &LibraryLine{Code: "0000", Digits: "x"}
	}
	b = append(append(b, ':'), l.Code...)
	if l.Variant != "" {
		b = append(append(b, '-'), l.Variant...)
	}
	b = append(append(append(b, ':'), l.Digits...), ':')
	b = append(appendGrid(b, p.State), ':')
	b = append(appendDeleted(b, p.State), ':')
	b = append(appendCandidates(b, l.Eliminations), ':')
	b = appendCandidates(b, l.Placements)
	if p.Library != nil {
		b = append(append(b, ':'), l.Extra...)
	}
	return append(b, '\n')
}

// appendRecord appends a CSV row. Empty cells are dots, so that no spreadsheet reads a puzzle as a number. A name
// with a '#' is quoted, because a line that begins with '#' is a comment.
func appendRecord(b []byte, p Puzzle) []byte {
	b = append(append(b, quoted(p.Name)...), ',')
	b = append(appendCells(b, p.State.Givens, '.'), ',')
	clues := 0
	for _, v := range p.State.Givens {
		if v != 0 {
			clues++
		}
	}
	b = fmt.Appendf(b, "%s,%d", p.Solution, clues)
	return append(append(b, p.More...), '\n')
}

// Fields returns fields of CSV as they follow other ones, for Puzzle.More.
func Fields(values ...string) string {
	var b strings.Builder
	for _, value := range values {
		b.WriteString("," + quoted(OneLine(value)))
	}
	return b.String()
}

// quoted returns a field of CSV.
func quoted(field string) string {
	if strings.ContainsAny(field, "\",#") {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// appendGame appends a game of OpenSudoku.
func appendGame(b []byte, p Puzzle) []byte {
	b = append(appendCells(append(b, "  <game data=\""...), p.State.Givens, '0'), '"')
	if p.Name != "" {
		var escaped bytes.Buffer
		xml.EscapeText(&escaped, []byte(p.Name)) // a bytes.Buffer does not fail
		b = append(append(append(b, " note=\""...), escaped.Bytes()...), '"')
	}
	return append(b, "/>\n"...)
}
