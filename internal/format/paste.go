package format

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"setdoku"
)

// Limits of what a Sheet keeps.
const (
	mostFaults = 20     // faults with their places
	mostBad    = 10_000 // faults of a text that is read to its end
	mostText   = 300    // characters of what a fault says
	mostLine   = 400    // characters of a line that is shown with its faults
)

// Fault is an error of the text with the places of its characters.
type Fault struct {
	Text      string     `json:"text"`
	Positions []Position `json:"positions"` // one or more; the user mends the text at the first
}

// At is the first position.
func (f Fault) At() Position { return f.Positions[0] }

// String returns the text with its place.
func (f Fault) String() string {
	return fmt.Sprintf("line %d, column %d: %s", f.At().Line, f.At().Column, f.Text)
}

// Sheet counts the puzzles and the faults of a text. It keeps the first puzzle only: All reads all of them again.
type Sheet struct {
	Puzzles int     // number of puzzles without faults
	First   Puzzle  // the first of them
	Faults  []Fault // the first ones, in the order of the text
	Bad     int     // number of all faults
	name    string
	variant *setdoku.Variant
	lines   map[int]string // the beginnings of the lines of the faults, by number
}

// newReader returns a reader of the puzzles of a text. Those that name no variant are of variant, nil for classic.
func newReader(text io.Reader, name string, variant *setdoku.Variant) *Reader {
	r := NewReader(text, name)
	r.SetVariant(variant)
	return r
}

// ReadSheet reads a text as a stream. name is the source of its puzzles. Puzzles that name no variant are of variant,
// nil for classic. ReadSheet returns an error if reading fails, the text is binary, its XML is broken, or 10,000 of its
// lines are wrong.
func ReadSheet(text io.Reader, name string, variant *setdoku.Variant) (*Sheet, error) {
	s := &Sheet{name: name, variant: variant, lines: make(map[int]string)}
	lines := &window{src: text, first: 1}
	for r, faults := newReader(lines, name, variant), 0; ; {
		p, err := r.Read()
		bad, isFault := errors.AsType[*LineError](err)
		switch {
		case isFault:
			if faults++; faults == mostBad {
				return nil, fmt.Errorf("%d lines of the text are wrong, so it is not read to its end; the first "+
					"fault is in %v", faults, s.Faults[0])
			}
			s.fault(bad, lines)
		case errors.Is(err, io.EOF), errors.Is(err, ErrNoPuzzles):
			if s.Bad == 0 && s.Puzzles == 0 {
				s.Bad, s.Faults, s.lines[1] = 1, []Fault{nothing}, ""
			}
			return s, nil
		case err != nil:
			return nil, err
		default:
			if s.Puzzles++; s.Puzzles == 1 {
				s.First = p
			}
		}
	}
}

// nothing is the fault of a text without characters.
var nothing = Fault{"there is no puzzle yet: give the 81 cells, row by row, with . or 0 or a blank for an empty cell",
	[]Position{{Line: 1, Column: 1}}}

// All reads the puzzles again. text is the same text from its beginning.
func (s *Sheet) All(text io.Reader) iter.Seq[Puzzle] {
	return func(yield func(Puzzle) bool) {
		for r := newReader(text, s.name, s.variant); ; {
			p, err := r.Read()
			if _, bad := errors.AsType[*LineError](err); bad {
				continue
			}
			if err != nil || !yield(p) {
				return
			}
		}
	}
}

// fault counts a fault, and keeps it and its lines if it is one of the first.
func (s *Sheet) fault(bad *LineError, text *window) {
	s.Bad++
	if unread, ok := errors.AsType[Unread](bad); ok {
		s.Bad += unread.Lines - 1
	}
	if len(s.Faults) == mostFaults {
		return
	}
	f := Fault{strings.Clone(cut(bad.Err.Error(), mostText)), bad.Positions()}
	s.Faults = append(s.Faults, f)
	for _, position := range f.Positions {
		if _, kept := s.lines[position.Line]; !kept { // one character more than is shown
			s.lines[position.Line] = strings.Clone(cut(strings.TrimRight(text.line(position.Line), "\r"), mostLine+1))
		}
	}
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
