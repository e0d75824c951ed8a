package driver

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFoundViews checks that each technique file whose first statement inserts all its deductions is a view found_NAME,
// and that no other file is one.
func TestFoundViews(t *testing.T) {
	var want, got []string
	for _, name := range techniqueFiles(t) {
		list, err := Parse(text(t, name))
		if err != nil {
			t.Fatal(err)
		}
		var inserting []int // the places of the statements that insert deductions
		for i, stmt := range list {
			if _, table := effect(stmt.Text); table == "deduction" {
				inserting = append(inserting, i)
			}
		}
		if slices.Equal(inserting, []int{0}) {
			want = append(want, "found_"+name)
		}
	}
	_, names := fresh(t)
	for _, name := range names {
		if strings.HasPrefix(name, "found_") {
			got = append(got, name)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 30 {
		t.Errorf("%d views (-want +got):\n%s", len(got), diff)
	}
}
