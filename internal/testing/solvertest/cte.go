package solvertest

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/solver/brute"
	"setdoku/store"
	"setdoku/store/record"
)

// CheckEnd compares a result of the engine cte with brute force. This engine makes no steps.
func CheckEnd(t testing.TB, s setdoku.State, r *record.Puzzle) {
	t.Helper()
	var end []string
	switch n, first := brute.CountState(s, 2); n {
	case 0:
		end = []string{"invalid", "", s.Filled().String()}
	case 1:
		end = []string{"solved", first.String(), first.String()}
	default:
		end = []string{"multiple", "", s.Filled().String()}
	}
	if got := []string{string(r.Status), r.Solution, r.Filled}; !slices.Equal(got, end) {
		t.Errorf("%s: got %q, want %q", format.Short(s), got, end)
	}
	if r.Steps != 0 || r.Score != 0 || r.Level != "" || r.Hardest != "" || r.Techniques() != "{}" {
		t.Errorf("%s: there are no steps, and yet %+v", format.Short(s), r)
	}
}

// SolveByCTE solves puzzles by the engine cte and checks the results and the rows that are written. Of the puzzles ten
// or more must have one solution, ten none and two several.
func SolveByCTE(t testing.TB, db *store.DB, puzzles []format.Puzzle) []*record.Puzzle {
	opts := Options(t)
	opts.Engine = catalogue.EngineCTE
	results := Solve(t, NewBatch(t, db, opts), puzzles, 40)
	seen := make(map[setdoku.Status]int)
	for i, r := range results {
		CheckEnd(t, puzzles[i].State, r)
		seen[r.Status]++
	}
	if seen["solved"] < 10 || seen["multiple"] < 2 || seen["invalid"] < 10 {
		t.Errorf("%v, want more of each", seen)
	}
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM step`:                     0,
		`SELECT COUNT(*) FROM candidate`:                0,
		`SELECT COUNT(*) FROM cell WHERE step > 0`:      0,
		`SELECT COUNT(*) FROM contradiction`:            seen["invalid"],
		`SELECT COUNT(*) FROM run WHERE engine = 'cte'`: 1,
	} {
		if n := dbtest.Count(t, db, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	// Nothing waits any more, so nothing is solved again.
	opts.Techniques = opts.Techniques[:1]
	if again := Solve(t, NewBatch(t, db, opts), puzzles[:10], 10); dbtest.Count(t, db,
		`SELECT COUNT(*) FROM run`) != 1 {
		t.Errorf("another run for %v", again)
	}
	if f := Verified(t, db); f != "" {
		t.Error(f)
	}
	return results
}
