package solutions

import (
	"testing"

	"setdoku"
)

// oddBoard is a jigsaw with diagonals and knight's moves on which no search is known to end.
const oddBoard = "112233333112222334122255334111555664175556644777566444776668884777998888999999988+x+anti-knight"

// TestSearchGivesUp counts on a board whose search does not end, with a bound that is soon reached, and on one that has
// many solutions. The second is counted to its limit, however many forks that takes.
func TestSearchGivesUp(t *testing.T) {
	odd, err := setdoku.ParseVariant(oddBoard)
	if err != nil {
		t.Fatal(err)
	}
	small, err := setdoku.ParseVariant("6x6")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		variant     *setdoku.Variant
		limit, want int
	}{{odd, 2, Unknown}, {small, 100_000, 100_000}} {
		counter := bandCounter{limit: c.limit, last: firstForks}
		counter.countState(&setdoku.State{Variant: c.variant})
		if got := counter.result(); got != c.want || counter.forks > 2*firstForks && got == Unknown {
			t.Errorf("%s: %d solutions after %d forks, want %d", c.variant.Name, got, counter.forks, c.want)
		}
	}
}
