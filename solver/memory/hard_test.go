package memory_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/gridtest"
	"setdoku/solver/memory"
)

// withSearch is the catalogue followed by forcing and search.
var withSearch = append(catalogue[:len(catalogue):len(catalogue)],
	named("forcing", "forcing", 1), named("search", "search", 1))

// TestSearchLeavesNothingStuck solves puzzles with one, several and no solutions.
func TestSearchLeavesNothingStuck(t *testing.T) {
	l, err := memory.NewLogic(withSearch, false)
	if err != nil {
		t.Fatal(err)
	}
	l.Explain = true
	rng := gridtest.New(45)
	statuses := map[string]int{}
	used := map[string]int{}
	for i := range 300 {
		p := gridtest.Minimal(rng)
		switch i % 3 {
		case 1:
			p = gridtest.Several(rng)
		case 2:
			p = gridtest.Contradictory(rng)
		}
		n, solution := brute.Count(p, 2)
		o := l.Solve(&memory.Start{Digits: p})
		statuses[o.Status]++
		want := []string{setdoku.StatusInvalid, setdoku.StatusSolved, setdoku.StatusMultiple}[n]
		if o.Status != want {
			t.Fatalf("%s: status %s, want %s", p, o.Status, want)
		}
		if n == 1 && o.Digits != solution {
			t.Fatalf("%s: %s, want %s", p, o.Digits, solution)
		}
		for _, s := range o.StepRows {
			used[s.Rule]++
		}
		solved := 0
		for _, b := range o.Branches {
			if b.Outcome == setdoku.BranchSolved {
				solved++
			}
		}
		if len(o.Branches) > 0 && solved != n {
			t.Fatalf("%s: %d branches are solved, want %d", p, solved, n)
		}
	}
	t.Log(statuses, used)
	if used["forcing"] < 10 || used["search"] < 10 {
		t.Errorf("forcing was used %d times and search %d, want 10 at least", used["forcing"], used["search"])
	}
}

func BenchmarkForcing(b *testing.B) {
	l, err := memory.NewLogic(withSearch, false)
	if err != nil {
		b.Fatal(err)
	}
	l.Explain = true
	rng := gridtest.New(46)
	var starts []*memory.Start
	for len(starts) < 20 {
		s := &memory.Start{Digits: gridtest.Minimal(rng)}
		for _, step := range l.Solve(s).StepRows {
			if step.Rule == "forcing" {
				starts = append(starts, s)
				break
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range starts {
			l.Solve(s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(starts)), "us/puzzle")
}
