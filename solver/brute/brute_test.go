package brute

import (
	"strings"
	"testing"

	"setdoku"
)

// pattern is a grid in which row r is the first row, shifted.
func pattern() (d setdoku.Grid) {
	for i := range d {
		r, c := i/9, i%9
		d[i] = uint8((r*3+r/3+c)%9) + 1
	}
	return d
}

// without empties some cells.
func without(d setdoku.Grid, cells ...setdoku.Cell) setdoku.Grid {
	for _, n := range cells {
		d[n.Index()] = 0
	}
	return d
}

func TestCount(t *testing.T) {
	full := pattern()
	twice := full
	twice[0] = twice[1]
	stuck := setdoku.Grid{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9}
	// Columns 1 and 4 lie in different stacks. Their digits form three cycles, each of which can be swapped
	// separately.
	swap := without(full, 11, 14, 21, 24, 31, 34, 41, 44, 51, 54, 61, 64, 71, 74, 81, 84, 91, 94)
	tests := []struct {
		name  string
		grid  setdoku.Grid
		limit int
		want  int
	}{
		{"complete", full, 2, 1},
		{"row and box missing", without(full, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 31, 32, 33), 2, 1},
		{"two columns of different stacks missing", swap, 1000, 8},
		{"limit stops the count", swap, 3, 3},
		{"empty", setdoku.Grid{}, 2, 2},
		{"limit 0", full, 0, 0},
		{"a digit twice in a row", twice, 2, 0},
		{"a cell that can hold nothing", stuck, 2, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, first := Count(tt.grid, tt.limit)
			if n != tt.want {
				t.Fatalf("Count = %d, want %d", n, tt.want)
			}
			if n == 0 {
				return
			}
			if strings.Contains(first.String(), ".") || first.Check() != nil {
				t.Fatalf("first solution %s is not a solution", first)
			}
			for i, d := range tt.grid {
				if d != 0 && first[i] != d {
					t.Errorf("first solution has %d at %s, the puzzle %d", first[i], setdoku.CellAt(i), d)
				}
			}
		})
	}
}

func TestCountState(t *testing.T) {
	full := pattern()
	open := without(full, 11, 14, 21, 24, 31, 34, 41, 44, 51, 54, 61, 64, 71, 74, 81, 84, 91, 94)
	n, _ := Count(open, 1000)
	first, other := full[setdoku.Cell(11).Index()], full[setdoku.Cell(14).Index()]

	crossed := setdoku.State{Givens: open}
	crossed.Deleted[setdoku.Cell(11).Index()] = setdoku.NewDigitSet(first)
	kept := setdoku.State{Givens: open}
	kept.Deleted[setdoku.Cell(11).Index()] = setdoku.NewDigitSet(other)
	a, solution := CountState(crossed, 1000)
	b, _ := CountState(kept, 1000)
	if a == 0 || b == 0 || a+b != n {
		t.Errorf("%d solutions without the mark, %d with it, want both and together %d", a, b, n)
	}
	if solution[setdoku.Cell(11).Index()] != other {
		t.Errorf("solution has %d at r1c1, want %d: the other was crossed out", solution[setdoku.Cell(11).Index()],
			other)
	}

	placed := setdoku.State{Givens: open}
	placed.Placed[setdoku.Cell(11).Index()] = first
	if p, _ := CountState(placed, 1000); p != b {
		t.Errorf("%d solutions with %d placed, want %d", p, first, b)
	}
	nothing := setdoku.State{Givens: open}
	nothing.Deleted[setdoku.Cell(11).Index()] = setdoku.AllDigits
	if p, _ := CountState(nothing, 1000); p != 0 {
		t.Errorf("%d solutions with every mark of a cell crossed out, want 0", p)
	}
}
