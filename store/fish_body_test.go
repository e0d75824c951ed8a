package store_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/grid"
	"setdoku/solver"
	"setdoku/store"
)

// TestFishOfOldDatabasesGetTheirBody takes the schema version back that made the body of a fish one of its parts, and
// brings it up again: every pattern must have the parts that solving has written.
func TestFishOfOldDatabasesGetTheirBody(t *testing.T) {
	text, err := os.ReadFile("../testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	wanted := []string{"x_wing", "swordfish", "jellyfish", "finned_x_wing", "sashimi_swordfish", "franken_fish", "mutant_fish"}
	states := map[string]grid.State{}
	for line := range strings.Lines(string(text)) {
		for _, name := range wanted {
			if rest, ok := strings.CutPrefix(line, name+" "); ok {
				p, err := read(strings.TrimSpace(rest))
				if err != nil {
					t.Fatal(err)
				}
				states[name] = p.State
			}
		}
	}
	onEach(t, func(t *testing.T, target string) {
		ctx := store.WithPartitions(t.Context(), 2)
		db, err := store.Open(ctx, target)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { db.Close() }()
		for _, name := range wanted {
			opts := options(t, db, name)
			opts.Engine = solver.EngineAuto
			run(t, db, opts, states[name])
		}
		parts := func() []string {
			return texts(t, db, `
				SELECT v.puzzle_id || ' ' || v.step || ' ' || v.rule || ' ' || v.pattern || ' ' || v.ordinal || ' ' || v.role || ' '
					|| COALESCE(v.cell_name, '') || ' ' || COALESCE(v.digit, 0) || ' ' || COALESCE(v.unit_type, '') || ' ' || COALESCE(v.unit, 0)
				FROM evidence AS v
				ORDER BY v.puzzle_id, v.step, v.pattern, v.ordinal`)
		}
		want := parts()
		for _, name := range wanted {
			if number(t, db, `SELECT COUNT(*) FROM evidence WHERE rule = ? AND role = 'body'`, name) == 0 {
				t.Errorf("%s is not used", name)
			}
		}
		for v := int64(0); v != 17; {
			if v, err = db.MigrateDown(ctx); err != nil || v < 17 {
				t.Fatalf("version %d taken back, %v", v, err)
			}
		}
		if n := number(t, db, `SELECT COUNT(*) FROM evidence WHERE role = 'body'`); n > 0 {
			t.Errorf("%d cells of fish are left", n)
		}
		db.Close()
		if db, err = store.Open(ctx, target); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, parts()); diff != "" {
			t.Errorf("evidence as it was written and as it is after the schema was brought up again:\n%s", diff)
		}
	})
}
