package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/pgtest"
)

// TestCheckReferenceFindsEveryColumn changes one value in every column of every reference table and restores it. The
// check names the table each time, and finds nothing at the end.
func TestCheckReferenceFindsEveryColumn(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		db, err := OpenTemp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		changeEveryColumn(t, db)
	})
	t.Run("server", func(t *testing.T) {
		db, err := Open(t.Context(), pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		changeEveryColumn(t, db)
	})
}

func changeEveryColumn(t *testing.T, db *DB) {
	t.Helper()
	made, err := referenceTables()
	if err != nil {
		t.Fatal(err)
	}
	check := func() error {
		return db.Snapshot(t.Context(), func(s *Snapshot) error { return s.CheckReference(t.Context()) })
	}
	changes := 0
	for _, table := range made {
		for i, c := range table.columns {
			undo := change(t, db, &table, i)
			if err := check(); !errors.Is(err, ErrChanged) || !strings.HasPrefix(err.Error(), "reference table "+table.name+" ") {
				t.Errorf("column %s of %s is changed in one row: error %v", c.name, table.name, err)
			}
			if _, err := db.ExecContext(t.Context(), undo); err != nil {
				t.Fatalf("%s: %v", undo, err)
			}
			changes++
		}
	}
	if err := check(); err != nil {
		t.Errorf("all is taken back: error %v", err)
	}
	if changes < 100 {
		t.Errorf("%d changes, want more", changes)
	}
}

// change changes column i of the first row of a table and returns the statement that restores it.
func change(t *testing.T, db *DB, table *referenceTable, i int) (undo string) {
	t.Helper()
	names := make([]string, len(table.columns))
	for k, c := range table.columns {
		names[k] = c.name
	}
	row, err := db.QueryRowxContext(t.Context(), `SELECT `+strings.Join(names, ", ")+` FROM `+table.name+` ORDER BY 1, 2 LIMIT 1`).SliceScan()
	if err != nil {
		t.Fatal(err)
	}
	literal := func(k int, value any) string {
		switch {
		case value == nil:
			return "NULL"
		case table.columns[k].kind == "text":
			return fmt.Sprintf("'%s'", value)
		}
		return fmt.Sprint(value)
	}
	is := func(k int, value string) string {
		if value == "NULL" {
			return names[k] + " IS NULL"
		}
		return names[k] + " = " + value
	}
	var where []string
	for k, value := range row {
		if k != i {
			where = append(where, is(k, literal(k, value)))
		}
	}
	set := func(to string) string {
		return `UPDATE ` + table.name + ` SET ` + names[i] + ` = ` + to + ` WHERE ` + strings.Join(where, " AND ")
	}
	others := []string{"1077", "100077", "877", "7", "2", "1"} // a key, or a constraint, may forbid one
	if table.columns[i].kind == "text" {
		others = []string{"'?'", "'hard'", "'box'", "'line'", "'place'"}
	}
	var failed error
	for _, other := range others {
		_, err := db.ExecContext(t.Context(), set(other)+` AND `+is(i, literal(i, row[i])))
		if err == nil {
			return set(literal(i, row[i])) + ` AND ` + names[i] + ` = ` + other
		}
		failed = err
	}
	t.Fatalf("column %s of %s: %v", names[i], table.name, failed)
	return ""
}

// TestCheckReferenceFindsExchangedValues exchanges values of two rows, so that every column keeps its set of values.
func TestCheckReferenceFindsExchangedValues(t *testing.T) {
	server := pgtest.Database(t)
	for _, open := range []func() (*DB, error){
		func() (*DB, error) { return OpenTemp(t.Context()) },
		func() (*DB, error) { return Open(t.Context(), server) },
	} {
		db, err := open()
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.ExecContext(t.Context(), `
			UPDATE location
			SET place = CASE cell WHEN 11 THEN 16 ELSE 1 END
			WHERE unit_no = 1 AND cell IN (11, 15)`)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Snapshot(t.Context(), func(s *Snapshot) error { return s.CheckReference(t.Context()) })
		if !errors.Is(err, ErrChanged) {
			t.Errorf("%s: error %v, want that location was changed", db.Dialect(), err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCheckReferenceOncePerOpen changes a table after the check. The open database does not check again; the next one
// that opens the file finds the change.
func TestCheckReferenceOncePerOpen(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "sudoku.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	again, err := OpenExisting(t.Context(), db.path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.CheckReference(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := again.ExecContext(t.Context(), `DELETE FROM peer WHERE cell = 11 AND peer = 12`); err != nil {
		t.Fatal(err)
	}
	if err := again.CheckReference(t.Context()); err != nil {
		t.Errorf("the second check of an open database reads it again: %v", err)
	}
	third, err := OpenReadOnly(t.Context(), db.path)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	want := db.path + ": reference table peer is not as the migrations made it"
	if err := third.CheckReference(t.Context()); !errors.Is(err, ErrChanged) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// BenchmarkCheckReference measures the check that every command which reasons makes on an existing file.
func BenchmarkCheckReference(b *testing.B) {
	db, err := OpenTemp(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for b.Loop() {
		db.referenceKnown = false
		if err := db.CheckReference(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
