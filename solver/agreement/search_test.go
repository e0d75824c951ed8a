package agreement_test

import (
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TestEnginesSearch solves by the singles, forcing and search: the engines leave the same rows, but for
// the trees of the searches, and nothing stuck.
func TestEnginesSearch(t *testing.T) {
	t.Parallel()
	p := solvertest.NewPool()
	puzzles := solvertest.Every(2, 0, solvertest.Givens(p.All()...))
	run := func(engine driver.Engine, techniques ...string) (map[string]string, *store.DB) {
		db := dbtest.Open(t)
		opts := solvertest.Options(t, techniques...)
		opts.Engine = engine
		solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, 40)
		return solvertest.Histories(t, db), db
	}
	for _, techniques := range [][]string{{"singles", "search"}, {"singles", "forcing", "search"}, {"search"}} {
		t.Run(strings.Join(techniques, " "), func(t *testing.T) {
			want, db := run(driver.EngineSQL, techniques...)
			got, other := run(driver.EngineBitmask, techniques...)
			solvertest.Compare(t, got, want)
			for _, db := range []*store.DB{db, other} {
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status NOT IN ('solved', 'invalid', 'multiple')`); n > 0 {
					t.Errorf("%d puzzles are left", n)
				}
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'multiple'`); n < 3 {
					t.Errorf("%d puzzles have several solutions, want 3", n)
				}
				if n := dbtest.Count(t, db, `SELECT COUNT(DISTINCT puzzle_id) FROM branch WHERE outcome = 'solved'`); n < 3 {
					t.Errorf("%d puzzles have branches that are solved", n)
				}
			}
		})
	}
}
