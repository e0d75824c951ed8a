package web_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/web"
)

// TestRowsOfStep runs the queries of the tables on the page of a step. Each must return the rows that the table shows.
func TestRowsOfStep(t *testing.T) {
	t.Parallel()
	path := newDatabase(t, 12)
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	server := newServer(t, path, web.Options{}).URL
	var at []struct {
		PuzzleID int `db:"puzzle_id"`
		Step     int
	}
	if err := db.SelectContext(t.Context(), &at,
		`SELECT puzzle_id, step FROM step WHERE eliminations > 0 LIMIT 5`); err != nil || len(at) < 5 {
		t.Fatal(at, err)
	}
	table := regexp.MustCompile(`(?s)<h4>(\w+) <a[^>]* href="/sql\?q=([^"]*)".*?<tbody>(.*?)</tbody>`)
	for _, one := range at {
		_, page := get(t, fmt.Sprintf("%s/puzzles/%d?step=%d", server, one.PuzzleID, one.Step))
		tables := table.FindAllStringSubmatch(page, -1)
		if len(tables) < 4 {
			t.Fatalf("puzzle %d, step %d has %d tables", one.PuzzleID, one.Step, len(tables))
		}
		for _, m := range tables {
			query, err := url.QueryUnescape(html.UnescapeString(m[2]))
			if err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM (`+query+`)`); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			if shown := strings.Count(m[3], "<tr>") - strings.Count(m[3], "no rows"); shown != min(n, 40) {
				t.Errorf("%s: %d rows, the page shows %d", query, n, shown)
			}
		}
	}
}
