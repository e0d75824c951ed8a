package verify

import (
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/solver/solutions"
	"setdoku/solver/trial"
)

// TestTrialDepthAgrees compares the trial depth that verify computes with that of package trial, which fills the column.
func TestTrialDepthAgrees(t *testing.T) {
	rng := gridtest.New(61)
	puzzles := []setdoku.Grid{gridtest.Solution(rng)}
	for range 300 {
		puzzles = append(puzzles, gridtest.Minimal(rng))
	}
	for _, text := range []string{
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
		"57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
	} {
		g, err := setdoku.ParseGrid(text)
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, g)
	}
	seen := map[int]int{}
	for _, p := range puzzles {
		solution, n := solutions.Solve(p)
		if n != 1 {
			t.Fatalf("%s has %d solutions", p, n)
		}
		want, ok := trial.Depth(p)
		got, solved := trialDepth(&p, &solution)
		if got != want || solved != ok {
			t.Errorf("%s: depth %d, %t, want %d, %t", p, got, solved, want, ok)
		}
		seen[got]++
	}
	for depth := range deepest + 1 {
		if seen[depth] == 0 {
			t.Errorf("no puzzle has depth %d: %v", depth, seen)
		}
	}
}

func TestTamperingDepth(t *testing.T) {
	run := setdoku.Run{ID: 5, Techniques: names(everything), Audit: setdoku.AuditFull}
	c := mustNew(t, run)
	_, solved := pick(t, c, run, "is solved at depth 1", func(r *setdoku.Record) bool { return r.Depth != nil && *r.Depth == 1 })
	runTamperings(t, c, solved, []tampering{
		{"less", func(r *setdoku.Record) { r.Depth = new(int) }, "puzzle"},
		{"more", func(r *setdoku.Record) { r.Depth = new(int); *r.Depth = 2 }, "puzzle"},
		{"gone", func(r *setdoku.Record) { r.Depth = nil }, "puzzle"},
	})
	_, stuck := pick(t, c, run, "is stuck", func(r *setdoku.Record) bool { return r.Status == setdoku.StatusStuck })
	runTamperings(t, c, stuck, []tampering{
		{"of what is not solved", func(r *setdoku.Record) { r.Depth = new(int) }, "puzzle"},
	})
}

// measure sets the depth of a record that a test has put together.
func measure(t *testing.T, r *setdoku.Record) {
	t.Helper()
	givens, err := setdoku.ParseLine(r.Givens)
	if err != nil {
		t.Fatal(err)
	}
	r.Depth = nil
	if depth, ok := trial.Depth(givens); ok && r.Status == setdoku.StatusSolved {
		r.Depth = &depth
	}
}
