// Package batch takes puzzles of a database to the engines: lists in chunks, stored puzzles by workers, and imports.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// Batch solves the puzzles of a database chunk by chunk. It writes each chunk in one transaction.
type Batch struct {
	db      *store.DB
	conn    *store.Conn
	engine  engine
	opts    memory.Options
	run     record.Run
	runID   int64             // 0 until there is a puzzle to solve
	From    store.StartPolicy // where each puzzle begins; Restart solves finished puzzles too
	Recycle bool              // empty the database, a temporary one, after every chunk
	Live    bool              // repeat a run that stops at the first step until its puzzles end, and save each step

	// OnRefused is called with each stored row that is not a puzzle, and the reason, after the row was set aside as
	// invalid. It may be nil.
	OnRefused func(id int64, reason error)

	onPass   func(memory.Pass) // Options.OnPass of the caller
	previous int               // number of puzzles of the previous calls of Solve
	list     []*record.Puzzle  // the puzzles of this call of Solve, in the order of the input
}

// NewBatch prepares a run on db. It writes nothing until there is a puzzle to solve.
func NewBatch(ctx context.Context, db *store.DB, opts memory.Options, run record.Run) (*Batch, error) {
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
	opts.Engine = cmp.Or(opts.Engine, catalogue.EngineAuto)
	if opts.Engine == catalogue.EngineCTE {
		opts.Audit = setdoku.AuditNone // nobody reads the audit
	}
	run.Selection, run.Audit, run.Engine = opts.Selection(), opts.Audit, string(opts.Engine)
	b := &Batch{db: db, conn: conn, opts: opts, run: run, onPass: opts.OnPass}
	if b.onPass != nil {
		b.opts.OnPass = b.forwardPass
	}
	if err = conn.SkipTriggers(); err == nil {
		err = conn.SkipChecks(ctx)
	}
	if err == nil {
		err = b.useEngine(ctx)
	}
	if err != nil {
		_ = b.conn.Close() // if the connection is lost, closing it fails for the same reason
		return nil, store.Explain(err)
	}
	return b, nil
}

// forwardPass calls OnPass. If the database is emptied after every chunk, the puzzles are identified by their
// positions in the input.
func (b *Batch) forwardPass(p memory.Pass) {
	if b.Recycle {
		p.Puzzle = b.position(p.Puzzle)
		for i := range p.Grids {
			p.Grids[i].Puzzle = b.position(p.Grids[i].Puzzle)
		}
	}
	b.onPass(p)
}

// position returns the position of a puzzle in the input, from 1. A repeated puzzle has its first position. It returns
// 0 if the id is that of no puzzle.
func (b *Batch) position(id int64) int64 {
	at := slices.IndexFunc(b.list, func(p *record.Puzzle) bool { return p.PuzzleID == id })
	if at < 0 {
		return 0
	}
	return int64(b.previous + at + 1)
}

func (b *Batch) useEngine(ctx context.Context) error {
	all, err := catalogue.LoadNames(ctx, b.conn)
	if err != nil {
		return err
	}
	switch b.opts.Engine {
	case catalogue.EngineSQL:
		b.engine, err = newStatements(ctx, b.db, b.conn, all, b.opts)
	case catalogue.EngineCTE:
		b.engine, err = newCTE(ctx, b.conn, all)
	default:
		opts := b.opts
		opts.Statements = statements.NewStatements
		b.engine, err = memory.NewSolver(all, opts)
	}
	return err
}

// Close closes the engine and the connections. It writes nothing.
func (b *Batch) Close(ctx context.Context) error {
	return errors.Join(b.engine.Close(context.WithoutCancel(ctx)), b.conn.Close())
}

// Solve adds the puzzles, solves those that need it and returns a record for each, in order. Equal puzzles share a
// record. Up to memory.ChunkSize puzzles in one call are efficient. After an error or an interrupt, Solve returns the
// records that it has saved before, and the unsolved puzzles stay in the database as new.
func (b *Batch) Solve(ctx context.Context, puzzles []format.Puzzle) ([]*record.Puzzle, error) {
	err := b.conn.Atomically(ctx, func() error {
		list, known, err := b.conn.Add(ctx, puzzles)
		if err == nil {
			b.list = list
			_, err = b.conn.Start(ctx, known, b.filter())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	solved, err := b.solve(ctx, waiting(record.Distinct(b.list)))
	if err == nil {
		err = b.complete(ctx, b.list)
	}
	switch {
	case err != nil && b.Recycle:
		return nil, err // the database keeps nothing
	case err != nil:
		return solved, err
	}
	if at := slices.IndexFunc(b.list, deleted); at >= 0 {
		return nil, fmt.Errorf("puzzle %d was deleted by another process: %w", b.list[at].PuzzleID, store.ErrNoPuzzle)
	}
	b.previous += len(b.list)
	return b.list, nil
}

// deleted reports whether complete has found no puzzle for a record.
func deleted(p *record.Puzzle) bool { return p.Filled == "" }

// SolveStored solves the stored puzzles that wait, chunk by chunk, until no more wait. It calls each with the records
// of every chunk, in the order of their ids, after an interrupt also with what was saved before. An error of each ends
// it.
func (b *Batch) SolveStored(ctx context.Context, each func([]*record.Puzzle) error) error {
	_, err := b.sweep(ctx, b.filter(), each)
	return err
}

// sweep is SolveStored for the puzzles of a filter. It reports whether there were any.
func (b *Batch) sweep(ctx context.Context, w store.WorkFilter, each func([]*record.Puzzle) error) (found bool,
	err error) {
	claims := b.conn.Claims(w)
	for more := true; more && err == nil; {
		var solved []*record.Puzzle
		solved, more, err = b.take(ctx, claims)
		if err == nil {
			err = b.complete(context.WithoutCancel(ctx), solved) // it is saved
		}
		if solved = slices.DeleteFunc(solved, deleted); len(solved) > 0 {
			found = true
			slices.SortFunc(solved, func(x, y *record.Puzzle) int { return cmp.Compare(x.PuzzleID, y.PuzzleID) })
			err = cmp.Or(err, each(solved))
		}
	}
	return found, err
}

// take solves the puzzles that claims selects next, and returns those that it has saved, also with an error. There are
// none if other workers have taken them. more is false if no puzzle waits.
func (b *Batch) take(ctx context.Context, claims *store.Claims) (solved []*record.Puzzle, more bool, err error) {
	if more, err = claims.Look(ctx, memory.ChunkSize); err != nil || !more {
		return nil, false, err
	}
	var refused []*record.Puzzle
	if claims.Locks() {
		err = b.atomically(ctx, func() error {
			list, err := claims.Next(ctx)
			if err == nil {
				refused, err = b.setAside(ctx, list)
			}
			if err == nil {
				solved, err = b.solveLocked(ctx, list)
			}
			return err
		})
		if err != nil {
			solved = nil
		}
	} else {
		var list []*record.Puzzle
		list, err = claims.Next(ctx)
		if err == nil && slices.ContainsFunc(list, func(p *record.Puzzle) bool { return p.Refused != nil }) {
			err = b.atomically(ctx, func() (err error) {
				refused, err = b.setAside(ctx, list)
				return err
			})
		}
		if err == nil {
			solved, err = b.solve(ctx, waiting(list))
		}
	}
	if err != nil {
		return solved, false, err
	}
	claims.Done()
	for _, p := range refused {
		if b.OnRefused != nil {
			b.OnRefused(p.PuzzleID, p.Refused)
		}
	}
	return solved, true, nil
}

// setAside sets the rows aside that are not puzzles, unless somebody has, and returns them.
func (b *Batch) setAside(ctx context.Context, list []*record.Puzzle) (refused []*record.Puzzle, err error) {
	for _, p := range list {
		if p.Refused != nil && !p.Kept {
			refused = append(refused, p)
		}
	}
	return refused, b.conn.SetAside(ctx, refused)
}

// filter selects the puzzles that wait for the run.
func (b *Batch) filter() store.WorkFilter {
	return store.WorkFilter{From: b.From, Selection: b.run.Selection}
}

// atomically runs work in a transaction. After a rollback the batch does not remember a run that work began.
func (b *Batch) atomically(ctx context.Context, work func() error) error {
	run := b.runID
	err := b.conn.Atomically(ctx, func() error {
		b.runID = run
		return work()
	})
	if err != nil {
		b.runID = run
	}
	return err
}

// waiting returns the puzzles to solve.
func waiting(list []*record.Puzzle) []*record.Puzzle {
	return slices.DeleteFunc(slices.Clone(list), func(p *record.Puzzle) bool { return p.Kept || p.Refused != nil })
}

// complete reads the records that no engine has filled in. It leaves those of deleted puzzles.
func (b *Batch) complete(ctx context.Context, list []*record.Puzzle) error {
	bare := slices.DeleteFunc(slices.Clone(list), func(p *record.Puzzle) bool { return p.Filled != "" })
	if len(bare) == 0 && !b.Recycle {
		return nil // also after an interrupt
	}
	byID, err := store.Results(ctx, b.conn, record.IDs(bare))
	if err == nil {
		err = b.conn.FillGrids(ctx, byID)
	}
	if err != nil {
		return err
	}
	for _, p := range list {
		if r := byID[p.PuzzleID]; r != nil {
			r.Kept = p.Kept
			*p = *r
		}
	}
	if b.Recycle {
		return b.conn.Atomically(ctx, func() error { return b.conn.Empty(ctx) })
	}
	return nil
}
