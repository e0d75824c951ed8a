package store

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
)

var update = flag.Bool("update", false, "write reference.txt")

// emptyReference is a reference table that has rows for a variant only.
const emptyReference = "far_peer"

// TestReference compares reference.txt with the definitions of a new database and with every table that has rows.
func TestReference(t *testing.T) {
	db, err := OpenTemp(t.Context())
	gridtest.Must(t, err)
	defer db.Close()
	// Nothing relies on column_comment, and users may add comments to it. CheckSchema compares catalogue_version.
	var tables []struct{ Name, Columns string }
	err = db.SelectContext(t.Context(), &tables, `
		SELECT m.name, STRING_AGG(c.name || CASE WHEN c."notnull" + c.pk = 0 THEN '?' ELSE '' END, ','
			ORDER BY c.name) AS columns
		FROM sqlite_master AS m
		CROSS JOIN PRAGMA_TABLE_INFO(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'goose%' AND m.name NOT LIKE 'sqlite%'
			AND m.name NOT IN ('column_comment', 'catalogue_version')
		GROUP BY m.name
		ORDER BY m.name`)
	gridtest.Must(t, err)
	var made strings.Builder
	err = db.Snapshot(t.Context(), func(s *Snapshot) error {
		objects, err := s.fileObjects(t.Context())
		fmt.Fprintln(&made, sumOfObjects(objects))
		return err
	})
	gridtest.Must(t, err)
	for _, row := range tables {
		table := referenceTable{name: row.Name, columns: strings.Split(row.Columns, ",")}
		var found struct{ Name, Lines string }
		gridtest.Must(t, db.GetContext(t.Context(), &found, table.query()))
		if found.Lines != "" || row.Name == emptyReference {
			fmt.Fprintf(&made, "%s %s %d\n", row.Name, row.Columns, sumOfLines(found.Lines))
		}
	}
	if *update {
		gridtest.Must(t, os.WriteFile("reference.txt", []byte(made.String()), 0o666))
		return
	}
	if diff := cmp.Diff(strings.Split(referenceText, "\n"), strings.Split(made.String(), "\n")); diff != "" {
		t.Errorf("the migrations make something else than reference.txt says (go test ./store -run "+
			"TestReference "+
			"-update writes it anew):\n%s", diff)
	}
}

// TestCheckReference changes one value in every column of every reference table and restores it, and then exchanges
// values of two rows, so that every column keeps its set of values. The check names the table each time.
func TestCheckReference(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	for name, target := range map[string]func(*testing.T) string{
		"file":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.db") },
		"server": func(t *testing.T) string { return pgtest.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			db, err := Create(t.Context(), target(t))
			gridtest.Must(t, err)
			defer db.Close()
			changes := 0
			tables, err := referenceTables()
			gridtest.Must(t, err)
			execute(t, db, `INSERT INTO variant (variant, title, size) VALUES ('hard', 'A variant of a user', 9)`)
			for _, table := range tables {
				if table.name == emptyReference {
					execute(t, db, `INSERT INTO far_peer (cell, peer) VALUES (11, 32)`)
					wantChanged(t, db, table.name, "a row is added")
					execute(t, db, `DELETE FROM far_peer`)
					continue
				}
				for i, column := range gridtest.Part(len(table.columns), table.columns) {
					undo := change(t, db, &table, i)
					wantChanged(t, db, table.name, column)
					execute(t, db, undo)
					changes++
				}
			}
			if changes < gridtest.Size(len(tables)-1, 100) {
				t.Errorf("%d changes, want more", changes)
			}
			wantChanged(t, db, "", "all is taken back")
			execute(t, db, `UPDATE location SET place = CASE cell WHEN 11 THEN 16 ELSE 1 END WHERE unit_no = 1
					AND cell IN (11, 15)`)
			wantChanged(t, db, "location", "two values are exchanged")
		})
	}
}

// wantChanged wants the check to name a table, or to find nothing if the name is empty.
func wantChanged(t *testing.T, db *DB, table, what string) {
	t.Helper()
	err := db.Snapshot(t.Context(), func(s *Snapshot) error { return s.CheckReference(t.Context()) })
	if table == "" && err == nil {
		return
	}
	if !errors.Is(err, ErrChanged) || table == "" || !strings.HasPrefix(err.Error(), "reference table "+table+" ") {
		t.Errorf("%s: error %v, want one about the table %q", what, err, table)
	}
}

func execute(t *testing.T, db *DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// change changes column i of the first row of a table and returns the statement that restores it.
func change(t *testing.T, db *DB, table *referenceTable, i int) (undo string) {
	t.Helper()
	names := strings.Split(strings.ReplaceAll(strings.Join(table.columns, ","), "?", ""), ",")
	row, err := db.QueryRowxContext(t.Context(),
		`SELECT `+strings.Join(names, ", ")+` FROM `+table.name+` ORDER BY 1, 2 LIMIT 1`).SliceScan()
	gridtest.Must(t, err)
	literals, conditions := make([]string, len(row)), make([]string, len(row))
	for k, value := range row {
		text, isText := value.(string)
		switch {
		case value == nil:
			literals[k], conditions[k] = "NULL", names[k]+" IS NULL"
			continue
		case isText:
			literals[k] = "'" + text + "'"
		default:
			literals[k] = fmt.Sprint(value)
		}
		conditions[k] = names[k] + " = " + literals[k]
	}
	update := func(to, from string) string {
		conditions[i] = from
		return `UPDATE ` + table.name + ` SET ` + names[i] + ` = ` + to + ` WHERE ` + strings.Join(conditions, " AND ")
	}
	was := conditions[i]
	// A key or a constraint may forbid one.
	others := []string{"1077", "100077", "877", "77", "54", "7", "2", "1"}
	if strings.HasPrefix(literals[i], "'") {
		others = []string{"'?'", "'hard'", "'box'", "'line'", "'place'"}
	}
	for _, other := range others {
		if _, err = db.ExecContext(t.Context(), update(other, was)); err == nil {
			return update(literals[i], names[i]+" = "+other)
		}
	}
	t.Fatalf("column %s of %s: %v", names[i], table.name, err)
	return ""
}

// TestCheckReferenceOncePerOpen changes a table after the check. The open database does not check again; the next one
// that opens the file finds the change.
func TestCheckReferenceOncePerOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sudoku.db")
	var dbs [3]*DB
	for i := range dbs {
		db, err := Create(t.Context(), path)
		gridtest.Must(t, err)
		defer db.Close()
		dbs[i] = db
	}
	gridtest.Must(t, dbs[1].CheckReference(t.Context()))
	execute(t, dbs[1], `DELETE FROM peer WHERE cell = 11 AND peer = 12`)
	if err := dbs[1].CheckReference(t.Context()); err != nil {
		t.Errorf("the second check of an open database reads it again: %v", err)
	}
	want := path + ": reference table peer is not as the migrations made it"
	if err := dbs[2].CheckReference(t.Context()); !errors.Is(err, ErrChanged) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
