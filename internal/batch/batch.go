// Package batch takes puzzles of a database to the engines: lists in chunks, stored puzzles by workers, and imports.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// Batch solves the puzzles of a database chunk by chunk. It writes each chunk in one transaction.
type Batch struct {
	db      *database.DB
	conn    *database.Conn
	scratch *database.Conn // for the driver's statements; conn itself unless the database is a server
	engine  engine
	opts    memory.Options
	run     database.Run
	runID   int64 // 0 until there is a puzzle to solve
	// the puzzles that the last call solved, each with its result, nil if only the database has it
	done    map[int64]*record.Puzzle
	From    database.Begin // where each puzzle begins; Anew solves finished puzzles too
	Recycle bool           // empty the database, a temporary one, after every chunk
	Live    bool           // repeat a run that stops at the first step until its puzzles end, and save each step

	// OnRefused is called with each stored row that is not a puzzle, and the reason, after the row was set aside as
	// invalid. It may be nil.
	OnRefused func(id int64, reason error)

	claims    *database.Claims  // of SolveStored
	onPass    func(memory.Pass) // Options.OnPass of the caller
	previous  int               // number of puzzles of the previous calls of Solve
	positions map[int64]int64   // by puzzle_id: position of the chunk's puzzles in the input, from 1
}

// NewBatch prepares a run on db. It writes nothing until there is a puzzle to solve.
func NewBatch(ctx context.Context, db *database.DB, opts memory.Options, run database.Run) (*Batch, error) {
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
	opts.Engine = cmp.Or(opts.Engine, memory.EngineSQL)
	if opts.Engine == memory.EngineCTE {
		opts.Audit = setdoku.AuditNone // nobody reads the audit
	}
	run.Selection, run.Audit, run.Engine = opts.Selection(), opts.Audit, string(opts.Engine)
	b := &Batch{db: db, conn: conn, scratch: conn, opts: opts, run: run, onPass: opts.OnPass}
	if b.onPass != nil {
		b.opts.OnPass = b.forwardPass
	}
	if err = conn.SkipTriggers(); err == nil {
		err = b.useEngine(ctx)
	}
	if err != nil {
		_ = b.disconnect() // if the connections are lost, closing them fails for the same reason
		return nil, database.Explain(err)
	}
	return b, nil
}

// forwardPass calls OnPass. If the database is emptied after every chunk, the puzzles are identified by their
// positions in the input.
func (b *Batch) forwardPass(p memory.Pass) {
	if b.Recycle {
		p.Puzzle = b.positions[p.Puzzle]
		for i := range p.Grids {
			p.Grids[i].Puzzle = b.positions[p.Grids[i].Puzzle]
		}
	}
	b.onPass(p)
}

// setPositions stores the position in the input of the puzzles of a chunk. A repeated puzzle has its first position.
func (b *Batch) setPositions(starts []record.Start) {
	b.positions = make(map[int64]int64, len(starts))
	for i := range starts {
		if _, twice := b.positions[starts[i].PuzzleID]; !twice {
			b.positions[starts[i].PuzzleID] = int64(b.previous + i + 1)
		}
	}
}

func (b *Batch) useEngine(ctx context.Context) (err error) {
	switch b.opts.Engine {
	case memory.EngineSQL:
		return b.useStatements(ctx)
	case memory.EngineCTE:
		b.engine, err = newCTE(ctx, b.conn)
		return err
	}
	return b.useMemory(ctx)
}

func (b *Batch) useStatements(ctx context.Context) (err error) {
	if !b.db.InProcess() {
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
	opts := b.opts
	opts.Statements = driver.NewStatements
	m, err := memory.NewSolver(catalogue, opts)
	b.engine = &memoryEngine{computed{conn: b.conn, engine: b.run.Engine}, m}
	return err
}

// Close closes the engine and the connections. It writes nothing.
func (b *Batch) Close(ctx context.Context) error {
	return errors.Join(b.engine.Close(context.WithoutCancel(ctx)), b.disconnect())
}

// disconnect closes the connections.
func (b *Batch) disconnect() error {
	err := b.conn.Close()
	if b.scratch != b.conn {
		err = errors.Join(err, b.scratch.Close())
	}
	return err
}

// Solve adds the puzzles, solves those that need it and returns a result for each, in order. Up to memory.ChunkSize
// puzzles in one call are efficient. After an error or an interrupt, the unsolved puzzles stay in the database as
// new.
func (b *Batch) Solve(ctx context.Context, puzzles []format.Puzzle) ([]record.Puzzle, error) {
	b.done = make(map[int64]*record.Puzzle)
	var starts []record.Start
	err := b.atomically(ctx, func() (err error) {
		starts, err = b.conn.Add(ctx, puzzles, b.From)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.setPositions(starts)
	err = b.solve(ctx, starts)
	if err == nil {
		err = b.goOn(ctx, starts)
	}
	if err != nil {
		return nil, err
	}
	b.previous += len(starts)
	return b.results(ctx, ids(starts))
}

// SolveStored solves the next chunk of stored puzzles and returns their results, in the order of their ids. The list is
// empty when no more puzzles wait.
func (b *Batch) SolveStored(ctx context.Context) ([]record.Puzzle, error) {
	if b.claims == nil {
		b.claims = b.conn.Claims(b.filter())
	}
	for {
		starts, err := b.take(ctx, b.claims)
		if err == nil {
			err = b.goOn(ctx, starts)
		}
		if err != nil || starts == nil {
			return nil, err
		}
		own := slices.DeleteFunc(ids(starts), func(id int64) bool { return !b.hasSolved(id) })
		if len(own) > 0 {
			return b.results(ctx, own)
		}
	}
}

// take solves the puzzles that claims selects next. It returns them in their state before, nil if there are no more,
// and an empty list if other workers have taken them.
func (b *Batch) take(ctx context.Context, claims *database.Claims) (starts []record.Start, err error) {
	b.done = make(map[int64]*record.Puzzle)
	more, err := claims.Look(ctx, memory.ChunkSize)
	if err != nil || !more {
		return nil, err
	}
	if b.db.LocksRows() {
		err = b.atomically(ctx, func() (err error) {
			if starts, err = claims.Next(ctx); err == nil {
				err = b.conn.SetAside(ctx, b.refused(starts))
			}
			if err != nil {
				return err
			}
			return b.solveLocked(ctx, b.waiting(starts))
		})
	} else if starts, err = claims.Next(ctx); err == nil {
		if refused := b.refused(starts); len(refused) > 0 {
			err = b.atomically(ctx, func() error { return b.conn.SetAside(ctx, refused) })
		}
		if err == nil {
			err = b.solve(ctx, starts)
		}
	}
	if err != nil {
		return nil, err
	}
	claims.Done()
	for _, s := range b.refused(starts) {
		if b.OnRefused != nil {
			b.OnRefused(s.PuzzleID, s.Refused)
		}
	}
	starts = slices.DeleteFunc(starts, func(s record.Start) bool { return s.Refused != nil })
	if starts == nil {
		starts = []record.Start{} // others have them
	}
	return starts, nil
}

// refused returns the rows that are not puzzles and that nobody has set aside.
func (b *Batch) refused(starts []record.Start) (list []record.Start) {
	filter := b.filter()
	for i := range starts {
		if s := &starts[i]; s.Refused != nil && filter.Takes(s) {
			list = append(list, *s)
		}
	}
	return list
}

// filter selects the puzzles that wait for the run.
func (b *Batch) filter() database.WorkFilter {
	return database.WorkFilter{From: b.From, Selection: b.run.Selection}
}

// atomically runs work in a transaction. After a rollback the batch remembers neither the run nor the results of
// work.
func (b *Batch) atomically(ctx context.Context, work func() error) error {
	run, done := b.runID, maps.Clone(b.done)
	err := b.conn.Atomically(ctx, func() error {
		b.runID, b.done = run, maps.Clone(done)
		return work()
	})
	if err != nil {
		b.runID, b.done = run, done
	}
	return err
}

// hasSolved reports whether the last call solved a puzzle.
func (b *Batch) hasSolved(id int64) bool {
	_, solved := b.done[id]
	return solved
}

// waiting returns the puzzles to solve, each once.
func (b *Batch) waiting(starts []record.Start) (chunk []record.Start) {
	filter, seen := b.filter(), make(map[int64]bool, len(starts))
	for i := range starts {
		if s := &starts[i]; s.Refused == nil && filter.Takes(s) && !seen[s.PuzzleID] && !b.hasSolved(s.PuzzleID) {
			seen[s.PuzzleID] = true
			chunk = append(chunk, *s)
		}
	}
	return chunk
}

// results returns the results of puzzles by id, in order.
func (b *Batch) results(ctx context.Context, ids []int64) ([]record.Puzzle, error) {
	others := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return b.done[id] != nil })
	byID, err := database.Results(ctx, b.conn, others)
	if err != nil {
		return nil, err
	}
	if err := b.conn.FillGrids(ctx, byID); err != nil {
		return nil, err
	}
	for id, r := range b.done {
		if r != nil {
			byID[id] = *r
		}
	}
	if b.Recycle {
		err = b.conn.Atomically(ctx, func() error { return b.conn.Empty(ctx) })
	}
	list := make([]record.Puzzle, len(ids))
	for i, id := range ids {
		r, there := byID[id]
		if !there && err == nil {
			err = fmt.Errorf("puzzle %d: %w any more: another process has deleted it", id, database.ErrNoPuzzle)
		}
		list[i] = r
	}
	return list, err
}

func ids(starts []record.Start) []int64 {
	list := make([]int64, len(starts))
	for i := range starts {
		list[i] = starts[i].PuzzleID
	}
	return list
}
