package format

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"setdoku"
)

// Writer writes puzzles in one format.
type Writer struct {
	w      *bufio.Writer
	format Format
	n      int    // puzzles written
	buf    []byte // current record
}

// NewWriter returns a Writer of format f, which must be one of Formats. Close the Writer at the end.
func NewWriter(w io.Writer, f Format) (*Writer, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	out := &Writer{w: bufio.NewWriter(w), format: f}
	switch f {
	case CSV:
		out.w.WriteString("id,puzzle,solution,clues\n")
	case OpenSudoku:
		out.w.WriteString(xml.Header + "<opensudoku version=\"2\">\n<folder name=\"setdoku\">\n")
	}
	return out, nil // the next write returns an error of the header
}

// Write appends a puzzle: its state and, if the format has them, Name, Solution and Library. It returns errors of
// the underlying writer unchanged. If the format cannot hold the puzzle, Write returns an error and writes
// nothing, and the next Write may follow.
func (w *Writer) Write(p Puzzle) error {
	b, err := w.record(w.buf[:0], p)
	if err != nil {
		return fmt.Errorf("write %s: %w", w.format, err)
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
	if w.format == OpenSudoku {
		w.w.WriteString("</folder>\n</opensudoku>\n")
	}
	return w.Flush()
}

// record appends one puzzle to b.
func (w *Writer) record(b []byte, p Puzzle) ([]byte, error) {
	name := oneLine(p.Name)
	switch w.format {
	case Line81:
		b = appendCells(b, p.State.Givens, '.')
		if name != "" {
			b = append(append(b, " # "...), name...)
		}
	case SDM:
		b = appendCells(b, p.State.Givens, '0')
	case SDK:
		return w.appendSDK(b, name, p.State.Givens), nil
	case SDX:
		return w.appendSDX(b, p.State)
	case SS:
		return w.appendSS(b, p.State.Givens), nil
	case Pencil:
		return w.appendPencil(b, p.State), nil
	case Line729:
		b = append729(b, p.State)
	case Library:
		b = appendLibrary(b, p)
	case CSV:
		b = appendRecord(b, name, p)
	case OpenSudoku:
		b = appendGame(b, name, p.State.Givens)
	}
	return append(b, '\n'), nil
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
func append729(b []byte, s setdoku.State) []byte {
	for _, m := range fields(s) {
		for d := uint8(1); d <= 9; d++ {
			if m.Has(d) {
				b = append(b, '0'+d)
			} else {
				b = append(b, '.')
			}
		}
	}
	return b
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
	return b
}

// appendRecord appends a CSV row. Empty cells are dots, so that no spreadsheet reads a puzzle as a number. A name
// with a '#' is quoted, because a line that begins with '#' is a comment.
func appendRecord(b []byte, name string, p Puzzle) []byte {
	if strings.ContainsAny(name, "\",#") {
		name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	b = append(append(b, name...), ',')
	b = append(appendCells(b, p.State.Givens, '.'), ',')
	clues := 0
	for _, v := range p.State.Givens {
		if v != 0 {
			clues++
		}
	}
	return fmt.Appendf(b, "%s,%d", p.Solution, clues)
}

// appendGame appends a game of OpenSudoku.
func appendGame(b []byte, name string, d setdoku.Grid) []byte {
	b = append(appendCells(append(b, "  <game data=\""...), d, '0'), '"')
	if name != "" {
		var escaped bytes.Buffer
		xml.EscapeText(&escaped, []byte(name)) // a bytes.Buffer does not fail
		b = append(append(append(b, " note=\""...), escaped.Bytes()...), '"')
	}
	return append(b, "/>"...)
}
