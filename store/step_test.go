package store

import (
	"database/sql/driver"
	"path/filepath"
	"reflect"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/store/record"
)

// TestStepColumns checks that each column of the table step has one field of StepRow, which is read and written.
func TestStepColumns(t *testing.T) {
	db, err := Create(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	gridtest.Must(t, err)
	defer db.Close()
	var names []string
	err = db.Select(&names, `SELECT name FROM PRAGMA_TABLE_INFO('step') WHERE name <> 'puzzle_id' ORDER BY cid`)
	gridtest.Must(t, err)
	gridtest.Equal(t, "columns", stepNames(stepColumns), names)
	set := make(map[int]string)
	for _, c := range stepColumns {
		var s record.StepRow
		value := driver.Value(int64(7))
		if c.set(&s, value); s == (record.StepRow{}) {
			value = "seven"
			c.set(&s, value)
		}
		for i := range reflect.TypeFor[record.StepRow]().NumField() {
			if field := reflect.ValueOf(s).Field(i); !field.IsZero() {
				set[i] += c.name
				if c.value != nil && reflect.ValueOf(c.value(&s)).Interface() != field.Interface() {
					t.Errorf("column %s is written with %v, want %v", c.name, c.value(&s), field)
				}
			}
		}
	}
	if n := reflect.TypeFor[record.StepRow]().NumField(); len(set) != n {
		t.Errorf("%d fields of StepRow are read from columns, want %d: %v", len(set), n, set)
	}
}
