package bench

import (
	"context"
	"path/filepath"
	"testing"

	"setdoku"
	"setdoku/internal/canned"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/rusage"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// collection makes a database of solved puzzles: half of them minimal, half with 32 clues.
func collection(t testing.TB, puzzles int) string {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "collection.db")
	db, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	b, err := batch.NewBatch(ctx, db, driver.Options{Engine: driver.EngineAuto, Techniques: all, Audit: setdoku.AuditFull, Jobs: 1}, store.Run{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(16)
	var list []format.Puzzle
	for i := range puzzles {
		p := format.Puzzle{File: "made", Line: i + 1}
		if p.State.Givens = gridtest.Minimal(rng); i%2 == 0 {
			p.State.Givens = gridtest.WithClues(rng, 32)
		}
		list = append(list, p)
	}
	if err := solveAll(ctx, b, list); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestQueriesMeasuresEach runs every named query on a small collection. None may come near its limit there.
func TestQueriesMeasuresEach(t *testing.T) {
	measures, err := Queries(t.Context(), collection(t, 20))
	if err != nil {
		t.Fatal(err)
	}
	list, err := canned.List()
	if err != nil {
		t.Fatal(err)
	}
	if len(measures) != len(list) {
		t.Fatalf("%d measures of %d queries", len(measures), len(list))
	}
	for i, m := range measures {
		if m.Name != list[i].Name || m.Value > ms(QueryLimit)/4 {
			t.Errorf("%s: %.1f ms for 20 puzzles, want the measure of %s", m.Name, m.Value, list[i].Name)
		}
	}
}

// BenchmarkNamedQueries measures each named query on a collection of 500 puzzles, and gives its CPU time for 100,000 puzzles
// if it grows with their number.
func BenchmarkNamedQueries(b *testing.B) {
	const puzzles = 500
	path := collection(b, puzzles)
	db, err := store.OpenReadOnly(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	list, err := canned.List()
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range list {
		b.Run(q.Name, func(b *testing.B) {
			values, err := q.Values(nil)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := readAll(b.Context(), db, q.SQL(), values); err != nil {
				b.Fatal(err)
			}
			began := rusage.CPUTime()
			for b.Loop() {
				if _, err := readAll(b.Context(), db, q.SQL(), values); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(ms(rusage.CPUTime()-began)/float64(b.N)*100000/puzzles, "cpu-ms/100k-puzzles")
		})
	}
}
