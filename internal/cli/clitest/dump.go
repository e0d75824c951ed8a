package clitest

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/english"
	"setdoku/internal/gridtest"
)

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
		var b strings.Builder
		for _, v := range values {
			b.WriteString(v.String)
			if !v.Valid {
				b.WriteString("NULL")
			}
			b.WriteByte('\t')
		}
		list = append(list, b.String())
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(list)
	return list
}

// SameContents fails the test when two dumps differ, and prints the first different row of each table.
func SameContents(t *testing.T, got, want map[string][]string) {
	t.Helper()
	for table := range contents() {
		a, b := got[table], want[table]
		if slices.Equal(a, b) {
			continue
		}
		i := 0
		for i < min(len(a), len(b)) && a[i] == b[i] {
			i++
		}
		row := func(list []string) string {
			if i < len(list) {
				return fmt.Sprintf("%q", list[i])
			}
			return "nothing"
		}
		t.Errorf("table %s: %d rows, want %d; the first that differs is %s, want %s", table, len(a), len(b), row(a),
			row(b))
	}
}

// Verified fails the test unless verify accepts a database of n puzzles.
func Verified(t *testing.T, path string, n int) {
	t.Helper()
	r := Call(t.Context(), nil, "verify", "--db", path)
	if r.Code != usage.ExitDone || !regexp.MustCompile(fmt.Sprintf(`^%d puzzles?, `, n)).MatchString(r.Stdout) {
		t.Errorf("verify: exit code %d, want 0 for %s\n%s%s", r.Code, english.Plural(n, "puzzle"), r.Stdout, r.Stderr)
	}
}
