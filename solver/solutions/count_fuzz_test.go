package solutions

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/solver/brute"
)

// FuzzCount compares Count with the naive solver on any 81 bytes: '1' to '9' are givens, the next six characters are
// invalid digits, all others are empty cells. The naive solver may take forever on nearly empty grids. There Count
// must agree with the transposed grid.
func FuzzCount(f *testing.F) {
	for _, line := range strings.Fields(cases) {
		f.Add(line[:81])
	}
	f.Add(strings.Repeat("0", 81))
	f.Add(strings.Repeat(":", 81))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) != setdoku.CellCount {
			return
		}
		var d setdoku.Grid
		givens, odd := 0, false
		for i := range d {
			if v := text[i] - '0'; v < 16 {
				d[i] = v
				odd = odd || v > 9
				if v > 0 {
					givens++
				}
			}
		}
		if odd {
			if got := counted(t, d, 10); got != 0 {
				t.Errorf("%v: %d solutions, want none", d, got)
			}
			return
		}
		var transposed setdoku.Grid
		for i, v := range d {
			transposed[i%9*9+i/9] = v
		}
		want := counted(t, transposed, 5)
		if givens >= 22 {
			want, _ = brute.Count(d, 5)
		}
		if got := counted(t, d, 5); got != want {
			t.Errorf("%s: %d solutions, want %d", d, got, want)
		}
		checkSolve(t, d, min(want, 2))
	})
}
