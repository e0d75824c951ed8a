package clitest

import (
	"database/sql"
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// Refused fails the test unless the program ended with exit code 1, printed want as the only line on standard error,
// and nothing on standard output.
func Refused(t *testing.T, r Result, want string) {
	t.Helper()
	if r.Code != cli.ExitError || r.Stdout != "" {
		t.Errorf("exit code %d, output %q, want 1 and nothing", r.Code, r.Stdout)
	}
	gridtest.Equal(t, "standard error", r.Err(), []string{want})
}

// DamagedDatabase makes a database with rows in each table of puzzles and games, and damages it as dbtest.Damage says.
func DamagedDatabase(t *testing.T, path string) []dbtest.BadRow {
	t.Helper()
	list := WriteLines(t, t.TempDir(), "list.txt", MixedPuzzles(t, 300))
	Call(t.Context(), nil, "solve", list, "--db", path, "--properties", "--technique",
		"singles,intersections,subsets,basic_fish,search")
	Done(t, "needed", path)
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	damaged := dbtest.Damage(t, db)
	gridtest.Must(t, db.Close())
	return damaged
}

// OpenRaw opens a database file as another program would: without the checks of setdoku, and on one connection.
func OpenRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	gridtest.Must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// Execute runs statements on db.
func Execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		dbtest.Exec(t, db, s)
	}
}

// Number returns the number that a query returns.
func Number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// CopyDatabase copies a database file that no process has open, and returns the path of the copy.
func CopyDatabase(t *testing.T, from, to string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	gridtest.Must(t, err)
	gridtest.Must(t, os.WriteFile(to, b, 0o666))
	return to
}

// contents returns the state and audit tables with the columns that must be the same however the puzzles were solved.
// Left out are the numbers of puzzles and runs, and the source of a puzzle.
func contents() map[string]string {
	return map[string]string{
		"puzzle":           `z.status, z.solution, z.level, z.score, z.rounds, z.hardest, z.steps, z.depth, z.name`,
		"cell":             `x.cell, x.digit, x.step, x.rule, x.pattern`,
		"candidate":        `x.cell, x.digit`,
		"puzzle_technique": `x.technique, x.steps, x.deductions`,
		"step_evidence":    `x.step, x.pattern, x.ordinal, x.role, x.cell, x.digit, x.unit_no`,
		"step":             `x.step, x.rule, x.placements, x.eliminations, x.rounds`,
		"elimination":      `x.step, x.cell, x.digit, x.rule, x.pattern`,
		"contradiction":    `x.step, x.kind, x.cell, x.unit_type, x.unit, x.digit`,
	}
}

// Dump returns the rows of each table of contents, sorted. Each row begins with its puzzle.
func Dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	db := OpenRaw(t, path)
	defer db.Close()
	return DumpOf(t, db)
}

// DumpOf is Dump for an open database.
func DumpOf(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	tables := make(map[string][]string)
	for table, columns := range contents() {
		query := `SELECT z.givens || ' ' || z.state, ` + columns + ` FROM puzzle AS z`
		if table != "puzzle" {
			query += ` INNER JOIN ` + table + ` AS x ON x.puzzle_id = z.puzzle_id`
		}
		tables[table] = QueryRows(t, db, query)
	}
	return tables
}

// QueryRows returns the rows of a query as text, sorted.
func QueryRows(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	gridtest.Must(t, err)
	values := make([]sql.NullString, len(columns))
	into := make([]any, len(columns))
	for i := range into {
		into[i] = &values[i]
	}
	var list []string
	for rows.Next() {
		gridtest.Must(t, rows.Scan(into...))
		row := ""
		for _, v := range values {
			if !v.Valid {
				v.String = "NULL"
			}
			row += v.String + "\t"
		}
		list = append(list, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(list)
	return list
}

// SameContents fails the test when two dumps differ.
func SameContents(t *testing.T, got, want map[string][]string) {
	t.Helper()
	for table, rows := range want {
		gridtest.Equal(t, "table "+table, got[table], rows)
	}
}

// Verified fails the test unless verify accepts a database of n puzzles.
func Verified(t *testing.T, path string, n int) {
	t.Helper()
	r := Call(t.Context(), nil, "verify", "--db", path)
	if r.Code != cli.ExitDone || !regexp.MustCompile(fmt.Sprintf(`^%d puzzles?, `, n)).MatchString(r.Stdout) {
		t.Errorf("verify: exit code %d, want 0 for %s\n%s%s", r.Code, format.Plural(n, "puzzle"), r.Stdout, r.Stderr)
	}
}
