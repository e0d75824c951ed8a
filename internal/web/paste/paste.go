// Package paste reads the text of the form for puzzles: one grid in any layout, or a list in any format. It tells where the
// text is wrong, down to the character.
package paste

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"setdoku/internal/format"
)

// Limits of what a Sheet keeps.
const (
	mostFaults = 20       // faults with their places
	mostBad    = 10_000   // faults of a text that is read to its end
	mostSpots  = 100      // places of a fault
	mostText   = 300      // characters of what a fault says
	mostLine   = 400      // characters of a line that is shown with its faults
	mostGrid   = 16 << 10 // bytes of a text that may be one grid; a longer one is a list only
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

// Sheet is what a text has. It does not keep the puzzles: All reads them again.
type Sheet struct {
	Puzzles int           // number of puzzles without faults
	First   format.Puzzle // the first of them
	Faults  []Fault       // the first ones, in the order of the text
	Bad     int           // number of all faults
	name    string
	single  bool           // the text is one grid, which a format.Reader may not read
	lines   map[int]string // the beginnings of the lines of the faults, by number
}

// Read reads a text as a stream. name is the source of its puzzles. Faulty lines give no puzzle. The error is not about a line of
// the text: reading fails, the text is no text, its XML is broken, or it has too many faults.
func Read(text io.Reader, name string) (*Sheet, error) {
	head, err := io.ReadAll(io.LimitReader(text, mostGrid+1))
	if err != nil {
		return nil, err
	}
	s := &Sheet{name: name, lines: make(map[int]string)}
	if err := s.list(io.MultiReader(bytes.NewReader(head), text)); err != nil {
		return nil, err
	}
	if s.Bad == 0 && s.Puzzles > 0 {
		return s, nil
	}
	g := &grid{}
	if len(head) <= mostGrid { // each character of a grid takes much memory
		g = scan(string(head))
	}
	if g.ok() || s.Puzzles == 0 && !g.empty() && g.isOne() {
		s.setGrid(g, strings.Split(string(head), "\n"))
	}
	if s.Bad == 0 && s.Puzzles == 0 {
		s.fault(Fault{"there is no puzzle yet: give the 81 cells, row by row, with . or 0 or a blank for an empty cell", []Spot{{Line: 1, Column: 1}}}, "")
	}
	return s, nil
}

// All reads the puzzles again. text is the same text from its beginning.
func (s *Sheet) All(text io.Reader) iter.Seq[format.Puzzle] {
	return func(yield func(format.Puzzle) bool) {
		if s.single {
			yield(s.First)
			return
		}
		r := format.NewReader(text, s.name)
		for {
			p, err := r.Read()
			if _, bad := errors.AsType[*format.LineError](err); bad {
				continue
			}
			if err != nil || !yield(p) {
				return
			}
		}
	}
}

// setGrid takes the text as one grid.
func (s *Sheet) setGrid(g *grid, lines []string) {
	*s = Sheet{name: s.name, single: true, lines: make(map[int]string)}
	list, bad := g.faults()
	for _, f := range list {
		for _, spot := range f.Spots {
			s.keep(spot.Line, lines[spot.Line-1])
		}
		s.fault(f, lines[f.At().Line-1])
	}
	if s.Bad = bad; bad == 0 {
		s.First = format.Puzzle{File: s.name, Line: 1}
		s.First.State.Givens, s.Puzzles = g.digits(), 1
	}
}

// list takes the text as a list of puzzles.
func (s *Sheet) list(text io.Reader) error {
	lines := &window{src: text, first: 1}
	r := format.NewReader(lines, s.name)
	for faults := 0; ; {
		p, err := r.Read()
		var bad *format.LineError
		switch {
		case errors.As(err, &bad):
			if faults++; faults == mostBad {
				return fmt.Errorf("%d lines of the text are wrong, so it is not read to its end; the first fault is in %v", faults, s.Faults[0])
			}
			if s.Bad < mostFaults {
				line := lines.line(bad.Line)
				s.fault(listFault(bad, line), line)
			} else {
				s.Bad++
			}
			if unread, ok := errors.AsType[format.Unread](err); ok {
				s.Bad += unread.Lines - 1
			}
		case errors.Is(err, io.EOF), errors.Is(err, format.ErrNoPuzzles):
			return nil
		case err != nil:
			return err
		default:
			if s.Puzzles++; s.Puzzles == 1 {
				s.First = p
			}
		}
	}
}

// fault counts a fault, and keeps it and its line if it is one of the first.
func (s *Sheet) fault(f Fault, line string) {
	if s.Bad++; len(s.Faults) < mostFaults {
		f.Text = strings.Clone(cut(f.Text, mostText))
		s.Faults = append(s.Faults, f)
		s.keep(f.At().Line, line)
	}
}

// keep keeps the beginning of a line, with one character more than is shown.
func (s *Sheet) keep(number int, line string) {
	s.lines[number] = strings.Clone(cut(strings.TrimRight(line, "\r"), mostLine+1))
}

// cut returns the first n characters of a text.
func cut(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// String returns the text with its place.
func (f Fault) String() string {
	return fmt.Sprintf("line %d, column %d: %s", f.At().Line, f.At().Column, f.Text)
}
