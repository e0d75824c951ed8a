package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// TestClaimsReadWaitingPuzzles wants a database to find the next puzzles in only an index of waiting puzzles, when the
// last puzzles of many wait. An index of all puzzles would make it read every puzzle before. A server has statistics of
// the time when all waited, then it is vacuumed, and then it has true statistics. A file has none until a user makes
// them, and nobody watches it.
func TestClaimsReadWaitingPuzzles(t *testing.T) {
	n := gridtest.Size(2000, 20_000)
	solve := fmt.Sprintf(`UPDATE puzzle SET status = 'invalid' WHERE puzzle_id <= %d`, n*99/100)
	onServer := []string{`ANALYZE puzzle`, solve, `VACUUM puzzle`, `ANALYZE puzzle`}
	unfinished, onlyNew := store.WorkFilter{Selection: "some", Share: true},
		store.WorkFilter{OnlyNew: true, Share: true}
	for _, tt := range []struct {
		name       string
		open       func(testing.TB) *store.DB
		table      string
		statements []string
		filters    []store.WorkFilter
		explain    string
		index      string // in the plan
	}{
		{
			"SQLite", func(t testing.TB) *store.DB { return dbtest.Open(t) }, "puzzle",
			[]string{solve, `ANALYZE puzzle`},
			[]store.WorkFilter{unfinished}, `EXPLAIN QUERY PLAN `, `USING INDEX puzzle_unfinished \(puzzle_id>\?`,
		},
		{
			"PostgreSQL", func(t testing.TB) *store.DB { return dbtest.OpenServer(t, 1) }, "puzzle_0", onServer,
			[]store.WorkFilter{unfinished, onlyNew}, `EXPLAIN `,
			`Index (Only )?Scan (using|on) puzzle_0_puzzle_id_idx1? `,
		},
		{
			"Citus", func(t testing.TB) *store.DB { return openCitus(t, 2) }, "puzzle", onServer,
			[]store.WorkFilter{unfinished, onlyNew}, `EXPLAIN `,
			`Index (Only )?Scan (using|on) puzzle_0_puzzle_id_idx1?_[0-9]+ `,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name != "SQLite" {
				gridtest.Nightly(t, "20,000 puzzles")
			}
			index := regexp.MustCompile(tt.index)
			db := tt.open(t)
			addWaiting(t, db, n)
			c := dbtest.Acquire(t, db)
			for i, statement := range tt.statements {
				dbtest.Exec(t, c, statement)
				for _, w := range tt.filters {
					query, args := store.WaitingQuery(w, tt.table, 0, 250)
					if plan := planOf(t, c, tt.explain+query, args); !index.MatchString(plan) {
						t.Errorf("after %q, %+v: the plan does not read an index of waiting puzzles:\n%s",
							tt.statements[:i+1], w, plan)
					}
				}
			}
		})
	}
}

// planOf returns the rows of an EXPLAIN.
func planOf(t *testing.T, c *store.Conn, query string, args []any) string {
	t.Helper()
	rows, err := c.QueryxContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		row, err := rows.SliceScan()
		gridtest.Must(t, err)
		fmt.Fprintln(&plan, row...)
	}
	gridtest.Must(t, rows.Err())
	return plan.String()
}
