package agreement_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/store"
)

// TestHistoryOfPuzzle solves the same puzzles in several companies: every row that is
// left of a puzzle must be the same in each.
func TestHistoryOfPuzzle(t *testing.T) {
	p := solvertest.NewPool()
	puzzles := solvertest.Givens(p.All()...)
	db := dbtest.Open(t)
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), puzzles, len(puzzles))
	want := solvertest.Histories(t, db)
	checkPool(t, db, p)

	shuffled := slices.Clone(puzzles)
	gridtest.New(21).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, tt := range []struct {
		name    string
		puzzles []format.Puzzle
		size    int
	}{
		{"one by one", puzzles, 1},
		{"chunks of 7", puzzles, 7},
		{"shuffled", shuffled, len(shuffled)},
		{"shuffled in chunks of 7", shuffled, 7},
		{"all twice", slices.Concat(puzzles, shuffled), 50},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db := dbtest.Open(t)
			solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), tt.puzzles, tt.size)
			solvertest.Compare(t, solvertest.Histories(t, db), want)
		})
	}
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		for i := 0; i < len(puzzles); i += 6 {
			db := dbtest.Open(t)
			solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), puzzles[i:i+1], 1)
			id := puzzles[i].State.Givens.String()
			solvertest.Compare(t, solvertest.Histories(t, db), map[string]string{id: want[id]})
		}
	})
	t.Run("imported first", func(t *testing.T) {
		t.Parallel()
		db := dbtest.Open(t)
		solvertest.Import(t, db, puzzles)
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n != len(puzzles) {
			t.Errorf("%d puzzles are new after the import, want %d", n, len(puzzles))
		}
		solvertest.SolveStored(t, solvertest.NewBatch(t, db, solvertest.Options(t)))
		solvertest.Compare(t, solvertest.Histories(t, db), want)
	})
}

// checkPool sees to it that the puzzles of the pool are worth solving: of all statuses,
// with most techniques, and with contradictions of several kinds.
func checkPool(t *testing.T, db *store.DB, p solvertest.Pool) {
	t.Helper()
	for _, tt := range []struct {
		what, query string
		least       int
	}{
		{"techniques", `SELECT COUNT(DISTINCT rule) FROM step`, 11},
		{"solved puzzles", `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`, len(p.Unique) / 2},
		{"stuck puzzles", `SELECT COUNT(*) FROM puzzle WHERE status = 'stuck'`, len(p.Several)},
		{"puzzles without a solution", `SELECT COUNT(*) FROM puzzle WHERE status = 'invalid'`, len(p.None) / 2},
		{"kinds of contradiction", `SELECT COUNT(DISTINCT kind) FROM contradiction`, 3},
		{"contradictions after a step", `SELECT COUNT(*) FROM contradiction WHERE step > 0`, 5},
	} {
		if n := dbtest.Count(t, db, tt.query); n < tt.least {
			t.Errorf("%d %s, want %d at least", n, tt.what, tt.least)
		}
	}
}

// outcome is what must not depend on which isomorph of a puzzle is solved.
type outcome struct {
	solvertest.Outcome
	solution string // of the puzzle, not of its isomorph
}

func outcomeOf(r store.Result) outcome {
	return outcome{solvertest.OutcomeOf(r), *cmp.Or(r.Solution, new(string))}
}

// passes is the steps of a puzzle, and the kind of its contradiction and the step of that.
func passes(t *testing.T, db *store.DB, puzzle int64) (list []string) {
	t.Helper()
	err := db.SelectContext(t.Context(), &list, `
		SELECT step || ' ' || rule || ' ' || placements || ' ' || eliminations
		FROM step
		WHERE puzzle_id = ?
		UNION ALL
		SELECT step || ' ' || kind
		FROM contradiction
		WHERE puzzle_id = ?`, puzzle, puzzle)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// TestIsomorphs solves random isomorphs of the pool: status, rating, counts and the
// course of the passes must be the same, and the solution the isomorphic one.
func TestIsomorphs(t *testing.T) {
	t.Parallel()
	puzzles := solvertest.NewPool().All()
	db := dbtest.Open(t)
	b := solvertest.NewBatch(t, db, solvertest.Options(t))
	plain := solvertest.Solve(t, b, solvertest.Givens(puzzles...), len(puzzles))
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(puzzles)-1).Draw(rt, "puzzle")
		m := gridtest.Draw(func(n int) []int {
			ordered := make([]int, n)
			for k := range ordered {
				ordered[k] = k
			}
			return rapid.Permutation(ordered).Draw(rt, "order")
		})
		dressed := solvertest.Solve(t, b, solvertest.Givens(m.Digits(puzzles[i])), 1)[0]
		want := outcomeOf(plain[i])
		if want.solution != "" {
			d, err := setdoku.ParseGrid(want.solution)
			if err != nil {
				rt.Fatal(err)
			}
			want.solution = m.Digits(d).String()
		}
		if got := outcomeOf(dressed); got != want {
			rt.Errorf("%s, isomorph of %s:\ngot  %+v\nwant %+v", dressed.Givens, puzzles[i], got, want)
		}
		if got, want := passes(t, db, dressed.PuzzleID), passes(t, db, plain[i].PuzzleID); !slices.Equal(got, want) {
			rt.Errorf("%s, isomorph of %s:\ngot  %v\nwant %v", dressed.Givens, puzzles[i], got, want)
		}
	})
}
