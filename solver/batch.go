package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"

	"setdoku/internal/format"
	"setdoku/store"
)

// ChunkSize is how many puzzles one transaction solves. It suits the cache: larger
// chunks gain nothing, much smaller ones pay for more calls of every statement.
const ChunkSize = 250

// Batch solves puzzles of one database chunk by chunk; each chunk is one transaction.
type Batch struct {
	db      *store.DB
	conn    *store.Conn
	scratch *store.Conn // where the driver works, conn itself unless the database is a server
	driver  *Driver     // nil when the puzzles are solved in memory
	memory  *memory     // nil when they are not
	cte     *cte        // nil unless one statement solves them
	opts    Options
	run     store.Run
	runID   int64                  // 0 until there is something to solve
	solved  map[int64]store.Result // of the chunk, what is known without asking the database
	Again   bool                   // solve anew what is finished
	Recycle bool                   // empty the database after every chunk: it is a temporary one
}

// NewBatch opens a run on db. Nothing is written until there is a puzzle to solve.
func NewBatch(ctx context.Context, db *store.DB, opts Options, run store.Run) (*Batch, error) {
	if len(opts.Techniques) == 0 {
		return nil, errors.New("no techniques selected")
	}
	conn, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	opts.Audit = cmp.Or(opts.Audit, AuditFull)
	opts.Engine = cmp.Or(opts.Engine, EngineSQL)
	if opts.Engine == EngineCTE {
		opts.Audit = AuditNone // there is nothing to audit
	}
	run.Selection, run.Audit, run.Engine = opts.Selection(), string(opts.Audit), string(opts.Engine)
	b := &Batch{db: db, conn: conn, scratch: conn, opts: opts, run: run}
	switch opts.Engine {
	case EngineSQL:
		err = b.useStatements(ctx)
	case EngineCTE:
		b.cte, err = newCTE(ctx, conn)
	default:
		err = b.useMemory(ctx)
	}
	if err != nil {
		return nil, errors.Join(store.Explain(err), b.disconnect())
	}
	return b, nil
}

func (b *Batch) useStatements(ctx context.Context) (err error) {
	if b.db.Dialect() == store.Postgres {
		scratch, err := b.db.Acquire(ctx)
		if err != nil {
			return err
		}
		b.scratch = scratch
	}
	b.driver, err = newDriver(ctx, b.scratch, b.conn, b.opts)
	return err
}

func (b *Batch) useMemory(ctx context.Context) error {
	catalogue, err := LoadNames(ctx, b.conn)
	if err == nil {
		err = b.conn.Trust(ctx)
	}
	if err == nil {
		b.memory, err = newMemory(catalogue, b.opts)
	}
	return err
}

// Spent returns what every statement has cost so far, dearest first; none in memory.
func (b *Batch) Spent() []Spent {
	if b.driver == nil {
		return nil
	}
	return b.driver.Spent()
}

// Close ends the run.
func (b *Batch) Close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var err error
	if b.runID != 0 && !b.Recycle {
		err = b.db.EndRun(ctx, b.runID)
	}
	if b.driver != nil {
		err = errors.Join(err, b.driver.Close(ctx))
	}
	if b.memory != nil {
		err = errors.Join(err, b.memory.foreign.close(ctx))
	}
	if b.cte != nil {
		err = errors.Join(err, b.cte.close())
	}
	return errors.Join(err, b.disconnect())
}

// disconnect gives the connections back.
func (b *Batch) disconnect() error {
	err := b.conn.Close()
	if b.scratch != b.conn {
		err = errors.Join(err, b.scratch.Close())
	}
	return err
}

// Solve adds the puzzles (at most ChunkSize make sense), solves those that wait for it
// and returns a result for each, in order.
func (b *Batch) Solve(ctx context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
	var entries []store.Entry
	add := func() (err error) {
		entries, err = b.conn.Add(ctx, puzzles)
		return err
	}
	if b.scratch != b.conn {
		// The driver sees what is committed, so that comes first. Puzzles that are added and
		// then not solved wait in the database for the next call.
		if err := b.conn.Atomically(ctx, add); err != nil {
			return nil, err
		}
		add = func() error { return b.conn.Lock(ctx, entries) }
	}
	run := b.runID // what is rolled back has begun no run
	err := b.conn.Atomically(ctx, func() error {
		b.runID = run
		if err := add(); err != nil {
			return err
		}
		return b.solve(ctx, entries)
	})
	if err != nil {
		b.runID = run
		return nil, err
	}
	return b.results(ctx, entries)
}

// SolveStored solves the next chunk of puzzles after puzzle_id after that wait in the
// database and returns their results, none when there are no more.
func (b *Batch) SolveStored(ctx context.Context, after int64) ([]store.Result, error) {
	entries, err := b.take(ctx, store.Waiting{Selection: b.run.Selection, Again: b.Again}, after)
	if err != nil {
		return nil, err
	}
	return b.results(ctx, entries)
}

// take solves the next chunk of puzzles after puzzle_id after that wait and returns them as they were.
func (b *Batch) take(ctx context.Context, w store.Waiting, after int64) (entries []store.Entry, err error) {
	run := b.runID // what is rolled back has begun no run
	err = b.conn.Atomically(ctx, func() (err error) {
		b.runID = run
		if entries, err = b.conn.Take(ctx, w, after, ChunkSize); err != nil {
			return err
		}
		return b.solve(ctx, entries)
	})
	if err != nil {
		b.runID = run
		return nil, err
	}
	return entries, nil
}

func (b *Batch) solve(ctx context.Context, entries []store.Entry) error {
	b.solved = make(map[int64]store.Result)
	chunk := b.waiting(entries)
	if len(chunk) == 0 {
		return nil
	}
	if b.runID == 0 {
		id, err := b.conn.BeginRun(ctx, b.run)
		if err != nil {
			return err
		}
		b.runID = id
	}
	if err := b.conn.Strip(ctx, entries); err != nil {
		return err
	}
	var err error
	var parts []store.Outcomes
	switch {
	case b.memory != nil:
		parts, err = b.memory.solve(ctx, b.conn, b.runID, chunk)
	case b.cte != nil:
		parts, err = b.cte.solve(ctx, b.conn, b.runID, chunk)
	default:
		err = b.driver.Solve(ctx, b.runID, chunk)
	}
	for i := range parts {
		for _, r := range parts[i].Results {
			b.solved[r.PuzzleID] = *r
		}
	}
	if err != nil {
		return fmt.Errorf("solve puzzles %d to %d: %w", chunk[0].PuzzleID, chunk[len(chunk)-1].PuzzleID, err)
	}
	return nil
}

// waiting picks the puzzles to be solved and says what of them stays: nothing but the
// givens, unless somebody has played by hand, then all of it.
func (b *Batch) waiting(entries []store.Entry) []Work {
	var chunk []Work
	seen := make(map[int64]bool, len(entries))
	for _, e := range entries {
		waits := b.Again || e.Status == "new" || e.Status == "stuck" && e.Selection != b.run.Selection
		if !waits || seen[e.PuzzleID] {
			continue
		}
		seen[e.PuzzleID] = true
		w := Work{PuzzleID: e.PuzzleID}
		switch {
		case e.Bare, e.Partial:
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
