package setdoku

import (
	"fmt"
	"strings"
)

// Repeat is two equal digits in cells that see each other.
type Repeat struct {
	Digit uint8
	A, B  Cell // A < B
	Unit  int  // number of their unit, 1..54; 0 if they have none in common
}

func (r Repeat) Error() string {
	if r.Unit == 0 {
		return fmt.Sprintf("digit %d twice in cells that see each other: %s and %s", r.Digit, r.A, r.B)
	}
	return fmt.Sprintf("digit %d twice in %s: %s and %s", r.Digit, UnitName(r.Unit), r.A, r.B)
}

// Repeats is the error for a grid, Digits, with equal digits in cells that see each other. It unwraps to the first
// Repeat, units first.
type Repeats struct {
	Digits  Grid
	Variant *Variant // nil for classic
}

// mostRepeats is the number of repeats that the error names.
const mostRepeats = 5

// Error names the digits that a unit has more than once, with their units and cells. If two cells share a row and a
// box, they are named once.
func (r Repeats) Error() string {
	type place struct {
		digit uint8
		cells string
	}
	var order []place
	units := make(map[place][]string)
	for u, cells := range r.Variant.OrClassic().Units {
		for digit := uint8(1); digit <= 9; digit++ {
			var names []string
			for _, i := range cells {
				if r.Digits[i] == digit {
					names = append(names, CellAt(i).String())
				}
			}
			if len(names) < 2 {
				continue
			}
			at := place{digit, fmt.Sprintf("%s: %s", times(len(names)), list(names))}
			if units[at] == nil {
				order = append(order, at)
			}
			units[at] = append(units[at], UnitName(u+1))
		}
	}
	if len(order) == 0 {
		return r.Unwrap().Error()
	}
	var parts []string
	for k, at := range order {
		if k == mostRepeats {
			parts = append(parts, fmt.Sprintf("and %d more", len(order)-k))
			break
		}
		count, cells, _ := strings.Cut(at.cells, ": ")
		parts = append(parts, fmt.Sprintf("digit %d %s in %s: %s", at.digit, count, list(units[at]), cells))
	}
	return strings.Join(parts, "; ")
}

// Unwrap returns the Repeat of the first unit that holds a digit twice.
func (r Repeats) Unwrap() error {
	for u, cells := range r.Variant.OrClassic().Units {
		var seen [10]Cell // the cell of the digit, 0 if none has it
		for _, i := range cells {
			v := r.Digits[i]
			if v == 0 {
				continue
			}
			if seen[v] != 0 {
				return Repeat{Digit: v, A: seen[v], B: CellAt(i), Unit: u + 1}
			}
			seen[v] = CellAt(i)
		}
	}
	for i, peers := range r.Variant.OrClassic().Peers {
		for _, j := range peers {
			if v := r.Digits[i]; v != 0 && j > i && r.Digits[j] == v {
				return Repeat{Digit: v, A: CellAt(i), B: CellAt(j)}
			}
		}
	}
	return nil
}

// times is "twice" or "3 times".
func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// list is "a", "a and b" or "a, b and c".
func list(names []string) string {
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " and " + names[n]
}
