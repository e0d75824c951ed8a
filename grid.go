package setdoku

import (
	"errors"
	"fmt"
	"math/bits"
)

// CellCount is the number of cells.
const CellCount = 81

// Grid holds one digit for each cell, row by row. 0 is an empty cell.
type Grid [CellCount]uint8

// String returns 81 characters with '.' for an empty cell.
func (d Grid) String() string {
	b := make([]byte, CellCount)
	for i, v := range d {
		if v == 0 {
			b[i] = '.'
		} else {
			b[i] = '0' + v
		}
	}
	return string(b)
}

// MarshalText returns the text of String. The error names a cell that holds no digit.
func (d Grid) MarshalText() ([]byte, error) {
	for i, v := range d {
		if v > 9 {
			return nil, fmt.Errorf("%s holds %d, want a digit", CellAt(i), v)
		}
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads a grid as ParseGrid does.
func (d *Grid) UnmarshalText(text []byte) (err error) {
	*d, err = ParseGrid(string(text))
	return err
}

// ParseGrid reads exactly 81 characters: a digit 1..9, or '.' or '0' for an empty cell. It does not compare the digits
// with each other: Grid.Check does. ParseState of the package solver reads puzzles in all layouts and of all boards.
func ParseGrid(text string) (d Grid, err error) {
	if len(text) != CellCount {
		return d, fmt.Errorf("%d cells, want 81", len(text))
	}
	for i := range CellCount {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			d[i] = c - '0'
		case c != '.':
			return d, fmt.Errorf("character %q at cell %d, want a digit or '.'", c, i+1)
		}
	}
	return d, nil
}

// Check returns Repeats if a unit has a digit twice, else nil.
func (d Grid) Check() error {
	if !d.repeats() {
		return nil
	}
	return Repeats{Digits: d}
}

// repeats reports whether any unit has a digit twice. It counts the digits of a unit in nine 4-bit counters of one
// word, so that one addition counts a cell. It handles box by box, so that few words are in use at a time.
func (d *Grid) repeats() bool {
	var rows [9]uint64
	var twice uint64
	for stack := 0; stack < 9; stack += 3 {
		var c1, c2, c3 uint64 // columns of the stack
		for band := 0; band < 9; band += 3 {
			cells := (*[21]uint8)(d[band*9+stack:]) // the box is the first three of each nine
			v1, v2, v3 := one[cells[0]&15], one[cells[1]&15], one[cells[2]&15]
			v4, v5, v6 := one[cells[9]&15], one[cells[10]&15], one[cells[11]&15]
			v7, v8, v9 := one[cells[18]&15], one[cells[19]&15], one[cells[20]&15]
			c1, c2, c3 = c1+v1+v4+v7, c2+v2+v5+v8, c3+v3+v6+v9
			top, middle, bottom := v1+v2+v3, v4+v5+v6, v7+v8+v9
			lines := (*[3]uint64)(rows[band:])
			lines[0] += top
			lines[1] += middle
			lines[2] += bottom
			twice |= top + middle + bottom
		}
		twice |= c1 | c2 | c3
	}
	for _, n := range rows {
		twice |= n
	}
	return twice&0xeee_eee_eee != 0 // two or more of a digit
}

// one has a 1 in the counter of a digit. It is 0 for an empty cell.
var one = [16]uint64{1: 1, 2: 1 << 4, 3: 1 << 8, 4: 1 << 12, 5: 1 << 16, 6: 1 << 20, 7: 1 << 24, 8: 1 << 28, 9: 1 << 32}

// DigitSet is a set of digits: bit d-1 is digit d, 1..9.
type DigitSet uint16

// AllDigits is the set of all nine digits.
const AllDigits DigitSet = 1<<9 - 1

// NewDigitSet returns the set with only digit d, 1..9.
func NewDigitSet(d uint8) DigitSet { return 1 << (d - 1) }

// Has reports whether digit d is in the set. AllDigits has 1..9 and no other number.
func (m DigitSet) Has(d uint8) bool { return m&NewDigitSet(d) != 0 }

// Digits lists the digits of the set, ascending.
func (m DigitSet) Digits() (list []uint8) {
	for ; m != 0; m &= m - 1 {
		list = append(list, m.Lowest())
	}
	return list
}

// Count returns the number of digits in the set.
func (m DigitSet) Count() int { return bits.OnesCount16(uint16(m)) }

// Lowest returns the smallest digit of a set that is not empty.
func (m DigitSet) Lowest() uint8 { return uint8(bits.TrailingZeros16(uint16(m))) + 1 }

// String lists the digits of the set, such as 257.
func (m DigitSet) String() string {
	var list []byte
	for ; m != 0; m &= m - 1 {
		list = append(list, '0'+m.Lowest())
	}
	return string(list)
}

// MarshalText returns the text of String.
func (m DigitSet) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the digits of a set in any order, such as 257.
func (m *DigitSet) UnmarshalText(text []byte) error {
	*m = 0
	for _, c := range text {
		if c < '1' || c > '9' {
			return fmt.Errorf("character %q in a set of digits, want 1 to 9", c)
		}
		*m |= NewDigitSet(c - '0')
	}
	return nil
}

// State is a puzzle at one moment: its givens, the digits that were placed, and the candidates that were crossed out.
// The state of a puzzle without a move is State{Givens: grid}.
type State struct {
	// Variant is the board of the puzzle, nil for classic. States on boards that were parsed apart are not equal by ==.
	Variant *Variant `json:"variant,omitempty"`

	Givens Grid `json:"givens"`
	Placed Grid `json:"placed"`
	// Deleted are the digits of each empty cell that were crossed out. A digit of a filled peer need not be among them:
	// it is not a candidate anyway.
	Deleted [CellCount]DigitSet `json:"deleted"`
}

// Board returns the variant of the puzzle.
func (s *State) Board() *Variant { return s.Variant.OrClassic() }

// Reached returns a later state of the puzzle, with the same givens: filled are all digits of the grid, and candidates
// the remaining candidates of the empty cells.
func (s State) Reached(filled Grid, candidates *[CellCount]DigitSet) State {
	later := State{Variant: s.Variant, Givens: s.Givens}
	for i, d := range filled {
		if s.Givens[i] == 0 {
			later.Placed[i] = d
		}
	}
	later.KeepOnly(candidates)
	return later
}

// ErrDigit is wrapped by the error for a cell of a state that holds a number above 9.
var ErrDigit = errors.New("not a digit")

// Check returns an error for a state that is not a puzzle. It wraps ErrDigit for a digit above 9. It is Repeats if two
// cells that see each other have the same digit.
func (s *State) Check() error {
	for i := range s.Givens {
		if d := max(s.Givens[i], s.Placed[i]); d > 9 {
			return fmt.Errorf("%s holds %d: %w", CellAt(i), d, ErrDigit)
		}
		if s.Deleted[i]&^AllDigits != 0 {
			return fmt.Errorf("candidates crossed out of %s: %w", CellAt(i), ErrDigit)
		}
	}
	return s.Board().Check(s.Filled())
}

// KeepOnly crosses out all candidates that are not in marks, which holds a set for each cell by its index. Filled cells
// do not matter. For an open cell without pencil marks pass AllDigits. Candidates that were crossed out before come
// back if they are in marks.
func (s *State) KeepOnly(marks *[CellCount]DigitSet) {
	s.Deleted = [CellCount]DigitSet{}
	for i, m := range s.Candidates() {
		s.Deleted[i] = m &^ marks[i]
	}
}

// Apply returns the state after a deduction: with its placements, and without the candidates that it eliminates.
func (s State) Apply(d Deduction) State { return s.After([]Deduction{d}) }

// After returns the state after the deductions of a step.
func (s State) After(step []Deduction) State {
	live := s.Candidates()
	for i := range step {
		for _, c := range step[i].Placements {
			s.Placed[c.Cell.Index()] = c.Digit
		}
		for _, c := range step[i].Eliminations {
			live[c.Cell.Index()] &^= NewDigitSet(c.Digit)
		}
	}
	s.KeepOnly(&live)
	return s
}

// Filled returns givens and placed digits in one grid.
func (s State) Filled() Grid {
	d := s.Givens
	for i, v := range s.Placed {
		if v != 0 {
			d[i] = v
		}
	}
	return d
}

// Candidates returns the candidates of every empty cell: the digits of the variant without those of its peers and
// without Deleted. A filled cell has none.
func (s State) Candidates() (m [CellCount]DigitSet) {
	digits, peers := s.Board().Digits(), &s.Board().Peers
	var placed [CellCount]DigitSet
	for i, digit := range s.Filled() {
		if digit != 0 {
			placed[i] = NewDigitSet(digit)
		}
	}
	for i := range CellCount {
		if placed[i] != 0 || peers[i] == nil {
			continue
		}
		seen := s.Deleted[i]
		for _, p := range peers[i] {
			seen |= placed[p]
		}
		m[i] = digits &^ seen
	}
	return m
}

// Plain reports whether the state has nothing but givens: no digit was placed and no candidate crossed out.
func (s State) Plain() bool {
	return s.Placed == Grid{} && s.Deleted == [CellCount]DigitSet{}
}
