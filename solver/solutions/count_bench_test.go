package solutions

import (
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
)

// BenchmarkCount counts up to 2 solutions of one puzzle in each iteration: of random kinds of puzzles and, if they
// exist, of the shared lists.
func BenchmarkCount(b *testing.B) {
	for k, source := range sources {
		rng := gridtest.New(uint64(k))
		puzzles := make([]setdoku.Grid, 200)
		for i := range puzzles {
			puzzles[i] = source.make(rng)
		}
		b.Run(source.name, func(b *testing.B) { benchmarkCount(b, puzzles) })
	}
	dir, err := gridtest.FindShared()
	if err != nil {
		return
	}
	for _, l := range lists {
		puzzles := list(b, dir, l.name)
		b.Run(l.name, func(b *testing.B) { benchmarkCount(b, puzzles) })
	}
}

func benchmarkCount(b *testing.B, puzzles []setdoku.Grid) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		Count(puzzles[i], 2)
		if i++; i == len(puzzles) {
			i = 0
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
