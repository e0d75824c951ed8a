package solver_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// samplePuzzles are the puzzles of testdata/sample.sdm.
func samplePuzzles(t testing.TB) []format.Puzzle {
	t.Helper()
	f, err := os.Open("../testdata/sample.sdm")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []format.Puzzle
	for r := format.NewReader(f, "sample.sdm"); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// solution is the number of solutions of a puzzle up to 2, and the first, by brute force.
func solution(p format.Puzzle) (int, string) {
	n, first := brute.Count(p.State.Givens, 2)
	return n, first.String()
}

// solveAll solves puzzles in a new database that the test closes at its end. Options
// without techniques get the whole catalogue.
func solveAll(t testing.TB, puzzles []format.Puzzle, opts driver.Options) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	solveInto(t, db, puzzles, opts)
	return db
}

// solveInto solves puzzles as one chunk and returns the results.
func solveInto(t testing.TB, db *store.DB, puzzles []format.Puzzle, opts driver.Options) []store.Result {
	t.Helper()
	ctx := context.Background()
	if opts.Techniques == nil {
		var err error
		if opts.Techniques, err = catalogue.BuiltIn(); err == nil {
			opts.Techniques, err = opts.Techniques.Select(basics, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	batch, err := batch.NewBatch(ctx, db, opts, store.Run{Engine: "sql"})
	if err != nil {
		t.Fatal(err)
	}
	results, err := batch.Solve(ctx, puzzles)
	if err := errors.Join(err, batch.Close(ctx)); err != nil {
		t.Fatal(err)
	}
	return results
}

// rows returns the rows of a query as JSON, sorted.
func rows(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	r, err := db.Queryx(query)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list []string
	for r.Next() {
		row, err := r.SliceScan()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}
