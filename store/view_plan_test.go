package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

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
