package format

import (
	"cmp"
	"maps"
	"slices"
)

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

// Lines returns the lines with faults, in order. The characters of each position are a piece of their own.
func (s *Sheet) Lines() (list []Line) {
	positions := make(map[int][]Position)
	faults := make(map[int][]Fault)
	for _, f := range s.Faults {
		faults[f.At().Line] = append(faults[f.At().Line], f)
		for _, position := range f.Positions {
			positions[position.Line] = append(positions[position.Line], position)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(s.lines)) {
		runes := []rune(s.lines[number])
		l := Line{Number: number, Faults: faults[number]}
		if l.Cut = len(runes) > mostLine; l.Cut {
			runes = runes[:mostLine]
		}
		l.Pieces = pieces(runes, positions[number])
		list = append(list, l)
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
