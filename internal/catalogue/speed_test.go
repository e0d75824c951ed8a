package catalogue_test

import (
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/store"
)

// BenchmarkQueries measures each named query on a collection of 500 puzzles, half of them minimal, half with 32 clues.
// It gives the CPU time for 100,000 puzzles, if that grows with their number. It is to stay below 2 s.
func BenchmarkQueries(b *testing.B) {
	const puzzles = 500
	rng := gridtest.New(16)
	var list []format.Puzzle
	for range puzzles / 2 {
		list = append(list, solvertest.Givens(gridtest.Minimal(rng), gridtest.WithClues(rng, 32))...)
	}
	db := dbtest.Open(b)
	opts := memory.Options{Engine: catalogue.EngineAuto, Jobs: 1, Techniques: solvertest.Catalogue(b)}
	solvertest.Solve(b, solvertest.NewBatch(b, db, opts), list, memory.ChunkSize)
	queries, err := catalogue.Queries()
	gridtest.Must(b, err)
	for _, q := range queries {
		b.Run(q.Name, func(b *testing.B) {
			values, err := q.Values(nil)
			gridtest.Must(b, err)
			began := gridtest.CPUTime()
			for b.Loop() {
				rows, err := db.Query(b.Context(), q.SQL(), store.Typed(values))
				gridtest.Must(b, err)
				for row := []any{}; row != nil; {
					if row, err = rows.Next(); err != nil {
						b.Fatal(err)
					}
				}
				gridtest.Must(b, rows.Close())
			}
			b.ReportMetric(1000*(gridtest.CPUTime()-began).Seconds()/float64(b.N)*100000/puzzles, "cpu-ms/100k-puzzles")
		})
	}
}
