package conformance

import (
	"cmp"
	"maps"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// testDatabase is an open database of a kind.
type testDatabase struct {
	*store.DB
	kind   *Database
	target string // what the database is opened by
}

// open opens a new database of each kind.
func (s suite) open(t *testing.T) (list []*testDatabase) {
	t.Helper()
	for i := range s {
		db, target := s[i].Open(t)
		list = append(list, &testDatabase{db, &s[i], target})
	}
	return list
}

// onEach does the same on a new database of each kind and compares what do returns. It returns the databases.
func onEach[T any](t *testing.T, s suite, do func(*testing.T, *testDatabase) T) []*testDatabase {
	t.Helper()
	list := s.open(t)
	sameAnswers(t, list, do)
	return list
}

// sameAnswers does the same on databases of each kind and fails the test where do returns something else than for the
// first.
func sameAnswers[T any](t *testing.T, databases []*testDatabase, do func(*testing.T, *testDatabase) T) {
	t.Helper()
	var want T
	for i, db := range databases {
		failed := t.Failed()
		got := do(t, db)
		if t.Failed() && !failed {
			t.Logf("it failed on %s", db.kind.Name)
		}
		if i == 0 {
			want = got
		} else if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s and %s differ (-%[1]s +%[2]s):\n%.3000[3]s", databases[0].kind.Name, db.kind.Name, diff)
		}
	}
}

// sameContents fills in the candidates, because some views need them. Then it fails the test where the rows of a table
// or view differ from those of the first database.
func sameContents(t *testing.T, databases []*testDatabase) {
	t.Helper()
	for _, db := range databases {
		dbtest.Fill(t, db.DB)
	}
	if len(databases) == 1 {
		return
	}
	reference := dbtest.Contents(t, databases[0].DB)
	for _, db := range databases[1:] {
		want, got := maps.Clone(reference), dbtest.Contents(t, db.DB)
		puzzles := `SELECT * FROM ` + comparable("puzzle") + ` AS z`
		want["puzzle"], got["puzzle"] = dbtest.SortedAnswer(t, databases[0].DB, puzzles),
			dbtest.SortedAnswer(t, db.DB, puzzles)
		if db.kind.Engine != "" { // a run keeps the name of its engine
			want["run"], got["run"] = runs(t, databases[0]), runs(t, db)
		}
		if diff := gocmp.Diff(dbtest.Tables(t, databases[0].DB), dbtest.Tables(t, db.DB)); diff != "" {
			t.Errorf("%s has other tables and views than %s:\n%s", db.kind.Name, databases[0].kind.Name, diff)
		}
		for table := range want {
			dbtest.SameRows(t, db.kind.Name+", "+table, got[table], want[table])
		}
	}
}

// runs returns the runs without their engines and times.
func runs(t *testing.T, db *testDatabase) []string {
	t.Helper()
	return dbtest.SortedAnswer(t, db.DB, `SELECT run_id, audit, selection, options, version FROM run`)
}

// engine returns the options with the engine of the database where they name none.
func (db *testDatabase) engine(opts memory.Options) memory.Options {
	opts.Engine = cmp.Or(opts.Engine, db.kind.Engine, catalogue.EngineSQL)
	return opts
}

// newBatch is solvertest.NewBatch with the engine of the database.
func newBatch(t *testing.T, db *testDatabase, opts memory.Options) *batch.Batch {
	t.Helper()
	return solvertest.NewBatch(t, db.DB, db.engine(opts))
}

// solved is solvertest.Run with the engine of the database. It leaves out what only the engine in memory has: the path
// and the state at its end. Their rows are compared.
func solved(t *testing.T, db *testDatabase, puzzles []format.Puzzle, again bool, opts memory.Options) []*record.Puzzle {
	t.Helper()
	results := solvertest.Run(t, db.DB, puzzles, again, db.engine(opts))
	for i := range results {
		r := results[i]
		results[i] = &record.Puzzle{PuzzleID: r.PuzzleID, Identity: r.Identity, Rating: r.Rating,
			Solution: r.Solution, Filled: r.Filled, Start: setdoku.State{Variant: r.Start.Variant}}
	}
	return results
}

// verified fails the test unless verify accepts the database.
func verified(t *testing.T, db *testDatabase) {
	t.Helper()
	if text := solvertest.Verified(t, db.DB); text != "" {
		t.Errorf("%s: verify says %q", db.kind.Name, text)
	}
}

// exec runs statements.
func exec(t *testing.T, db *testDatabase, statements ...string) {
	t.Helper()
	for _, s := range statements {
		dbtest.Exec(t, db, s)
	}
}
