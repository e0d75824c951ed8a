package solver_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"setdoku/internal/pgtest"
	"setdoku/store"
)

// The tests of conformance do the same on every database and demand the same of all: rows, names
// and types of columns, words of what is refused.

// conforming are the databases, each with the way to the target of a new one, which goes with
// the test. The first is what the others are held against.
var conforming = []struct {
	name   string
	target func(testing.TB) string
}{
	{"SQLite", func(t testing.TB) string { return filepath.Join(t.TempDir(), "test.db") }},
	{"PostgreSQL", pgtest.Database},
}

// newServerDB creates a database on the server that goes with the test, with fewer parts than
// usual: that makes no difference to the rows.
func newServerDB(t testing.TB) *store.DB {
	t.Helper()
	return openDB(t, pgtest.Database(t), 3)
}

// openDB opens a database, a new one on a server with so many parts, 0 being as many as usual.
// The test closes it at its end.
func openDB(t testing.TB, target string, parts int) *store.DB {
	t.Helper()
	db, err := store.Open(store.WithPartitions(t.Context(), parts), target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// onEach does the same on a new database of each kind and reports what comes out differently. It
// returns the databases.
func onEach[T any](t *testing.T, do func(*testing.T, *store.DB) T) []*store.DB {
	t.Helper()
	list := make([]*store.DB, len(conforming))
	for i, c := range conforming {
		list[i] = openDB(t, c.target(t), 3)
	}
	sameAnswers(t, list, do)
	return list
}

// sameAnswers does the same on databases of each kind and reports what comes out differently.
func sameAnswers[T any](t *testing.T, databases []*store.DB, do func(*testing.T, *store.DB) T) {
	t.Helper()
	var want T
	for i, db := range databases {
		got := do(t, db)
		if i == 0 {
			want = got
		} else if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s and %s differ (-%[1]s +%[2]s):\n%.3000[3]s", conforming[0].name, conforming[i].name, diff)
		}
	}
}

// unchecked executes a statement while the triggers are away that check what is written by hand, and returns the number of
// rows that it changed.
func unchecked(t *testing.T, db *store.DB, statement string) (rows int64) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.Atomically(t.Context(), func() error {
		return conn.Bulk(t.Context(), func() error {
			result, err := conn.ExecContext(t.Context(), statement)
			if err == nil {
				rows, err = result.RowsAffected()
			}
			return err
		})
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

// sameContents reports tables and views of the databases whose rows differ.
func sameContents(t *testing.T, databases []*store.DB) {
	t.Helper()
	want := contents(t, databases[0])
	for i, db := range databases[1:] {
		got := contents(t, db)
		if diff := gocmp.Diff(tables(t, databases[0]), tables(t, db)); diff != "" {
			t.Errorf("%s has other tables and views than %s:\n%s", conforming[i+1].name, conforming[0].name, diff)
		}
		for table := range want {
			sameRows(t, table, got[table], want[table])
		}
	}
}

// sameRows reports the first rows in which two lists differ.
func sameRows(t *testing.T, table string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		if at(got, i) != at(want, i) {
			t.Errorf("%s: %d rows, want %d; first\n%s, want\n%s", table, len(got)-1, len(want)-1, at(got, i), at(want, i))
			return
		}
	}
}

// tables lists the tables and views of a database, less those that it keeps for itself.
func tables(t testing.TB, db *store.DB) (list []string) {
	t.Helper()
	query := `SELECT name FROM sqlite_master
		WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version' ORDER BY name`
	if db.Dialect() == store.Postgres {
		query = `SELECT relname FROM pg_class
			WHERE relnamespace = CAST(CURRENT_SCHEMA() AS REGNAMESPACE) AND relkind IN ('r', 'p', 'v') AND NOT relispartition
				AND relname NOT IN ('setdoku_version', 'puzzle_key')
			ORDER BY CAST(relname AS TEXT)`
	}
	if err := db.SelectContext(t.Context(), &list, query); err != nil {
		t.Fatal(err)
	}
	if len(list) < 30 {
		t.Fatalf("tables and views are %v, want some more", list)
	}
	return list
}

// contents returns all rows of every table and view, for each its columns and then its rows,
// sorted. Of a run it leaves out the times, and of the views that tell every step anew, most puzzles.
func contents(t testing.TB, db *store.DB) map[string][]string {
	t.Helper()
	queries := map[string]string{
		"run": `SELECT run_id, CASE WHEN finished_at IS NULL THEN 1 ELSE 0 END AS unfinished, engine, audit, selection, options,
			version FROM run`,
	}
	for _, view := range []string{"candidate_at", "board_at", "grid_at"} {
		queries[view] = `SELECT * FROM ` + view + ` WHERE puzzle_id % 20 = 1`
	}
	out := map[string][]string{}
	for _, table := range tables(t, db) {
		out[table] = sortedAnswer(t, db, cmp.Or(queries[table], `SELECT * FROM `+table))
	}
	return out
}

// sortedAnswer returns the names of the columns of a query, and its rows, sorted.
func sortedAnswer(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	list := answer(t, db, query)
	slices.Sort(list[1:])
	return list
}

// answer returns the names of the columns of a query, and its rows as they come. A row is
// written so that numbers and texts differ.
func answer(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryxContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	list := []string{fmt.Sprint(columns)}
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}
