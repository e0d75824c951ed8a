package solver_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/driver"
	"setdoku/store"
)

// mixedList is a list with puzzles that end in every way, with pencil marks, and with some that
// come again, in the same chunk and in a later one.
func mixedList(t *testing.T) []format.Puzzle {
	t.Helper()
	p := newPool()
	list := slices.Concat(samplePuzzles(t)[:10], givens(p.several[:2]...), givens(p.none[:9]...), givens(p.unique[32:]...), sharedPuzzles(t, 1))
	gridtest.New(71).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return slices.Concat(list[:20], list[15:18], list[20:], list[:3])
}

// solved solves puzzles in chunks that make several, as one run, and returns the results.
func solved(t *testing.T, db *store.DB, puzzles []format.Puzzle, again bool, opts driver.Options) []store.Result {
	t.Helper()
	b, err := batch.NewBatch(t.Context(), db, opts, store.Run{Engine: "sql", Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	b.Again = again
	results := solve(t, b, puzzles, 40)
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return results
}

// choice is the options of a run with some techniques.
func choice(t *testing.T, only, without []string) driver.Options {
	t.Helper()
	if len(only) == 0 {
		only = basics
	}
	list, err := builtInCatalogue(t).Select(only, without)
	if err != nil {
		t.Fatal(err)
	}
	return driver.Options{Techniques: list}
}

// TestConformanceSolve solves a whole list in several ways. The results and all that the
// tables and views say afterwards must be the same.
func TestConformanceSolve(t *testing.T) {
	t.Parallel()
	puzzles := mixedList(t)
	with := func(change func(*driver.Options)) []driver.Options {
		opts := choice(t, nil, nil)
		change(&opts)
		return []driver.Options{opts}
	}
	for _, tt := range []struct {
		name  string
		runs  []driver.Options
		again bool
	}{
		{"audit full", with(func(*driver.Options) {}), false},
		{"audit steps", with(func(o *driver.Options) { o.Audit = setdoku.AuditSteps }), false},
		{"audit none", with(func(o *driver.Options) { o.Audit = setdoku.AuditNone }), false},
		{"stop at first", with(func(o *driver.Options) { o.StopAtFirst = true }), false},
		{"without", []driver.Options{choice(t, nil, []string{"hidden_single", "intersections"})}, false},
		{"stuck under another selection", []driver.Options{choice(t, []string{"singles"}, nil), choice(t, nil, nil)}, false},
		{"again", []driver.Options{choice(t, nil, nil), choice(t, []string{"singles", "intersections", "uniqueness"}, nil)}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			databases := onEach(t, func(t *testing.T, db *store.DB) (results [][]store.Result) {
				for _, opts := range tt.runs {
					results = append(results, solved(t, db, puzzles, tt.again, opts))
				}
				return results
			})
			sameContents(t, databases)
			for _, status := range []string{"solved", "stuck", "invalid"} {
				n := count(t, databases[0], `SELECT COUNT(*) FROM puzzle WHERE status = ?`, status)
				if want := 4; n < want && !tt.runs[0].StopAtFirst {
					t.Errorf("%d puzzles are %s, want %d at least", n, status, want)
				}
			}
		})
	}
}

// TestConformanceImport imports what is not solved yet: the same rows wait.
func TestConformanceImport(t *testing.T) {
	t.Parallel()
	puzzles := distinct(mixedList(t))
	databases := onEach(t, func(t *testing.T, db *store.DB) int {
		importAll(t, db, puzzles[:20])
		importAll(t, db, puzzles[20:])
		return count(t, db, `SELECT COUNT(*) FROM candidate`)
	})
	sameContents(t, databases)
	if n := count(t, databases[0], `SELECT COUNT(*) FROM puzzle WHERE state <> ''`); n < 5 {
		t.Errorf("%d puzzles have pencil marks, want 5 at least", n)
	}
}

// TestConformanceCompany solves the same puzzles on the server in several companies and orders, and
// by a worker: each must be as it is on a file in one chunk with all.
func TestConformanceCompany(t *testing.T) {
	t.Parallel()
	p := newPool()
	puzzles := givens(slices.Concat(p.unique[:12], p.several[:3], p.none[:5])...)
	file := newDB(t)
	solve(t, newBatch(t, file, selected(t, file)), puzzles, len(puzzles))
	want := histories(t, file)

	shuffled := slices.Clone(puzzles)
	gridtest.New(72).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, tt := range []struct {
		name  string
		solve func(*testing.T, *store.DB)
	}{
		{"all in one", func(t *testing.T, db *store.DB) { solve(t, newBatch(t, db, selected(t, db)), puzzles, 50) }},
		{"one by one", func(t *testing.T, db *store.DB) { solve(t, newBatch(t, db, selected(t, db)), puzzles, 1) }},
		{"shuffled in chunks of 7", func(t *testing.T, db *store.DB) { solve(t, newBatch(t, db, selected(t, db)), shuffled, 7) }},
		{"all twice", func(t *testing.T, db *store.DB) {
			solve(t, newBatch(t, db, selected(t, db)), slices.Concat(puzzles, shuffled), 30)
		}},
		{"imported first", func(t *testing.T, db *store.DB) {
			importAll(t, db, shuffled)
			solveStored(t, newBatch(t, db, selected(t, db)))
		}},
		{"by a worker", func(t *testing.T, db *store.DB) {
			importAll(t, db, puzzles)
			w, err := batch.NewWorker(t.Context(), db, selected(t, db), store.Run{Engine: "sql"})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Drain(t.Context()); err != nil {
				t.Error(err)
			}
			if err := w.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db := newServerDB(t)
			tt.solve(t, db)
			compare(t, histories(t, db), want)
		})
	}
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		for i := 0; i < len(puzzles); i += 10 {
			db := newServerDB(t)
			solve(t, newBatch(t, db, selected(t, db)), puzzles[i:i+1], 1)
			id := puzzles[i].State.Givens.String()
			compare(t, histories(t, db), map[string]string{id: want[id]})
		}
	})
}
