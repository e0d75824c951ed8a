package memory_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// withSearch is the catalogue followed by forcing and search.
var withSearch = append(catalogue[:len(catalogue):len(catalogue)],
	named("forcing", "forcing", 1), named("search", "search", 1))

func BenchmarkForcing(b *testing.B) {
	l, err := memory.NewLogic(withSearch, false)
	if err != nil {
		b.Fatal(err)
	}
	l.Explain = true
	rng := gridtest.New(46)
	var starts []*record.Puzzle
	for len(starts) < 20 {
		s := &record.Puzzle{Start: setdoku.State{Givens: gridtest.Minimal(rng)}}
		_ = l.Solve(b.Context(), s)
		for _, step := range s.StepRows {
			if step.Rule == "forcing" {
				starts = append(starts, s)
				break
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range starts {
			_ = l.Solve(b.Context(), s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(starts)), "us/puzzle")
}
