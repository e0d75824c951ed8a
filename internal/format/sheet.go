package format

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"unicode/utf8"

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
}

// reader returns a reader of the text of a sheet.
func (s *Sheet) reader(text io.Reader) *Reader {
	r := NewReader(text, s.name)
	r.SetVariant(s.variant)
	return r
}

// ReadSheet reads a text as a stream. name is the source of its puzzles. Puzzles that name no variant are of variant,
// nil for classic. ReadSheet returns an error if reading fails, the text is binary, its XML is broken, or 10,000 of its
// lines are wrong.
func ReadSheet(text io.Reader, name string, variant *setdoku.Variant) (*Sheet, error) {
	s := &Sheet{name: name, variant: variant}
	for r, faults := s.reader(text), 0; ; {
		p, err := r.Read()
		bad, isFault := errors.AsType[*LineError](err)
		switch {
		case isFault:
			if faults++; faults == mostBad {
				return nil, fmt.Errorf("%d lines of the text are wrong, so it is not read to its end; the first "+
					"fault is in %v", faults, s.Faults[0])
			}
			s.Bad++
			if unread, ok := errors.AsType[Unread](bad); ok {
				s.Bad += unread.Lines - 1
			}
			if len(s.Faults) < mostFaults {
				what := []rune(bad.Err.Error())
				s.Faults = append(s.Faults, Fault{string(what[:min(len(what), mostText)]), bad.Positions()})
			}
		case errors.Is(err, io.EOF), errors.Is(err, ErrNoPuzzles):
			if s.Bad == 0 && s.Puzzles == 0 {
				s.Bad, s.Faults = 1, []Fault{nothing}
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
		for r := s.reader(text); ; {
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

// Piece is a part of a line. A bad piece has the characters of a fault. Where characters are missing, it is empty.
type Piece struct {
	Text string
	Bad  bool
}

// Line is a line of the text that has faults.
type Line struct {
	Number int
	Pieces []Piece
	Faults []Fault // those whose first position is in the line
	Cut    bool    // the pieces are only the beginning of the line
}

// Lines returns the lines with faults, in order. The characters of each position are a piece of their own. text is the
// same text from its beginning.
func (s *Sheet) Lines(text io.Reader) (list []Line) {
	positions, faults := make(map[int][]Position), make(map[int][]Fault)
	for _, f := range s.Faults {
		faults[f.At().Line] = append(faults[f.At().Line], f)
		for _, at := range f.Positions {
			positions[at.Line] = append(positions[at.Line], at)
		}
	}
	src := newLines(text)
	for err := error(nil); err == nil && len(positions) > 0; {
		var line []byte
		line, err = src.next()
		number := max(1, src.n) // an empty text has a line as well
		if bad := positions[number]; bad != nil {
			if !utf8.Valid(line) {
				line = inWindows(line)
			}
			runes := []rune(string(line))
			shown := runes[:min(len(runes), mostLine)]
			list = append(list, Line{number, pieces(shown, bad), faults[number], len(shown) < len(runes)})
			delete(positions, number)
		}
	}
	return list
}

// pieces cuts a line at the positions.
func pieces(line []rune, positions []Position) (list []Piece) {
	slices.SortFunc(positions, func(a, b Position) int { return cmp.Compare(a.Column, b.Column) })
	at := 0
	for _, s := range positions {
		from := min(s.Column-1, len(line))
		if from < at {
			continue // it lies within the piece before
		}
		if from > at {
			list = append(list, Piece{Text: string(line[at:from])})
		}
		at = min(from+s.Length, len(line))
		list = append(list, Piece{string(line[from:at]), true})
	}
	if at < len(line) {
		list = append(list, Piece{Text: string(line[at:])})
	}
	return list
}
