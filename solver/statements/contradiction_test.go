package statements_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
)

// TestContradiction wants the smallest case of a contradiction: a cell without candidates
// before a unit without a place, and these before placements that clash; then the
// smallest cell, or unit and digit.
func TestContradiction(t *testing.T) {
	t.Parallel()
	only := func(d uint8, unit int, keep ...setdoku.Cell) func(*setdoku.State) { // leaves a digit these cells of a unit
		return func(s *setdoku.State) {
			for _, i := range setdoku.Classic().Units[:27][unit] {
				s.Deleted[i] |= setdoku.NewDigitSet(d)
			}
			for _, n := range keep {
				s.Deleted[n.Index()] &^= setdoku.NewDigitSet(d)
			}
		}
	}
	const row5, column5, box7 = 4, 13, 24
	for _, tt := range []struct {
		name  string
		grid  string // the first rows, the rest is open
		marks []func(*setdoku.State)
		want  string
	}{
		// Row 1 misses 9 in r1c9 and row 9 in r9c1, and 9 is in either column.
		{"two cells without candidates",
			"12345678." + "........." + "........." + "........." + "........9" + "9........" +
				"........." + "........." + ".12345678", nil, "0 no_candidate 19 <nil> <nil> <nil>"},
		// A 1 in row 3 and one in row 9 take from box 1 and from box 7 the last places of 1.
		{"two boxes without a place", "234......" + "567......" + "......1.." + "........." + "........." +
			"........." +
			"342......" + "675......" + ".......1.", nil, "0 no_place <nil> box 1 1"},
		{"one place for two digits", "", []func(*setdoku.State){only(1, row5, 55), only(2, column5, 55)},
			"0 two_digits 55 <nil> <nil> <nil>"},
		{"two places in one unit", "", []func(*setdoku.State){only(4, row5, 51), only(4, box7, 91)},
			"0 two_places <nil> column 1 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var s setdoku.State
			for i, c := range []byte(tt.grid) {
				if c != '.' {
					s.Givens[i] = c - '0'
				}
			}
			for _, cross := range tt.marks {
				cross(&s)
			}
			db := dbtest.Open(t)
			r := solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), []format.Puzzle{{State: s}},
				memory.ChunkSize)[0]
			if r.Status != "invalid" || r.Steps != 0 {
				t.Errorf("status %s after %d steps, want invalid after none", r.Status, r.Steps)
			}
			got := solvertest.RowsOf(t, db, "contradiction", "step, kind, cell, unit_type, unit, digit")[r.Givens]
			if want := "contradiction " + tt.want + "\n"; len(got) != 1 || got[0] != want {
				t.Errorf("contradiction %q, want %q", got, want)
			}
		})
	}
}
