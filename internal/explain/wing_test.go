package explain

import (
	"slices"
	"testing"

	"setdoku/internal/explain/pattern"
)

// TestWing compares the names of chains with three strong links, in both directions. Two nodes in a row are in one cell
// or have one digit.
func TestWing(t *testing.T) {
	type nodes = []pattern.Node
	at := func(digit uint8, cell int) pattern.Node { return pattern.Node{Digit: digit, Cells: []int{cell}} }
	for _, tt := range []struct {
		nodes nodes
		want  string
	}{
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(2, 30), at(1, 30)}, "a W-Wing"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(1, 12), at(1, 30)}, "an M-Wing"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(3, 12), at(3, 30)}, "a Hybrid Wing (H-Wing)"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(3, 9), at(3, 12), at(3, 30)}, "a Hybrid Wing (H-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(1, 8), at(2, 8), at(2, 9), at(2, 30)}, "a Split Wing (S-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(2, 5), at(2, 8), at(3, 8), at(3, 30)}, "a Local Wing (L-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(1, 8), at(1, 9), at(1, 12), at(1, 30)}, ""},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(3, 9), at(3, 12), at(1, 12)}, ""},
		{nodes{at(1, 0), at(1, 5), at(2, 5), at(2, 8)}, ""},
	} {
		for range 2 {
			c := pattern.Chain{Nodes: tt.nodes, Links: make([]pattern.Link, len(tt.nodes)-1)}
			if got := wing(&c); got != tt.want {
				t.Errorf("%v is called %q, want %q", tt.nodes, got, tt.want)
			}
			slices.Reverse(tt.nodes)
		}
	}
}
