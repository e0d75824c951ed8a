package batch_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// another opens a database as another process would, one that does not like to wait.
func another(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := store.Create(store.WithLockTimeout(t.Context(), 50*time.Millisecond), path)
	gridtest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// atomically does something in a transaction of another process.
func atomically(t *testing.T, db *store.DB, work func(context.Context, *store.Conn) error) error {
	t.Helper()
	return db.Writing(t.Context(), func(c *store.Conn) error {
		return c.Atomically(t.Context(), func() error { return work(t.Context(), c) })
	})
}

func nothing(context.Context, *store.Conn) error { return nil }

// TestOthersWriteMeanwhile has another process write while a chunk is computed, by every engine.
func TestOthersWriteMeanwhile(t *testing.T) {
	t.Parallel()
	for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
		t.Run(string(engine), func(t *testing.T) {
			path := dbtest.File(t)
			other := another(t, path)
			db := dbtest.OpenTarget(t, path, 0)
			opts := solvertest.Options(t)
			opts.Engine = engine
			n := gridtest.Size(4, 20) // puzzles
			passes := 0
			opts.OnPass = func(memory.Pass) {
				passes++
				if err := atomically(t, other, nothing); err != nil {
					t.Errorf("pass %d: %v", passes, err)
				}
			}
			puzzles := solvertest.Givens(solvertest.NewPool().Unique[:n]...)
			solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, n)
			if passes == 0 {
				t.Error("no pass was reported")
			}
		})
	}
	t.Run("cte", func(t *testing.T) {
		path := dbtest.File(t)
		other := another(t, path)
		db := dbtest.OpenTarget(t, path, 0)
		opts := solvertest.Options(t)
		opts.Engine = catalogue.EngineCTE
		batch := solvertest.NewBatch(t, db, opts)
		done := make(chan struct{})
		var group sync.WaitGroup
		writes, refused := 0, 0 // a write is refused while the rows of the chunk are written for longer than it waits
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
				}
				switch err := atomically(t, other, nothing); {
				case errors.Is(err, store.ErrLocked):
					refused++
				case err != nil:
					t.Errorf("write %d: %v", writes+1, err)
					return
				default:
					writes++
				}
			}
		})
		solvertest.Solve(t, batch, solvertest.Givens(solvertest.NewPool().Unique[:8]...), 8)
		close(done)
		group.Wait()
		if writes <= refused {
			t.Errorf("%d writes meanwhile, and %d were refused", writes, refused)
		}
	})
}

// TestChangedMeanwhile has another process change puzzles while they are computed. What it did stays, and the rest is
// done on top of it.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	rng := gridtest.New(3)
	list := solvertest.Givens(puzzle, gridtest.Minimal(rng), gridtest.WithClues(rng, 30), gridtest.Contradictory(rng))
	enterIn := func(t *testing.T, other *store.DB, cell setdoku.Cell) error {
		return other.Writing(t.Context(), func(c *store.Conn) error {
			return c.Enter(t.Context(), 1, cell, int(solution[cell.Index()]))
		})
	}
	enter := func(t *testing.T, other *store.DB) error {
		cell := setdoku.Cell(dbtest.Count(t, other,
			`SELECT COALESCE(MIN(c.cell), 0) FROM candidate AS c WHERE c.puzzle_id = 1`))
		if cell == 0 { // it was added and not filled in yet
			cell = setdoku.CellAt(slices.Index(puzzle[:], 0))
		}
		return enterIn(t, other, cell)
	}
	takeBack := func(t *testing.T, other *store.DB) error {
		return other.Writing(t.Context(), func(c *store.Conn) error { return c.Undo(t.Context(), 1) })
	}
	solveBy := func(names ...string) func(*testing.T, *store.DB) error {
		return func(t *testing.T, other *store.DB) error {
			opts := solvertest.Options(t, names...)
			opts.Engine = catalogue.EngineAuto
			b, err := batch.NewBatch(t.Context(), other, opts, record.Run{})
			if err != nil {
				return err
			}
			_, err = b.Solve(t.Context(), list)
			return errors.Join(err, b.Close(t.Context()))
		}
	}
	for _, tt := range gridtest.Part(4, []struct {
		name   string
		played bool // the puzzle 1 has a move before
		often  bool // at every pass, and not only at the first
		act    func(*testing.T, *store.DB) error
		runs   int // that solved something
		manual int // moves in puzzle 1 at the end
	}{
		{name: "solved by the same techniques", act: solveBy(solvertest.Basics...), runs: 1},
		{name: "solved by others", act: solveBy("full_house"), runs: 2},
		{name: "played", act: enter, runs: 1, manual: 1},
		{name: "played and taken back", act: func(t *testing.T, other *store.DB) error {
			return errors.Join(enter(t, other), takeBack(t, other))
		}, runs: 1},
		{name: "another move", played: true, act: func(t *testing.T, other *store.DB) error {
			last := dbtest.Count(t, other,
				`SELECT MIN(c.cell) FROM cell AS c WHERE c.puzzle_id = 1 AND c.rule = 'manual'`)
			if err := takeBack(t, other); err != nil {
				return err
			}
			next := setdoku.Cell(dbtest.Count(t, other,
				`SELECT MIN(c.cell) FROM candidate AS c WHERE c.puzzle_id = 1 AND c.cell > ?`, last))
			return enterIn(t, other, next)
		}, runs: 1, manual: 1},
		{name: "again and again", often: true, act: func(t *testing.T, other *store.DB) error {
			err := enter(t, other)
			if errors.Is(err, store.ErrLocked) || errors.Is(err, store.ErrIllegal) {
				return nil // the file is locked while rows are written, or there is no move left
			}
			return err
		}, runs: 1, manual: -1},
	}) {
		for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
			t.Run(tt.name+"/"+string(engine), func(t *testing.T) {
				if engine == catalogue.EngineSQL && tt.name != "played" {
					gridtest.Nightly(t, "whole paths by statements")
				}
				path := dbtest.File(t)
				other := another(t, path)
				db := dbtest.OpenTarget(t, path, 0)
				if tt.played {
					solvertest.Import(t, db, list)
					gridtest.Must(t, enter(t, other))
				}
				opts := solvertest.Options(t)
				opts.Engine = engine
				acted := 0
				opts.OnPass = func(memory.Pass) {
					if acted++; acted == 1 || tt.often {
						if err := tt.act(t, other); err != nil {
							t.Errorf("pass %d: %v", acted, err)
						}
					}
				}
				results := solvertest.Solve(t, solvertest.NewBatch(t, db, opts), list, len(list))
				if acted == 0 {
					t.Fatal("no pass was reported")
				}
				if what := solvertest.Verified(t, db); what != "" {
					t.Error(what)
				}
				for i, r := range results {
					if r.Status == "new" || r.Givens != list[i].State.Givens.String() {
						t.Errorf("result %d: %+v", i+1, r)
					}
				}
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n > 0 {
					t.Errorf("%d puzzles wait", n)
				}
				gridtest.Equal(t, "runs", dbtest.Count(t, db, `SELECT COUNT(*) FROM run`), tt.runs)
				manual := dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE puzzle_id = 1 AND rule = 'manual'`)
				if manual != tt.manual && tt.manual >= 0 || tt.manual < 0 && manual == 0 {
					t.Errorf("%d moves, want %d", manual, tt.manual)
				}
			})
		}
	}
}

// TestTwoSolveWhatWaits has two processes solve what waits in one file. Each puzzle is solved by one of them.
func TestTwoSolveWhatWaits(t *testing.T) {
	t.Parallel()
	const puzzles = 3*memory.ChunkSize + 10
	path := dbtest.File(t)
	rng := gridtest.New(8)
	one := gridtest.WithClues(rng, 36)
	var list []setdoku.Grid
	for range puzzles {
		list = append(list, gridtest.Random(rng).Digits(one))
	}
	solvertest.Import(t, dbtest.OpenTarget(t, path, 0), solvertest.Givens(list...))
	var group sync.WaitGroup
	solved := make([]map[int64]bool, 2)
	for i, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
		db := dbtest.OpenTarget(t, path, 0)
		opts := solvertest.Options(t)
		opts.Engine = engine
		b := solvertest.NewBatch(t, db, opts)
		solved[i] = make(map[int64]bool)
		group.Go(func() {
			err := b.SolveStored(t.Context(), func(results []*record.Puzzle) error {
				for _, r := range results {
					solved[i][r.PuzzleID] = true
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for id := range solved[0] {
		if solved[1][id] {
			t.Errorf("puzzle %d was solved twice", id)
		}
	}
	gridtest.Equal(t, "puzzles were solved", len(solved[0])+len(solved[1]), puzzles)
	if what := solvertest.Verified(t, dbtest.OpenTarget(t, path, 0)); what != "" {
		t.Error(what)
	}
}
