package store

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write fingerprint.txt")

// TestFingerprint compares fingerprint.txt with every table of a new database that has rows.
func TestFingerprint(t *testing.T) {
	db, err := OpenTemp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var made strings.Builder
	err = db.Snapshot(t.Context(), func(s *Snapshot) error {
		for _, t := range filledTables(t, s) {
			columns := make([]string, len(t.columns))
			for i, c := range t.columns {
				columns[i] = c.name
				if c.kind != "" {
					columns[i] += ":" + c.kind
				}
			}
			fmt.Fprintf(&made, "%s %s %d %d\n", t.name, strings.Join(columns, ","), t.rows, t.sum)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("fingerprint.txt", []byte(made.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(fingerprintText, "\n"), strings.Split(made.String(), "\n")); diff != "" {
		t.Errorf("the migrations make something else than fingerprint.txt says (go test ./store -run TestFingerprint -update writes it anew):\n%s", diff)
	}
}

// filledTables returns the names of the tables that have rows in a new database, sorted.
func filledTables(t *testing.T, s *Snapshot) (tables []referenceTable) {
	var names []string
	err := s.tx.SelectContext(t.Context(), &names, `
		SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%' ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name == "column_comment" || name == "catalogue_version" {
			continue // nothing relies on the first, and users may add comments to it; the second is read on opening
		}
		table := referenceTable{name: name}
		var columns []struct{ Name, Type string }
		if err := s.tx.SelectContext(t.Context(), &columns, `SELECT name, type FROM PRAGMA_TABLE_INFO(?) ORDER BY name`, name); err != nil {
			t.Fatal(err)
		}
		for _, c := range columns {
			column := referenceColumn{name: c.Name}
			var big bool
			if err := s.tx.GetContext(t.Context(), &big, `SELECT COALESCE(MAX(`+c.Name+`) > 2147483647, 0) FROM `+name); err != nil {
				t.Fatal(err)
			}
			switch {
			case c.Type == "TEXT":
				column.kind = "text"
			case big:
				column.kind = "big"
			}
			table.columns = append(table.columns, column)
		}
		if table.rows, table.sum, err = s.readSum(t.Context(), &table); err != nil {
			t.Fatal(err)
		}
		if table.rows == 0 {
			continue
		}
		tables = append(tables, table)
	}
	return tables
}
