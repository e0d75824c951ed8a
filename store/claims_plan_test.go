package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
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

// groupsCandidates are the views for technique files that group the rows of candidate, which has those puzzles that
// somebody works on. The views found_NAME read them. technique_usage counts the steps of all puzzles.
var groupsCandidates = []string{
	"almost_locked_set", "als_digit", "als_place", "bivalue_cell", "candidate_mask", "conjugate_pair", "junior_exocet",
	"link_end", "linked_pair", "place_mask", "strong_link", "technique_usage", "unit_cell", "unit_state", "unit_third",
}

// TestViewsStream wants SQLite to show the first rows of a view without reading the others: nothing outside of the
// subqueries for one row is sorted, grouped or kept as a table. Rows of one puzzle may be sorted.
func TestViewsStream(t *testing.T) {
	db := dbtest.Open(t)
	var views []string
	gridtest.Must(t, db.Select(&views, `SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name`))
	if len(views) < 20 {
		t.Fatalf("views %v", views)
	}
	reads := regexp.MustCompile(`^USE TEMP B-TREE FOR (ORDER BY|GROUP BY|DISTINCT)|^MATERIALIZE`)
	for _, view := range views {
		var plan []struct {
			ID, Parent, Notused int
			Detail              string
		}
		if err := db.Select(&plan, fmt.Sprintf(`EXPLAIN QUERY PLAN SELECT * FROM %q LIMIT 100`, view)); err != nil {
			t.Fatalf("%s: %v", view, err)
		}
		inRow := make(map[int]bool) // steps of the plan that are made for one row
		var faults []string
		for _, p := range plan {
			inRow[p.ID] = inRow[p.Parent] || strings.HasPrefix(p.Detail, "CORRELATED")
			if !inRow[p.ID] && reads.MatchString(p.Detail) {
				faults = append(faults, p.Detail)
			}
		}
		groups := slices.Contains(groupsCandidates, view) || strings.HasPrefix(view, "found_")
		if groups != (len(faults) > 0) {
			t.Errorf("%s reads all rows before it shows the first one: %v", view, faults)
		}
	}
}
