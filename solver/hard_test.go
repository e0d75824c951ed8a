package solver_test

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TestEnginesSearch solves by the singles, forcing and search: the engines leave the same rows, but for
// the trees of the searches, and nothing stuck.
func TestEnginesSearch(t *testing.T) {
	t.Parallel()
	p := newPool()
	puzzles := givens(every2(p.all())...)
	run := func(engine driver.Engine, techniques ...string) (map[string]string, *store.DB) {
		db := newDB(t)
		opts := selected(t, db, techniques...)
		opts.Engine = engine
		solve(t, newBatch(t, db, opts), puzzles, 40)
		return histories(t, db), db
	}
	for _, techniques := range [][]string{{"singles", "search"}, {"singles", "forcing", "search"}, {"search"}} {
		t.Run(strings.Join(techniques, " "), func(t *testing.T) {
			want, db := run(driver.EngineSQL, techniques...)
			got, other := run(driver.EngineBitmask, techniques...)
			compare(t, got, want)
			for _, db := range []*store.DB{db, other} {
				if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status NOT IN ('solved', 'invalid', 'multiple')`); n > 0 {
					t.Errorf("%d puzzles are left", n)
				}
				if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'multiple'`); n < 3 {
					t.Errorf("%d puzzles have several solutions, want 3", n)
				}
				if n := count(t, db, `SELECT COUNT(DISTINCT puzzle_id) FROM branch WHERE outcome = 'solved'`); n < 3 {
					t.Errorf("%d puzzles have branches that are solved", n)
				}
			}
		})
	}
}

// every2 returns every second grid.
func every2(list []setdoku.Grid) (some []setdoku.Grid) {
	for i := 0; i < len(list); i += 2 {
		some = append(some, list[i])
	}
	return some
}
