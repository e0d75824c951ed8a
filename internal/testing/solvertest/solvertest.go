// Package solvertest has what the tests of several packages of the solver share: puzzles, runs that solve them in a
// database, and comparisons of the rows that the runs leave.
package solvertest

import (
	"cmp"
	"slices"
	"sync"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Basics are the families up to jellyfish. They leave some puzzles stuck and are fast, so they are enough for most
// tests of the driver.
var Basics = []string{"singles", "intersections", "subsets", "basic_fish"}

// LastBasicTier is the tier of jellyfish.
const LastBasicTier = 160

// Catalogue returns the techniques that a new database has.
func Catalogue(t testing.TB) catalogue.Catalogue {
	t.Helper()
	c, err := builtIn()
	gridtest.Must(t, err)
	return slices.Clone(c)
}

var builtIn = sync.OnceValues(func() (catalogue.Catalogue, error) { return catalogue.BuiltIn() })

// Options returns the options of a run with the techniques and families named, or with Basics when none is named.
func Options(t testing.TB, names ...string) memory.Options {
	t.Helper()
	return Select(t, names, nil)
}

// Select returns the options of a run with the techniques and families of only, or Basics when only is empty, less
// those of without.
func Select(t testing.TB, only, without []string) memory.Options {
	t.Helper()
	if len(only) == 0 {
		only = Basics
	}
	list, err := Catalogue(t).Select(only, without)
	gridtest.Must(t, err)
	return memory.Options{Techniques: list}
}

// NewBatch begins a run, by statements unless opts names an engine, which is closed when the test ends.
func NewBatch(t testing.TB, db *store.DB, opts memory.Options) *batch.Batch {
	t.Helper()
	opts.Engine = cmp.Or(opts.Engine, catalogue.EngineSQL)
	b, err := batch.NewBatch(t.Context(), db, opts, record.Run{})
	gridtest.Must(t, err)
	t.Cleanup(func() {
		if err := b.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return b
}

// Solve solves puzzles in chunks of a size, all in the run of b, and returns their results.
func Solve(t testing.TB, b *batch.Batch, puzzles []format.Puzzle, size int) (results []*record.Puzzle) {
	t.Helper()
	for chunk := range slices.Chunk(puzzles, size) {
		list, err := b.Solve(t.Context(), chunk)
		gridtest.Must(t, err)
		results = append(results, list...)
	}
	return results
}

// SolveStored solves the puzzles of the database that wait for the run and returns how many there were.
func SolveStored(t testing.TB, b *batch.Batch) (n int) {
	t.Helper()
	gridtest.Must(t, b.SolveStored(t.Context(), func(list []*record.Puzzle) error {
		n += len(list)
		return nil
	}))
	return n
}

// Run solves puzzles in chunks of 40, by statements unless opts names an engine, and returns the results. again says
// that puzzles that are finished in the database are solved anew.
func Run(t testing.TB, db *store.DB, puzzles []format.Puzzle, again bool, opts memory.Options) []*record.Puzzle {
	t.Helper()
	opts.Engine = cmp.Or(opts.Engine, catalogue.EngineSQL)
	b, err := batch.NewBatch(t.Context(), db, opts, record.Run{Version: "test"})
	gridtest.Must(t, err)
	if again {
		b.From = store.Restart
	}
	results := Solve(t, b, puzzles, 40)
	gridtest.Must(t, b.Close(t.Context()))
	return results
}

// Import adds puzzles to a database and does not solve them. The database must not have any of them.
func Import(t testing.TB, db *store.DB, puzzles []format.Puzzle) {
	t.Helper()
	imp, err := batch.NewImporter(t.Context(), db)
	gridtest.Must(t, err)
	done, err := imp.Add(t.Context(), puzzles)
	if err != nil || done.Added != len(puzzles) {
		t.Errorf("Add = %d, %v, want %d", done.Added, err, len(puzzles))
	}
	if err := imp.Close(); err != nil {
		t.Error(err)
	}
}
