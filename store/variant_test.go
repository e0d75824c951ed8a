package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// TestVariantRows compares the units and peers of the built-in variants in a new database with those of
// setdoku.ParseVariant.
func TestVariantRows(t *testing.T) {
	db, err := OpenTemp(t.Context())
	gridtest.Must(t, err)
	defer db.Close()
	var got []string
	gridtest.Must(t, db.SelectContext(t.Context(), &got, `
		SELECT v.variant || '|' || v.title || '|' || v.size FROM variant AS v
		UNION ALL
		SELECT u.variant || '|' || u.unit_no || '|' || u.position || '|' || u.cell FROM variant_unit AS u
		UNION ALL
		SELECT p.variant || '|' || p.cell || '|' || p.peer FROM variant_peer AS p`))
	var want []string
	for _, name := range setdoku.VariantNames() {
		v, err := setdoku.ParseVariant(name)
		gridtest.Must(t, err)
		want = append(want, fmt.Sprintf("%s|%s|%d", v.Name, v.Title, v.Size))
		for u, cells := range v.Units {
			for k, i := range cells {
				want = append(want, fmt.Sprintf("%s|%d|%d|%d", name, u+1, k+1, setdoku.CellAt(i)))
			}
		}
		for _, p := range v.Pairs() {
			i, j := setdoku.CellAt(p[0]), setdoku.CellAt(p[1])
			want = append(want, fmt.Sprintf("%s|%d|%d", name, i, j), fmt.Sprintf("%s|%d|%d", name, j, i))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-ParseVariant +migrations):\n%s", diff)
	}
}
