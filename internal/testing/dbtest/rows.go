package dbtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// Count returns the number that a query asks for.
func Count(t testing.TB, db *store.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.GetContext(t.Context(), &n, query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// Answer returns the names of the columns of a query, and then its rows in their order. A row is
// written as JSON, so that the number 1 and the text '1' differ.
func Answer(t testing.TB, db sqlx.QueryerContext, query string) []string {
	t.Helper()
	rows, err := db.QueryxContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	gridtest.Must(t, err)
	list := []string{fmt.Sprint(columns)}
	for rows.Next() {
		row, err := rows.SliceScan()
		gridtest.Must(t, err)
		text, err := json.Marshal(row)
		gridtest.Must(t, err)
		list = append(list, string(text))
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}

// SortedAnswer is Answer with sorted rows.
func SortedAnswer(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	list := Answer(t, db, query)
	slices.Sort(list[1:])
	return list
}

// Rows returns the rows of SortedAnswer without the names of the columns.
func Rows(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	return SortedAnswer(t, db, query)[1:]
}

// Tables lists the tables and views of a database. It leaves out those that the database engine and the migrations keep
// for themselves.
func Tables(t testing.TB, db *store.DB) (list []string) {
	t.Helper()
	query := `SELECT name FROM sqlite_master
		WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version' ORDER BY name`
	if !db.InProcess() {
		query = `SELECT relname FROM pg_class
			WHERE relnamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
				AND relkind IN ('r', 'p', 'v') AND NOT relispartition
				AND relname NOT IN ('setdoku_version', 'puzzle_key')
				AND oid NOT IN (SELECT d.objid FROM pg_depend AS d WHERE d.deptype = 'e') -- views of Citus
			ORDER BY CAST(relname AS TEXT)`
	}
	gridtest.Must(t, db.SelectContext(t.Context(), &list, query))
	if len(list) < 30 {
		t.Fatalf("tables and views are %v, want some more", list)
	}
	return list
}

// SetViews have a row for every candidate of every almost locked set. For a hundred puzzles they take minutes.
var SetViews = []string{"als_digit", "als_place"}

// Searches reports whether a view runs a technique file when it is read. All of them take a second for a few puzzles.
func Searches(view string) bool { return strings.HasPrefix(view, "found_") }

// Contents returns the SortedAnswer of every table and view but SetViews and those that search. It leaves out times and
// makers, and most puzzles of the views that have a row for every candidate or cell after every step.
func Contents(t testing.TB, db *store.DB) map[string][]string {
	t.Helper()
	queries := map[string]string{
		"run": `SELECT run_id, CASE WHEN finished_at IS NULL THEN 1 ELSE 0 END AS unwritten, engine, audit, selection,
				options,
			version FROM run`,
		"maker": `SELECT COUNT(*) AS rows FROM maker`,
		"step": `SELECT puzzle_id, step, rule, placements, eliminations, run_id,
				CASE WHEN made_at IS NULL THEN 0 ELSE 1 END AS by_hand
			FROM step`,
	}
	for _, view := range []string{"candidate_at", "board_at", "grid_at"} {
		queries[view] = `SELECT * FROM ` + view + ` WHERE puzzle_id % 20 = 1`
	}
	tables := Tables(t, db) // first, as a file may have no second connection
	conn, err := db.Connx(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	if !db.InProcess() {
		// As sql/README.md advises. A view of almost locked sets takes minutes by nested loops.
		// Citus sends to its nodes what SET LOCAL sets. Other servers ignore its setting.
		set(t, conn, `SET citus.propagate_set_commands = 'local'`, `BEGIN`, `SET LOCAL enable_nestloop = off`,
			`SET LOCAL jit = off`)
		defer set(t, conn, `ROLLBACK`, `RESET citus.propagate_set_commands`)
	}
	out := map[string][]string{}
	for _, table := range tables {
		if Searches(table) || slices.Contains(SetViews, table) {
			continue
		}
		list := Answer(t, conn, cmp.Or(queries[table], `SELECT * FROM `+table))
		slices.Sort(list[1:])
		out[table] = list
	}
	return out
}

// set executes statements on a connection.
func set(t testing.TB, conn *sqlx.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// SameRows fails the test with the first rows in which two answers for a table differ.
func SameRows(t testing.TB, table string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		if a, b := At(got, i), At(want, i); a != b {
			t.Errorf("%s: %d rows, want %d; first\n%s, want\n%s", table, len(got)-1, len(want)-1, a, b)
			return
		}
	}
}

// At returns a line of a list, or words that say that the list is shorter.
func At(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "no more rows"
}

// Texts returns the only column of a query as texts, in the order of its rows.
func Texts(t testing.TB, db *store.DB, query string, args ...any) (list []string) {
	t.Helper()
	if err := db.SelectContext(t.Context(), &list, query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}
