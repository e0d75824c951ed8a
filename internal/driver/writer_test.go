package driver_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/driver"
	"setdoku/internal/memory"
)

// TestWriterHasOneTable checks which temporary tables the connection that writes results has, if the driver works on
// another one. Each of them must be emptied for each chunk.
func TestWriterHasOneTable(t *testing.T) {
	db := dbtest.Open(t)
	var conns [2]*database.Conn
	for i := range conns {
		var err error
		if conns[i], err = db.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer conns[i].Close()
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.NewDriver(t.Context(), conns[0], conns[1], memory.Options{Techniques: all})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(t.Context())
	var names []string
	if err := conns[1].SelectContext(t.Context(), &names,
		`SELECT name FROM temp.sqlite_master WHERE type = 'table'`); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"work_outcome"}, names); diff != "" {
		t.Errorf("tables of the writer (-want +got):\n%s", diff)
	}
}
