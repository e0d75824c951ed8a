package cli

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
)

// contents are the state and audit tables with what must not depend on how the
// puzzles came into the database: everything but the numbers of puzzles and runs, and
// the file that they came from.
func contents() map[string]string {
	return map[string]string{
		"puzzle":        `z.status, z.solution, z.level, z.score, z.hardest, z.steps, z.techniques, z.name`,
		"cell":          `x.cell, x.digit, x.step, x.rule, x.pattern`,
		"candidate":     `x.cell, x.digit`,
		"step":          `x.step, x.rule, x.placements, x.eliminations`,
		"elimination":   `x.step, x.cell, x.digit, x.rule, x.pattern`,
		"contradiction": `x.step, x.kind, x.cell, x.unit_type, x.unit, x.digit`,
	}
}

// dump returns the rows of each table of contents, sorted, led by the puzzle.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	return dumpOf(t, db)
}

// dumpOf is dump of a database that is open.
func dumpOf(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	tables := make(map[string][]string)
	for table, columns := range contents() {
		query := `SELECT z.givens || ' ' || z.state, ` + columns + ` FROM puzzle AS z`
		if table != "puzzle" {
			query += ` INNER JOIN ` + table + ` AS x ON x.puzzle_id = z.puzzle_id`
		}
		tables[table] = queryRows(t, db, query)
	}
	return tables
}

// queryRows returns the rows of a query as text, sorted.
func queryRows(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]sql.NullString, len(columns))
	into := make([]any, len(columns))
	for i := range into {
		into[i] = &values[i]
	}
	var list []string
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
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

// sameContents fails the test when two dumps differ, with the first row that does.
func sameContents(t *testing.T, got, want map[string][]string) {
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
		t.Errorf("table %s: %d rows, want %d; the first that differs is %s, want %s", table, len(a), len(b), row(a), row(b))
	}
}

// verified fails the test unless verify is content with a database of n puzzles.
func verified(t *testing.T, path string, n int) {
	t.Helper()
	r := call(t.Context(), nil, "verify", "--db", path)
	if r.code != usage.ExitDone || !regexp.MustCompile(fmt.Sprintf(`^%d puzzles?, `, n)).MatchString(r.stdout) {
		t.Errorf("verify: exit code %d, want 0 for %s\n%s%s", r.code, plural.Of(n, "puzzle"), r.stdout, r.stderr)
	}
}
