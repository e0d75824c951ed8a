package format

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
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
	{Format: Line81, record: appendLine},
	{Format: SDM, record: func(b []byte, p Puzzle) ([]byte, error) {
		return append(append(b, zeros(p)...), '\n'), nil
	}},
	{Format: SDK, apart: true, record: appendSDK},
	{Format: SDX, apart: true, record: appendSDX},
	{Format: SS, apart: true, record: appendSS},
	{Format: Pencil, apart: true, record: appendPencil},
	{Format: Line729, record: append729},
	{Format: Library, record: appendLibrary},
	{Format: CSV, head: "id,puzzle,solution,clues\n", record: appendRecord},
	{Format: OpenSudoku, record: appendGame, head: xml.Header + "<opensudoku version=\"2\">\n<folder name=\"setdoku\">\n",
		foot: "</folder>\n</opensudoku>\n"},
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
	if p.State.Variant != nil && w.format.Format != Line81 {
		return fmt.Errorf("write %s: the format holds only classic puzzles, not one of the variant %s, want %s",
			w.format.Format, p.State.Variant.Name, Line81)
	}
	b, err := w.format.record(b, p)
	if err != nil {
		return fmt.Errorf("write %s: %w", w.format.Format, err)
	}
	w.buf = b
	w.n++
	_, err = w.w.Write(b)
	return err
}

// Flush passes the written data to the underlying writer.
func (w *Writer) Flush() error { return w.w.Flush() }

// Close writes the end of the document and flushes. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.w.WriteString(w.format.foot)
	return w.Flush()
}

// appendLine appends 81 characters, and the name as a comment. Of a variant it appends its name, its cells and the
// solution if it is known.
func appendLine(b []byte, p Puzzle) ([]byte, error) {
	if v := p.State.Variant; v != nil {
		b = fmt.Appendf(b, "%s %s", v.Name, v.Text(p.State.Givens))
		if p.Solution != "" {
			b = append(append(b, ' '), BoardCells(v, p.Solution)...)
		}
	} else {
		b = append(b, p.State.Givens.String()...)
	}
	if p.Name != "" {
		b = append(append(b, " # "...), p.Name...)
	}
	return append(b, '\n'), nil
}

// zeros returns the givens of a puzzle with 0 for an empty cell.
func zeros(p Puzzle) string { return strings.ReplaceAll(p.State.Givens.String(), ".", "0") }

// append729 appends nine characters for each cell.
func append729(b []byte, p Puzzle) ([]byte, error) {
	for _, m := range fields(p.State) {
		for d := uint8(1); d <= 9; d++ {
			if m.Has(d) {
				b = append(b, '0'+d)
			} else {
				b = append(b, '.')
			}
		}
	}
	return append(b, '\n'), nil
}

// fields returns the content of a grid of pencil marks: the digit of a filled cell, the candidates of an empty
// one.
func fields(s setdoku.State) [setdoku.CellCount]setdoku.DigitSet {
	m := s.Candidates()
	for i, v := range s.Filled() {
		if v != 0 {
			m[i] = setdoku.NewDigitSet(v)
		}
	}
	return m
}

// appendLibrary appends a library line. Without a LibraryLine it has only the state.
func appendLibrary(b []byte, p Puzzle) ([]byte, error) {
	l := p.Library
	if l == nil {
		l = &LibraryLine{Code: "0000", Digits: "x"}
	}
	b = append(append(b, ':'), l.Code...)
	if l.Variant != "" {
		b = append(append(b, '-'), l.Variant...)
	}
	b = append(appendGrid(fmt.Appendf(b, ":%s:", l.Digits), p.State), ':')
	b = append(appendCandidates(b, setdoku.ListCandidates(&p.State.Deleted)), ':')
	b = append(appendCandidates(b, l.Eliminations), ':')
	b = appendCandidates(b, l.Placements)
	if p.Library != nil {
		b = append(append(b, ':'), l.Extra...)
	}
	return append(b, '\n'), nil
}

// appendRecord appends a CSV row. Empty cells are dots, so that no spreadsheet reads a puzzle as a number. A name
// with a '#' is quoted, because a line that begins with '#' is a comment.
func appendRecord(b []byte, p Puzzle) ([]byte, error) {
	b = append(append(b, quoted(p.Name)...), ',')
	clues := setdoku.CellCount - bytes.Count(p.State.Givens[:], []byte{0})
	return fmt.Appendf(b, "%s,%s,%d%s\n", p.State.Givens, p.Solution, clues, p.More), nil
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
func appendGame(b []byte, p Puzzle) ([]byte, error) {
	b = fmt.Appendf(b, "  <game data=\"%s\"", zeros(p))
	if p.Name != "" {
		var escaped bytes.Buffer
		xml.EscapeText(&escaped, []byte(p.Name)) // a bytes.Buffer does not fail
		b = fmt.Appendf(b, " note=\"%s\"", escaped.Bytes())
	}
	return append(b, "/>\n"...), nil
}

// appendSDK appends the grid of a .sdk with its description.
func appendSDK(b []byte, p Puzzle) ([]byte, error) {
	if p.Name != "" {
		b = append(append(append(b, "#D"...), p.Name...), '\n')
	}
	b = append(b, "[Puzzle]\n"...)
	for row := range slices.Chunk([]byte(p.State.Givens.String()), 9) {
		b = append(append(b, row...), '\n')
	}
	return b, nil
}

// appendSS appends the bordered grid of Simple Sudoku.
func appendSS(b []byte, p Puzzle) ([]byte, error) {
	cells := p.State.Givens.String()
	for r := range 9 {
		b = append(b, [9]string{0: "*-----------*\n", 3: "|---+---+---|\n", 6: "|---+---+---|\n"}[r]...)
		b = fmt.Appendf(b, "|%s|%s|%s|\n", cells[r*9:r*9+3], cells[r*9+3:r*9+6], cells[r*9+6:r*9+9])
	}
	return append(b, "*-----------*\n"...), nil
}

// appendSDX appends the fields of a .sdx. The format cannot distinguish a single candidate from a given, nor a
// state with at most one candidate in every cell from a grid of givens. It returns an error for both.
func appendSDX(b []byte, p Puzzle) ([]byte, error) {
	s := p.State
	clear, none := s.Placed != setdoku.Grid{}, false
	filled := s.Filled()
	for i, m := range fields(s) {
		switch n := m.Count(); {
		case filled[i] == 0 && n == 1:
			return nil, fmt.Errorf("%s has the single candidate %d, which would read as a given", setdoku.CellAt(i),
				m.Lowest())
		case n == 0:
			none = true
			b = append(b, '.')
		case n > 1:
			clear = true
		case s.Placed[i] != 0:
			b = append(b, 'u')
		}
		b = append(appendMarks(b, m), " \n"[i%9/8])
	}
	if none && !clear {
		return nil, errors.New("no cell has candidates, which would read as a grid of givens")
	}
	return b, nil
}

// appendMarks appends the digits of a set.
func appendMarks(b []byte, m setdoku.DigitSet) []byte {
	for ; m != 0; m &= m - 1 {
		b = append(b, '0'+m.Lowest())
	}
	return b
}

// appendPencil appends a grid of pencil marks with aligned columns and borders.
func appendPencil(b []byte, p Puzzle) ([]byte, error) {
	marks := fields(p.State)
	var width [9]int
	for i, m := range marks {
		width[i%9] = max(width[i%9], m.Count(), 1)
	}
	border := func(corners string) {
		for c := range 9 {
			if c%3 == 0 {
				b = append(b, corners[min(c, 1)], '-')
			}
			b = append(b, strings.Repeat("-", width[c]+1)...)
		}
		b = append(b, corners[2], '\n')
	}
	border("...")
	for i, m := range marks {
		if i == 27 || i == 54 {
			border(":+:")
		}
		if i%3 == 0 {
			b = append(b, "| "...)
		}
		field := appendMarks(nil, m)
		if m == 0 {
			field = []byte{'.'}
		}
		b = fmt.Appendf(b, "%-*s ", width[i%9], field)
		if i%9 == 8 {
			b = append(b, "|\n"...)
		}
	}
	border("'''")
	return b, nil
}
