package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// Batch solves the puzzles of a database chunk by chunk. It writes each chunk in one transaction.
type Batch struct {
	db        *store.DB
	conn      *store.Conn
	scratch   *store.Conn // for the driver's statements; conn itself unless the database is a server
	engine    engine
	opts      driver.Options
	run       store.Run
	runID     int64                  // 0 until there is a puzzle to solve
	saved     map[int64]bool         // the puzzles of the last call that this batch has solved
	solved    map[int64]store.Result // their results, if known without reading the database
	lockedOut bool                   // another process kept the lock for too long
	Again     bool                   // solve finished puzzles again
	Recycle   bool                   // empty the database, a temporary one, after every chunk
	onPass    func(driver.Pass)      // Options.OnPass of the caller
	before    int                    // puzzles of the previous calls of Solve
	places    map[int64]int64        // by puzzle_id: position of the chunk's puzzles in the input, from 1
}

// NewBatch prepares a run on db. It writes nothing until there is a puzzle to solve.
func NewBatch(ctx context.Context, db *store.DB, opts driver.Options, run store.Run) (*Batch, error) {
	if len(opts.Techniques) == 0 {
		return nil, errors.New("no techniques selected")
	}
	if err := db.CheckReference(ctx); err != nil {
		return nil, err
	}
	conn, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	opts.Audit = cmp.Or(opts.Audit, setdoku.AuditFull)
	opts.Engine = cmp.Or(opts.Engine, driver.EngineSQL)
	if opts.Engine == driver.EngineCTE {
		opts.Audit = setdoku.AuditNone // nobody reads the audit
	}
	run.Selection, run.Audit, run.Engine = opts.Selection(), opts.Audit, string(opts.Engine)
	b := &Batch{db: db, conn: conn, scratch: conn, opts: opts, run: run, onPass: opts.OnPass}
	if b.onPass != nil {
		b.opts.OnPass = b.forwardPass
	}
	switch opts.Engine {
	case driver.EngineSQL:
		err = b.useStatements(ctx)
	case driver.EngineCTE:
		b.engine, err = newCTE(ctx, conn)
	default:
		err = b.useMemory(ctx)
	}
	if err != nil {
		_ = b.disconnect() // if the connections are lost, closing them fails for the same reason
		return nil, store.Explain(err)
	}
	return b, nil
}

// forwardPass calls OnPass. If the database is emptied after every chunk, the puzzles are identified by their
// positions in the input.
func (b *Batch) forwardPass(p driver.Pass) {
	if b.Recycle {
		p.Puzzle = b.places[p.Puzzle]
		for i := range p.Grids {
			p.Grids[i].Puzzle = b.places[p.Grids[i].Puzzle]
		}
	}
	b.onPass(p)
}

// place stores the position in the input of the puzzles of a chunk. A repeated puzzle has its first position.
func (b *Batch) place(entries []store.Entry) {
	b.places = make(map[int64]int64, len(entries))
	for i, e := range entries {
		if _, twice := b.places[e.PuzzleID]; !twice {
			b.places[e.PuzzleID] = int64(b.before + i + 1)
		}
	}
}

func (b *Batch) useStatements(ctx context.Context) (err error) {
	if b.db.Dialect() == store.Postgres {
		scratch, err := b.db.Acquire(ctx)
		if err != nil {
			return err
		}
		b.scratch = scratch
	}
	b.engine, err = driver.NewDriver(ctx, b.scratch, b.conn, b.opts)
	return err
}

func (b *Batch) useMemory(ctx context.Context) error {
	catalogue, err := catalogue.LoadNames(ctx, b.conn)
	if err == nil {
		err = b.conn.SkipChecks(ctx)
	}
	if err != nil {
		return err
	}
	m, err := newPool(catalogue, b.opts)
	b.engine = &memoryEngine{record{conn: b.conn, engine: b.run.Engine}, m}
	return err
}

// Spent returns the time spent in every statement so far, in descending order. It is empty for engines in memory.
func (b *Batch) Spent() []statement.Spent {
	if d, is := b.engine.(*driver.Driver); is {
		return d.Spent()
	}
	return nil
}

// ErrRunOpen is the error of Close when the end of the run could not be stored. All results are stored.
var ErrRunOpen = errors.New("all results are stored, but not the time when the run ended")

// Close ends the run. The error wraps ErrRunOpen if nothing else failed.
func (b *Batch) Close(ctx context.Context) error {
	err := b.end(ctx)
	if others := b.drop(ctx); others != nil {
		return errors.Join(err, others)
	}
	return err
}

// drop is Close, but the run goes on.
func (b *Batch) drop(ctx context.Context) error {
	return errors.Join(b.engine.Close(context.WithoutCancel(ctx)), b.disconnect())
}

// end stores the end of the run, also after an interrupt. If ctx has ended, or another process kept the lock too long
// before, it waits only briefly.
func (b *Batch) end(ctx context.Context) error {
	if b.runID == 0 || b.Recycle {
		return nil
	}
	over := ctx.Done()
	if b.lockedOut {
		closed := make(chan struct{})
		close(closed)
		over = closed
	}
	err := b.conn.EndRun(store.WithShortWaitAfter(context.WithoutCancel(ctx), over), b.runID)
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("%w: %w", ErrRunOpen, err)
	}
	return err
}

// disconnect closes the connections.
func (b *Batch) disconnect() error {
	err := b.conn.Close()
	if b.scratch != b.conn {
		err = errors.Join(err, b.scratch.Close())
	}
	return err
}

// Solve adds the puzzles, solves those that need it and returns a result for each, in order. Up to driver.ChunkSize
// puzzles in one call are efficient. After an error or an interrupt, the unsolved puzzles stay in the database as
// new.
func (b *Batch) Solve(ctx context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
	b.reset()
	var entries []store.Entry
	err := b.atomically(ctx, func() (err error) {
		entries, err = b.conn.Add(ctx, puzzles)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.place(entries)
	if err := b.solve(ctx, entries); err != nil {
		return nil, err
	}
	b.before += len(entries)
	return b.results(ctx, entries)
}

// SolveStored solves the next chunk of stored puzzles with ids greater than after and returns their results. The list
// is empty when there are no more puzzles to solve.
func (b *Batch) SolveStored(ctx context.Context, after int64) ([]store.Result, error) {
	filter := store.WorkFilter{Selection: b.run.Selection, Again: b.Again}
	for {
		entries, err := b.take(ctx, func() ([]store.Entry, error) { return b.conn.Take(ctx, filter, after, driver.ChunkSize) })
		if err != nil || len(entries) == 0 {
			return nil, err
		}
		after = entries[len(entries)-1].PuzzleID
		own := slices.DeleteFunc(entries, func(e store.Entry) bool { return !b.saved[e.PuzzleID] })
		if len(own) > 0 {
			return b.results(ctx, own)
		}
	}
}

// take solves the puzzles that next selects and locks, and returns them as they were before.
func (b *Batch) take(ctx context.Context, next func() ([]store.Entry, error)) (entries []store.Entry, err error) {
	b.reset()
	if b.db.Dialect() == store.Postgres {
		err = b.atomically(ctx, func() (err error) {
			if entries, err = next(); err != nil {
				return err
			}
			return b.solveInTransaction(ctx, b.waiting(entries))
		})
		return entries, err
	}
	if entries, err = next(); err != nil {
		return nil, err
	}
	return entries, b.solve(ctx, entries)
}

// reset clears the results of the previous call.
func (b *Batch) reset() {
	b.saved, b.solved = make(map[int64]bool), make(map[int64]store.Result)
}

// atomically runs work in a transaction. After a rollback the batch remembers neither the run nor the results of
// work.
func (b *Batch) atomically(ctx context.Context, work func() error) error {
	run, saved, solved := b.runID, maps.Clone(b.saved), maps.Clone(b.solved)
	err := b.conn.Atomically(ctx, func() error {
		b.runID, b.saved, b.solved = run, maps.Clone(saved), maps.Clone(solved)
		return work()
	})
	if err != nil {
		b.runID, b.saved, b.solved = run, saved, solved
		b.lockedOut = errors.Is(err, store.ErrLocked)
	}
	return err
}

// waiting selects the puzzles to solve and their steps that stay: the givens only, or everything if the puzzle has
// steps by hand.
func (b *Batch) waiting(entries []store.Entry) []driver.Work {
	var chunk []driver.Work
	seen := make(map[int64]bool, len(entries))
	for _, e := range entries {
		waits := b.Again || e.Status == setdoku.StatusNew || e.Status == setdoku.StatusStuck && e.Selection != b.run.Selection
		if !waits || seen[e.PuzzleID] || b.saved[e.PuzzleID] {
			continue
		}
		seen[e.PuzzleID] = true
		w := driver.Work{PuzzleID: e.PuzzleID}
		switch {
		case e.Bare:
			w.Kept = -1
		case e.ByHand && !b.Again:
			w.Kept = e.Steps
		}
		chunk = append(chunk, w)
	}
	return chunk
}

func (b *Batch) results(ctx context.Context, entries []store.Entry) ([]store.Result, error) {
	var others []int64
	for _, id := range ids(entries) {
		if _, known := b.solved[id]; !known {
			others = append(others, id)
		}
	}
	byID, err := store.Results(ctx, b.conn, others)
	if err != nil {
		return nil, err
	}
	if err := store.FillGrids(ctx, b.conn, byID); err != nil {
		return nil, err
	}
	maps.Copy(byID, b.solved)
	if b.Recycle {
		err = b.conn.Atomically(ctx, func() error { return b.conn.Empty(ctx) })
	}
	for _, e := range entries {
		if _, there := byID[e.PuzzleID]; !there && err == nil {
			err = fmt.Errorf("puzzle %d: %w any more: another process has deleted it", e.PuzzleID, store.ErrNoPuzzle)
		}
	}
	return inOrder(entries, byID), err
}

func ids(entries []store.Entry) []int64 {
	list := make([]int64, len(entries))
	for i, e := range entries {
		list[i] = e.PuzzleID
	}
	return list
}

func inOrder(entries []store.Entry, byID map[int64]store.Result) []store.Result {
	list := make([]store.Result, len(entries))
	for i, e := range entries {
		list[i] = byID[e.PuzzleID]
	}
	return list
}
