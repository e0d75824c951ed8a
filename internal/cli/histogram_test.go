package cli

import (
	"fmt"
	"strings"
	"testing"
)

// TestHistogram groups scores into ranges. Every range must contain exactly the scores within it.
func TestHistogram(t *testing.T) {
	for _, c := range []struct {
		scores      []int
		first, last string
		bars        int
	}{
		{nil, "", "", 0},
		{[]int{4}, "4", "4", 1},
		{[]int{4, 15}, "4", "15", 12},
		{[]int{4, 16}, "4 to 5", "16 to 17", 7},
		{[]int{52, 60, 698}, "0 to 99", "600 to 699", 7},
		{[]int{100, 12_000}, "0 to 1999", "12000 to 13999", 7},
	} {
		var scores []valueCount
		for _, s := range c.scores {
			scores = append(scores, valueCount{Value: s, N: 2})
		}
		bars := histogram(scores)
		if len(bars) != c.bars {
			t.Errorf("%v: %d bars, want %d", c.scores, len(bars), c.bars)
			continue
		}
		if len(bars) > 0 && (bars[0].Label != c.first || bars[len(bars)-1].Label != c.last) {
			t.Errorf("%v: bars from %q to %q, want %q to %q", c.scores, bars[0].Label, bars[len(bars)-1].Label, c.first,
				c.last)
		}
		for _, b := range bars {
			var from, to, want int
			if n, _ := fmt.Sscanf(strings.Replace(b.Label, " to ", " ", 1), "%d %d", &from, &to); n == 1 {
				to = from
			}
			for _, s := range c.scores {
				if s >= from && s <= to {
					want += 2
				}
			}
			if b.Value != want {
				t.Errorf("%v: %s has %d puzzles, want %d", c.scores, b.Label, b.Value, want)
			}
		}
	}
}
