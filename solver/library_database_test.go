package solver_test

import (
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/pgtest"
	"setdoku/solver"
	"setdoku/store"
)

// onEachDatabase runs a test on a new SQLite file and on a new PostgreSQL database.
func onEachDatabase(t *testing.T, test func(*testing.T, *solver.Database)) {
	t.Helper()
	for name, target := range map[string]func(testing.TB) string{"SQLite": dbtest.File, "PostgreSQL": pgtest.Database} {
		t.Run(name, func(t *testing.T) {
			db, err := solver.Open(t.Context(), target(t))
			if err != nil {
				t.Fatal(err)
			}
			test(t, db)
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDatabaseGoesOn solves what other techniques left stuck, and nothing twice.
func TestDatabaseGoesOn(t *testing.T) { onEachDatabase(t, databaseGoesOn) }

func databaseGoesOn(t *testing.T, db *solver.Database) {
	puzzles := sampleGrids(t)
	if _, err := db.Add(t.Context(), puzzles...); err != nil {
		t.Fatal(err)
	}
	if n, err := db.Solve(t.Context(), solver.Options{Techniques: []string{"singles"}}); err != nil || n != len(puzzles) {
		t.Errorf("%d puzzles solved, error %v", n, err)
	}
	stuck := countRows(t, db, "puzzle WHERE status = 'stuck'")
	if n, err := db.Solve(t.Context(), solver.Options{}); err != nil || int64(n) != stuck || stuck == 0 {
		t.Errorf("%d puzzles solved of %d that were stuck, error %v", n, stuck, err)
	}
	if n := countRows(t, db, "puzzle WHERE status = 'solved'"); n != int64(len(puzzles)) {
		t.Errorf("%d of %d puzzles are solved", n, len(puzzles))
	}
}

// TestQueryRefuses says why a statement does not run.
func TestQueryRefuses(t *testing.T) { onEachDatabase(t, queryRefuses) }

func queryRefuses(t *testing.T, db *solver.Database) {
	for _, c := range []struct {
		statement string
		values    map[string]string
		want      error // nil for an error of the database
	}{
		{"", nil, store.ErrNoStatement},
		{"SELECT 1; SELECT 2", nil, store.ErrStatements},
		{"DELETE FROM puzzle", nil, store.ErrWrites},
		{"SELECT :a", map[string]string{"b": "1"}, store.ErrParameter},
		{"SELECT no FROM nowhere", nil, nil},
	} {
		if _, err := db.Query(t.Context(), c.statement, c.values); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%q: error %v, want %v", c.statement, err, c.want)
		}
	}
}

// TestOpenRefuses opens no database in a folder that is not there.
func TestOpenRefuses(t *testing.T) {
	if _, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "no folder", "test.db")); err == nil {
		t.Error("a database opens in a folder that is not there")
	}
}

// TestDatabaseAsTechniqueFile names the open database as a technique file. Reading it would drop the locks of SQLite.
func TestDatabaseAsTechniqueFile(t *testing.T) {
	path := dbtest.File(t)
	db, err := solver.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		want := "options: " + path + suffix + " is a file of the database, want a technique file"
		if _, err := db.Solve(t.Context(), solver.Options{Files: []string{path + suffix}}); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestConcurrent calls the functions of the package from several goroutines, all on one database too.
func TestConcurrent(t *testing.T) { onEachDatabase(t, concurrent) }

func concurrent(t *testing.T, db *solver.Database) {
	puzzles := sampleGrids(t)
	var group sync.WaitGroup
	for part := range slices.Chunk(puzzles, 10) {
		group.Go(func() {
			if _, err := db.Add(t.Context(), part...); err != nil {
				t.Error(err)
			}
			if _, err := db.Solve(t.Context(), solver.Options{}); err != nil {
				t.Error(err)
			}
			countRows(t, db, "step")
			for _, p := range part {
				solution, err := solver.Solve(t.Context(), p, solver.Options{})
				if err != nil || solution.Status != setdoku.StatusSolved {
					t.Errorf("%v: error %v", p, err)
				}
				if _, err := solver.Next(t.Context(), setdoku.State{Givens: p}, solver.Options{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := countRows(t, db, "puzzle WHERE status = 'solved'"); n != int64(len(puzzles)) {
		t.Errorf("%d of %d puzzles are solved", n, len(puzzles))
	}
}

// countRows returns the number of rows of a table, or of a table and a condition.
func countRows(t *testing.T, db *solver.Database, from string) (n int64) {
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
