package forcing_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/forcing"
)

// TestDepthIsThatOfSlowTrialAndError compares Depth with a slow reading of the definition, on generated puzzles and on
// every 40th of the hardest.
func TestDepthIsThatOfSlowTrialAndError(t *testing.T) {
	rng := gridtest.New(51)
	var puzzles []setdoku.Grid
	for range 150 {
		puzzles = append(puzzles, gridtest.Minimal(rng))
	}
	counts := map[int]int{}
	for i := range puzzles {
		want := newNaive(&puzzles[i]).depth(2)
		got, ok := forcing.Depth(t.Context(), setdoku.State{Givens: puzzles[i]})
		if !ok || got != want {
			t.Errorf("%s: depth %d, %t, want %d", puzzles[i], got, ok, want)
		}
		counts[got]++
	}
	if counts[0] < 10 || counts[1] < 10 {
		t.Errorf("depths %v", counts)
	}
	for i, g := range gridtest.List(t, "forum_hardest_1106", 0) {
		if i%40 != 0 {
			continue
		}
		if got, ok := forcing.Depth(t.Context(), setdoku.State{Givens: g}); !ok || got != newNaive(&g).depth(2) {
			t.Errorf("%s: depth %d, %t", g, got, ok)
		}
	}
}

// known are published puzzles by depth. In Berthier's classification the hardest of 2012 and before are in T&E(2), and
// Loki, by mith in 2020, was among the first in T&E(3).
var known = []struct {
	name, givens string
	depth        int
}{
	{"17 clues", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 0},
	{"Norvig's hard one", "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 1},
	{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 2},
	{"Inkala's of 2012", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 2},
	{"Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 2},
	{"Loki", "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..", 3},
}

func TestDepthOfKnownPuzzles(t *testing.T) {
	for _, k := range known {
		g, err := setdoku.ParseGrid(k.givens)
		gridtest.Must(t, err)
		if got, ok := forcing.Depth(t.Context(), setdoku.State{Givens: g}); !ok || got != k.depth {
			t.Errorf("%s: depth %d, %t, want %d", k.name, got, ok, k.depth)
		}
		if k.depth == 2 {
			if got := newNaive(&g).depth(2); got != 2 {
				t.Errorf("%s: depth %d by slow trial and error", k.name, got)
			}
		}
	}
}

func TestDepthOfWhatIsNoPuzzle(t *testing.T) {
	twice := setdoku.Grid{1, 1}
	rng := gridtest.New(52)
	for _, g := range []setdoku.Grid{{}, twice, gridtest.Several(rng), gridtest.Contradictory(rng)} {
		if got, ok := forcing.Depth(t.Context(), setdoku.State{Givens: g}); ok {
			t.Errorf("%s: depth %d", g, got)
		}
	}
}
