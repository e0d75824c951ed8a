package batch_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
)

// TestEngineCTEGoesOn solves what the techniques have left stuck, some of it played by hand: those keep
// their steps, the others have none any more.
func TestEngineCTEGoesOn(t *testing.T) {
	gridtest.Nightly(t, "two engines solve the whole pool; TestEngineCTE has a part of it")
	t.Parallel()
	db := dbtest.Open(t)
	puzzles := solvertest.Givens(solvertest.NewPool().All()...)
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t, "naked_single", "full_house", "pointing")),
		puzzles, 50)
	solvertest.PlayThirds(t, db)
	keep := dbtest.Count(t, db, `
		SELECT COUNT(*)
		FROM puzzle AS z
		WHERE z.steps > 0 AND (z.status IN ('solved', 'invalid')
			OR EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.rule = 'manual'))`)
	stuck := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE steps > 0`) - keep
	opts := solvertest.Options(t)
	opts.Engine = catalogue.EngineCTE
	solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, 50)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status IN ('new', 'stuck')`); n > 0 {
		t.Errorf("%d puzzles are left", n)
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE steps > 0`); n != keep || keep < 15 || stuck < 5 {
		t.Errorf("%d puzzles have steps, want %d, and %d that were stuck", n, keep, stuck)
	}
	if f := solvertest.Verified(t, db); f != "" {
		t.Error(f)
	}
}

// TestEngineCTEIsInterrupted ends within a puzzle that takes longer than it gets. It waits in the database then,
// and the next is solved.
func TestEngineCTEIsInterrupted(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	opts := solvertest.Options(t)
	opts.Engine = catalogue.EngineCTE
	batch := solvertest.NewBatch(t, db, opts)
	hard, err := setdoku.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	gridtest.Must(t, err)
	solvertest.Import(t, db, solvertest.Givens(hard)) // 20 ms may be too little for that
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := batch.Solve(ctx, solvertest.Givens(hard)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	gridtest.Equal(t, "puzzles wait", dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`), 1)
	if r := solvertest.Solve(t, batch, solvertest.Givens(setdoku.Grid{}), 1); r[0].Status != "multiple" {
		t.Errorf("afterwards %+v", r)
	}
}
