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

// Batch solves puzzles of one database chunk by chunk. A chunk is written in one transaction.
type Batch struct {
	db      *store.DB
	conn    *store.Conn
	scratch *store.Conn // where the statements work, conn itself unless the database is a server
	engine  engine
	opts    driver.Options
	run     store.Run
	runID   int64                  // 0 until there is something to solve
	saved   map[int64]bool         // the puzzles of the last call that this batch has solved
	solved  map[int64]store.Result // of these, what is known without asking the database
	kept    bool                   // from the lock, by another process
	Again   bool                   // solve anew what is finished
	Recycle bool                   // empty the database after every chunk: it is a temporary one
	onPass  func(driver.Pass)      // what the caller's Options.OnPass was
	before  int                    // puzzles of the calls of Solve before
	places  map[int64]int64        // the places of the chunk's puzzles in the input, from 1, by puzzle_id
}

// NewBatch opens a run on db. Nothing is written until there is a puzzle to solve.
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
		opts.Audit = setdoku.AuditNone // there is nothing to audit
	}
	run.Selection, run.Audit, run.Engine = opts.Selection(), opts.Audit, string(opts.Engine)
	b := &Batch{db: db, conn: conn, scratch: conn, opts: opts, run: run, onPass: opts.OnPass}
	if b.onPass != nil {
		b.opts.OnPass = b.told
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
		return nil, errors.Join(store.Explain(err), b.disconnect())
	}
	return b, nil
}

// told passes a pass on. The puzzles of a database that is emptied after every chunk are known by their places in the input.
func (b *Batch) told(p driver.Pass) {
	if b.Recycle {
		p.Puzzle = b.places[p.Puzzle]
		for i := range p.Grids {
			p.Grids[i].Puzzle = b.places[p.Grids[i].Puzzle]
		}
	}
	b.onPass(p)
}

// place notes where the puzzles of a chunk stand in the input, of those that come twice the first place.
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
	b.engine = &memoryEngine{record{conn: b.conn}, m}
	return err
}

// Spent returns what every statement has cost so far, dearest first; none in memory.
func (b *Batch) Spent() []statement.Spent {
	if d, is := b.engine.(*driver.Driver); is {
		return d.Spent()
	}
	return nil
}

// ErrRunOpen says that the table run does not say when the run ended. All that was solved is stored.
var ErrRunOpen = errors.New("all is stored, but not when the run ended")

// Close ends the run. The error wraps ErrRunOpen when that is all that failed.
func (b *Batch) Close(ctx context.Context) error {
	err := b.end(ctx)
	ctx = context.WithoutCancel(ctx)
	if others := errors.Join(b.engine.Close(ctx), b.disconnect()); others != nil {
		return errors.Join(err, others)
	}
	return err
}

// end notes the end of the run, also of one that was interrupted. When ctx ends, or nobody has let go of the lock before, it
// does not wait much longer.
func (b *Batch) end(ctx context.Context) error {
	if b.runID == 0 || b.Recycle {
		return nil
	}
	over := ctx.Done()
	if b.kept {
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

// disconnect gives the connections back.
func (b *Batch) disconnect() error {
	err := b.conn.Close()
	if b.scratch != b.conn {
		err = errors.Join(err, b.scratch.Close())
	}
	return err
}

// Solve adds the puzzles (at most driver.ChunkSize make sense), solves those that wait for it
// and returns a result for each, in order. Puzzles that are added and then not solved, because of an error or
// an interruption, wait in the database.
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

// SolveStored solves the next chunk of puzzles after puzzle_id after that wait in the
// database and returns their results, none when there are no more.
func (b *Batch) SolveStored(ctx context.Context, after int64) ([]store.Result, error) {
	for {
		entries, err := b.take(ctx, store.WorkFilter{Selection: b.run.Selection, Again: b.Again}, after)
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

// take solves the next chunk of puzzles after puzzle_id after that wait and returns them as they were.
func (b *Batch) take(ctx context.Context, w store.WorkFilter, after int64) (entries []store.Entry, err error) {
	b.reset()
	if b.db.Dialect() == store.Postgres {
		err = b.atomically(ctx, func() (err error) {
			if entries, err = b.conn.Take(ctx, w, after, driver.ChunkSize); err != nil {
				return err
			}
			return b.solveInTransaction(ctx, b.waiting(entries))
		})
		return entries, err
	}
	if entries, err = b.conn.Take(ctx, w, after, driver.ChunkSize); err != nil {
		return nil, err
	}
	return entries, b.solve(ctx, entries)
}

// reset clears the results of the previous call.
func (b *Batch) reset() {
	b.saved, b.solved = make(map[int64]bool), make(map[int64]store.Result)
}

// atomically runs work in a transaction. What is rolled back has begun no run and saved nothing.
func (b *Batch) atomically(ctx context.Context, work func() error) error {
	run, saved, solved := b.runID, maps.Clone(b.saved), maps.Clone(b.solved)
	err := b.conn.Atomically(ctx, func() error {
		b.runID, b.saved, b.solved = run, maps.Clone(saved), maps.Clone(solved)
		return work()
	})
	if err != nil {
		b.runID, b.saved, b.solved = run, saved, solved
		b.kept = errors.Is(err, store.ErrLocked)
	}
	return err
}

// waiting picks the puzzles to be solved and says what of them stays: nothing but the
// givens, unless somebody has played by hand, then all of it.
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
		case e.Bare, e.Partial:
			w.Kept, w.Strip = -1, e.Partial
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
