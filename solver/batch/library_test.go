package batch_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/store"
)

// onEachDatabase runs a test on a new SQLite file and on a new PostgreSQL database.
func onEachDatabase(t *testing.T, test func(*testing.T, *store.DB)) {
	t.Helper()
	for name, target := range map[string]func(testing.TB) string{"SQLite": dbtest.File, "PostgreSQL": func(t testing.TB) string { return dbtest.Server(t, 2) }} {
		t.Run(name, func(t *testing.T) {
			db, err := store.Create(t.Context(), target(t))
			gridtest.Must(t, err)
			test(t, db)
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// toAdd returns the puzzles for Add.
func toAdd(states []setdoku.State) (puzzles []batch.Puzzle) {
	for _, s := range states {
		puzzles = append(puzzles, batch.Puzzle{State: s})
	}
	return puzzles
}

// TestPuzzles adds puzzles with names, sources and tags, solves them with audit steps by statements, and deletes them.
func TestPuzzles(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db *store.DB) {
		small, err := setdoku.ParseVariant("6x6")
		gridtest.Must(t, err)
		var list []batch.Puzzle
		for i, text := range []string{puzzle, "3..5...5.1....2...4....3..1..6......", xyWing} {
			board := (*setdoku.Variant)(nil)
			if i == 1 {
				board = small
			}
			state, err := solver.ParseState(text, board)
			gridtest.Must(t, err)
			list = append(list, batch.Puzzle{State: state, Name: fmt.Sprint("No. ", i+1), Source: "a book",
				Tags: []string{"book", fmt.Sprint("chapter ", i)}})
		}
		ids, err := batch.Add(t.Context(), db, list...)
		gridtest.Must(t, err)
		rows := func(want int64, from string) {
			t.Helper()
			if n := countRows(t, db, from); n != want {
				t.Errorf("%d rows of %s, want %d", n, from, want)
			}
		}
		rows(1, "puzzle WHERE name = 'No. 2' AND source = 'a book' AND variant = '6x6'")
		rows(6, "puzzle_tag")
		var seen []int
		o := solver.Options{Engine: "sql", Audit: setdoku.AuditSteps}
		progress := func(puzzles int) { seen = append(seen, puzzles) }
		if n, err := batch.Solve(t.Context(), db, o, progress); n != 3 || err != nil {
			t.Errorf("%d puzzles solved, error %v", n, err)
		}
		if len(seen) == 0 || seen[len(seen)-1] != 3 {
			t.Errorf("progress %v, want 3 at the end", seen)
		}
		rows(1, "run WHERE engine = 'sql' AND audit = 'steps'")
		rows(0, "step_evidence")
		if err := db.Delete(t.Context(), ids[0], 999); !errors.Is(err, store.ErrNoPuzzle) {
			t.Errorf("delete of a puzzle that does not exist: error %v", err)
		}
		rows(3, "puzzle")
		if err := db.Delete(t.Context(), ids[0], ids[2]); err != nil {
			t.Error(err)
		}
		rows(1, "puzzle")
		rows(2, "puzzle_tag")
	})
}

// TestDatabaseAsTechniqueFile names a database as a technique file. Reading it would drop the locks of SQLite.
func TestDatabaseAsTechniqueFile(t *testing.T) {
	path := dbtest.File(t)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		want := "technique file " + path + suffix + ": expected a name that ends in .sql"
		if _, err := batch.ReadTechniques(t.Context(), path+suffix); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestConcurrent calls the functions of the package from several goroutines, all on one database too.
func TestConcurrent(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db *store.DB) {
		puzzles := sampleGrids(t)
		var group sync.WaitGroup
		for part := range slices.Chunk(puzzles, 10) {
			group.Go(func() {
				if _, err := batch.Add(t.Context(), db, toAdd(part)...); err != nil {
					t.Error(err)
				}
				if _, err := batch.Solve(t.Context(), db, solver.Options{}, nil); err != nil {
					t.Error(err)
				}
				countRows(t, db, "step")
				for _, p := range part {
					solution, err := solver.Solve(t.Context(), p, solver.Options{})
					if err != nil || solution.Status != setdoku.StatusSolved {
						t.Errorf("%v: error %v", p, err)
					}
					if _, err := solver.Next(t.Context(), p, solver.Options{}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if n := countRows(t, db, "puzzle WHERE status = 'solved'"); n != int64(len(puzzles)) {
			t.Errorf("%d of %d puzzles are solved", n, len(puzzles))
		}
		if n := countRows(t, db, "run WHERE engine <> 'auto'"); n > 0 {
			t.Errorf("%d runs without an engine in the options are not of auto", n)
		}
	})
}

// countRows returns the number of rows of a table, or of a table and a condition.
func countRows(t *testing.T, db *store.DB, from string) (n int64) {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT COUNT(*) AS n FROM "+from, nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	for row, err := range rows.All() {
		if err != nil {
			t.Error(err)
			break
		}
		n = row[0].(int64)
	}
	return n
}

// sampleGrids are the puzzles of testdata/sample.sdm.
func sampleGrids(t *testing.T) (list []setdoku.State) {
	t.Helper()
	for _, p := range solvertest.Sample(t) {
		list = append(list, p.State)
	}
	return list
}

// TestPathsAreSolutions compares the paths of a database, opened to read only, with those of Solve.
func TestPathsAreSolutions(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db *store.DB) {
		puzzles := sampleGrids(t)[:5]
		if _, err := batch.Add(t.Context(), db, toAdd(puzzles)...); err != nil {
			t.Fatal(err)
		}
		if _, err := batch.Solve(t.Context(), db, solver.Options{}, nil); err != nil {
			t.Fatal(err)
		}
		n := 0
		for got, err := range db.Paths(t.Context()) {
			gridtest.Must(t, err)
			want, err := solver.Solve(t.Context(), puzzles[n], solver.Options{})
			gridtest.Must(t, err)
			if diff := cmp.Diff(&store.SolvedPuzzle{PuzzleID: int64(n + 1), Rating: want.Rating, Path: want.Path}, got,
				cmpopts.IgnoreUnexported(setdoku.Path{}),
				cmpopts.IgnoreFields(setdoku.Evidence{}, "Step"), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("puzzle %d (-Solve +Paths):\n%s", got.PuzzleID, diff)
			}
			n++
		}
		gridtest.Equal(t, "paths", n, len(puzzles))
	})
}

// TestParameterTypes asks for values of every type that a parameter can have.
func TestParameterTypes(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db *store.DB) {
		rows, err := db.Query(t.Context(), `
		SELECT CAST(:a AS BIGINT) + 1, CAST(CAST(:b AS FLOAT) * 2 AS BIGINT), CAST(:c AS TEXT),
			COALESCE(CAST(:d AS BIGINT), 7)`, map[string]any{"a": 4, "b": 0.5, "c": "5", "d": nil})
		gridtest.Must(t, err)
		for row, err := range rows.All() {
			if want := []any{int64(5), int64(1), "5", int64(7)}; err != nil || !slices.Equal(row, want) {
				t.Errorf("got %v, want %v, error %v", row, want, err)
			}
		}
		if _, err := db.Query(t.Context(), `SELECT :a`, map[string]any{"a": struct{}{}}); err == nil {
			t.Error("a struct is a value")
		}
	})
}

// TestLoadNames compares the catalogue from the headers with that of a new database.
func TestLoadNames(t *testing.T) {
	want, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	got, err := catalogue.LoadNames(t.Context(), dbtest.Open(t))
	gridtest.Must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
