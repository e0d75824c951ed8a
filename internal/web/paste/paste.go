// Package paste reads the text of the form for puzzles: one grid in any layout, or a list in any format. It tells where the
// text is wrong, down to the character.
package paste

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"setdoku/internal/format"
)

// Limits of what a Sheet keeps.
const (
	mostFaults = 20       // faults with their places
	mostLine   = 400      // characters of a line that is shown with its faults
	mostGrid   = 64 << 10 // bytes of a text that may be one grid; a longer one is a list only
)

// Spot is a place in a text. Line and Column count from 1, in lines and characters.
type Spot struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Length int `json:"length"` // characters; 0 for the place where one is missing
	Cell   int `json:"cell"`   // row * 10 + column of the cell that the character is, 0 for none
}

// Fault is what is wrong at a place. Other spots belong to the same fault, such as the first of two equal digits.
type Fault struct {
	Text  string `json:"text"`
	Spots []Spot `json:"spots"` // one or more; the first is where to mend it
}

// At is the first spot.
func (f Fault) At() Spot { return f.Spots[0] }

// Sheet is what a text has.
type Sheet struct {
	Puzzles []format.Puzzle
	Faults  []Fault // the first ones, in the order of the text
	Bad     int     // number of all faults
	text    string
}

// Read reads a text. name is the source of its puzzles. Faulty lines give no puzzle. The error is not about a line of the text:
// the text is no text, or its XML is broken.
func Read(text []byte, name string) (*Sheet, error) {
	s := &Sheet{text: string(text)}
	if err := s.list(text, name); err != nil {
		return nil, err
	}
	if s.Bad == 0 && len(s.Puzzles) > 0 {
		return s, nil
	}
	g := &grid{}
	if len(text) <= mostGrid { // each character of a grid takes much memory
		g = scan(s.text)
	}
	if g.ok() || len(s.Puzzles) == 0 && !g.empty() && g.isOne() {
		s.single(g, name)
	}
	if s.Bad == 0 && len(s.Puzzles) == 0 {
		s.fault(Fault{"there is no puzzle yet: give the 81 cells, row by row, with . or 0 or a blank for an empty cell", []Spot{{Line: 1, Column: 1}}})
	}
	return s, nil
}

// single takes the text as one grid.
func (s *Sheet) single(g *grid, name string) {
	s.Faults, s.Bad, s.Puzzles = nil, 0, nil
	for _, f := range g.faults() {
		s.fault(f)
	}
	if s.Bad == 0 {
		p := format.Puzzle{File: name, Line: 1}
		p.State.Givens = g.digits()
		s.Puzzles = []format.Puzzle{p}
	}
}

// list takes the text as a list of puzzles.
func (s *Sheet) list(text []byte, name string) error {
	lines := bytes.Split(text, []byte("\n"))
	r := format.NewReader(bytes.NewReader(text), name)
	for {
		p, err := r.Read()
		var bad *format.LineError
		switch {
		case errors.As(err, &bad):
			if s.Bad < mostFaults {
				s.Faults = append(s.Faults, listFault(bad, lines))
			}
			s.Bad++
			if unread, ok := errors.AsType[format.Unread](err); ok {
				s.Bad += unread.Lines - 1
			}
		case errors.Is(err, io.EOF), errors.Is(err, format.ErrNoPuzzles):
			return nil
		case err != nil:
			return err
		default:
			s.Puzzles = append(s.Puzzles, p)
		}
	}
}

// fault keeps a fault.
func (s *Sheet) fault(f Fault) {
	if s.Bad++; len(s.Faults) < mostFaults {
		s.Faults = append(s.Faults, f)
	}
}

// String returns the text with its place.
func (f Fault) String() string {
	return fmt.Sprintf("line %d, column %d: %s", f.At().Line, f.At().Column, f.Text)
}
