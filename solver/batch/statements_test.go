package batch_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/store"
)

// forThree returns puzzles that end in every way, enough for three drivers, and three on other boards.
func forThree(t *testing.T) (list []format.Puzzle) {
	t.Helper()
	p, rng := solvertest.NewPool(), gridtest.New(16)
	// Most are easy: each driver executes every statement until its hardest puzzle is stuck.
	grids := slices.Concat(p.Unique[:1], p.Unique[34:], p.Several[:1], p.None[:1])
	var more []setdoku.Grid
	for i := range 3 * 20 {
		more = append(more, gridtest.Random(rng).Digits(grids[i%len(grids)]))
	}
	return slices.Concat(solvertest.Givens(more...), solvertest.Puzzles(t, "variants.txt", `
		6x6 41...2.35.......53.....4....6..5..2.
		6x6 ..2.1.1...56...4.3....2...153.......
		1112122233343444 3...1.........4.
	`))
}

// jobs opens a database in a file and begins a run of the statements with so many drivers.
func jobs(t *testing.T, n int) (*store.DB, *batch.Batch) {
	t.Helper()
	db := dbtest.OpenTarget(t, dbtest.File(t), 0)
	opts := solvertest.Options(t, "singles", "intersections")
	opts.Engine, opts.Jobs = catalogue.EngineSQL, n
	return db, solvertest.NewBatch(t, db, opts)
}

// untilThree waits until each of three drivers has its connection.
func untilThree(t *testing.T, db *store.DB) {
	t.Helper()
	gridtest.Until(t, "three drivers have connections", func() bool { return db.Stats().InUse == 3 })
}

// TestJobs interrupts three drivers. The database must be valid. Then they solve the list, and a part of it again. All
// tables must have the same rows as with one driver that was not interrupted.
func TestJobs(t *testing.T) {
	list := forThree(t)
	db, b := jobs(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		untilThree(t, db)
	}()
	if _, err := b.Solve(ctx, list); !errors.Is(err, context.Canceled) {
		t.Errorf("the interrupted run returns %v, want %v", err, context.Canceled)
	}
	if what := solvertest.Verified(t, db); what != "" {
		t.Error(what)
	}
	want, one := jobs(t, 1)
	for _, b := range []*batch.Batch{b, one} {
		solvertest.Solve(t, b, list, len(list))
		b.From = store.Restart
		solvertest.Solve(t, b, list[:10], 10)
	}
	contents := dbtest.Contents(t, want)
	for table, rows := range dbtest.Contents(t, db) {
		dbtest.SameRows(t, table, rows, contents[table])
	}
}

// TestJobsMeanwhile changes puzzles of two parts while three drivers compute. Nothing of the change is lost.
func TestJobsMeanwhile(t *testing.T) {
	list := forThree(t)
	db, b := jobs(t, 3)
	changed := make(chan error)
	go func() {
		untilThree(t, db)
		changed <- atomically(t, another(t, db.Target()), func(ctx context.Context, c *store.Conn) error {
			_, err := c.ExecContext(ctx, `
				INSERT INTO cell (puzzle_id, cell, digit)
				SELECT c.puzzle_id, MIN(c.cell), 1 FROM candidate AS c WHERE c.puzzle_id IN (1, 30) AND c.digit = 1
				GROUP BY c.puzzle_id`)
			return err
		})
	}()
	solvertest.Solve(t, b, list, len(list))
	gridtest.Must(t, <-changed)
	if what := solvertest.Verified(t, db); what != "" {
		t.Error(what)
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n > 0 {
		t.Errorf("%d puzzles wait", n)
	}
}
