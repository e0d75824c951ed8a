package statements

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
)

// TestReadsOf checks that the result has the relations that a relation is made of, and no relation that the technique
// does not name.
func TestReadsOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"FROM als_place AS a", []string{"place_mask", "unit_cell", "unit_third", "almost_locked_set", "als_digit",
			"als_place"}},
		{"FROM strong_link AS a CROSS JOIN pencil_mark AS m",
			[]string{"place_mask", "pencil_mark", "conjugate_pair", "strong_link"}},
		{"-- @reads pass\n-- @shared link_groups\nSELECT 1;", []string{"place_mask", "pencil_mark", "bivalue_cell"}},
		{"-- @reads als_place\nSELECT 1 FROM Bivalue_Cell", []string{"bivalue_cell"}},
		{"FROM unit_cells AS a CROSS JOIN my_pencil_mark AS m", nil},
	} {
		got, err := listRelations(catalogue.Technique{Technique: setdoku.Technique{Name: "mine"}, Text: c.text})
		if diff := cmp.Diff(strings.Join(c.want, " "), strings.Join(got, " ")); err != nil || diff != "" {
			t.Errorf("%s: error %v (-want +got):\n%s", c.text, err, diff)
		}
	}
}
