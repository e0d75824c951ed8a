package batch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// TestLoadNames compares the catalogue from the headers with that of a new database.
func TestLoadNames(t *testing.T) {
	want, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	got, err := catalogue.LoadNames(t.Context(), dbtest.Open(t))
	gridtest.Must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
