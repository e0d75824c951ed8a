package console

import "testing"

func TestSorted(t *testing.T) {
	for _, c := range []struct {
		name, text string
		column     int
		descending bool
		want       string
	}{
		{"plain", "SELECT 1", 1, false, "SELECT * FROM (\nSELECT 1\n) AS unsorted ORDER BY 1 NULLS LAST"},
		{"descending", "with a as (values (1)) select * from a", 2, true,
			"SELECT * FROM (\nwith a as (values (1)) select * from a\n) AS unsorted ORDER BY 2 DESC NULLS LAST"},
		{"comments and semicolons around", "-- a; b\n;\n/* c */ SELECT ';' ; -- d", 1, false,
			"SELECT * FROM (\nSELECT ';' \n) AS unsorted ORDER BY 1 NULLS LAST"},
		{"comment at the end", "SELECT 1 -- a", 1, false,
			"SELECT * FROM (\nSELECT 1 -- a\n) AS unsorted ORDER BY 1 NULLS LAST"},
		{"pragma", "PRAGMA user_version", 1, false, ""},
		{"plan", "EXPLAIN QUERY PLAN SELECT 1", 1, false, ""},
		{"nothing", " ; ", 1, false, ""},
	} {
		if got := Sorted(c.text, c.column, c.descending); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
