package solver_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/store"
)

// TestHistoryOfPuzzle solves the same puzzles in several companies: every row that is
// left of a puzzle must be the same in each.
func TestHistoryOfPuzzle(t *testing.T) {
	p := newPool()
	puzzles := givens(p.all()...)
	db := newDB(t)
	solve(t, newBatch(t, db, selected(t, db)), puzzles, len(puzzles))
	want := histories(t, db)
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
			db := newDB(t)
			solve(t, newBatch(t, db, selected(t, db)), tt.puzzles, tt.size)
			compare(t, histories(t, db), want)
		})
	}
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		for i := 0; i < len(puzzles); i += 6 {
			db := newDB(t)
			solve(t, newBatch(t, db, selected(t, db)), puzzles[i:i+1], 1)
			id := puzzles[i].State.Givens.String()
			compare(t, histories(t, db), map[string]string{id: want[id]})
		}
	})
	t.Run("imported first", func(t *testing.T) {
		t.Parallel()
		db := newDB(t)
		importAll(t, db, puzzles)
		if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n != len(puzzles) {
			t.Errorf("%d puzzles are new after the import, want %d", n, len(puzzles))
		}
		solveStored(t, newBatch(t, db, selected(t, db)))
		compare(t, histories(t, db), want)
	})
}

// checkPool sees to it that the puzzles of the pool are worth solving: of all statuses,
// with most techniques, and with contradictions of several kinds.
func checkPool(t *testing.T, db *store.DB, p pool) {
	t.Helper()
	for _, tt := range []struct {
		what, query string
		least       int
	}{
		{"techniques", `SELECT COUNT(DISTINCT rule) FROM step`, 11},
		{"solved puzzles", `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`, len(p.unique) / 2},
		{"stuck puzzles", `SELECT COUNT(*) FROM puzzle WHERE status = 'stuck'`, len(p.several)},
		{"puzzles without a solution", `SELECT COUNT(*) FROM puzzle WHERE status = 'invalid'`, len(p.none) / 2},
		{"kinds of contradiction", `SELECT COUNT(DISTINCT kind) FROM contradiction`, 3},
		{"contradictions after a step", `SELECT COUNT(*) FROM contradiction WHERE step > 0`, 5},
	} {
		if n := count(t, db, tt.query); n < tt.least {
			t.Errorf("%d %s, want %d at least", n, tt.what, tt.least)
		}
	}
}

// importAll adds puzzles to a database and does not solve them.
func importAll(t *testing.T, db *store.DB, puzzles []format.Puzzle) {
	t.Helper()
	imp, err := batch.NewImporter(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	done, err := imp.Add(t.Context(), puzzles)
	if err != nil || done.Added != len(puzzles) {
		t.Errorf("Add = %d, %v, want %d", done.Added, err, len(puzzles))
	}
	if err := imp.Close(); err != nil {
		t.Error(err)
	}
}

// solveStored solves what waits in the database and returns how many puzzles that were.
func solveStored(t *testing.T, b *batch.Batch) (n int) {
	t.Helper()
	var after int64
	for {
		list, err := b.SolveStored(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return n
		}
		n += len(list)
		after = list[len(list)-1].PuzzleID
	}
}

// outcome is what must not depend on how a puzzle is dressed.
type outcome struct {
	status, level, hardest, techniques string
	score, steps                       int
	solution                           string // of the puzzle as it was before it was dressed
}

func outcomeOf(r store.Result) outcome {
	text := func(s *string) string { return *cmp.Or(s, new(string)) }
	return outcome{r.Status, text(r.Level), text(r.Hardest), r.Techniques, r.Score, r.Steps, text(r.Solution)}
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
	puzzles := newPool().all()
	db := newDB(t)
	b := newBatch(t, db, selected(t, db))
	plain := solve(t, b, givens(puzzles...), len(puzzles))
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(puzzles)-1).Draw(rt, "puzzle")
		m := gridtest.Draw(func(n int) []int {
			ordered := make([]int, n)
			for k := range ordered {
				ordered[k] = k
			}
			return rapid.Permutation(ordered).Draw(rt, "order")
		})
		dressed := solve(t, b, givens(m.Digits(puzzles[i])), 1)[0]
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
