package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// replayEngine solves states with the techniques of a run, and keeps everything.
type replayEngine interface {
	make(ctx context.Context, states []format.Puzzle) ([]*record.Puzzle, error)
	close(ctx context.Context) error
}

// enginesMost limits the engines that are cached. A database that somebody played in has hundreds of runs, but most of
// them select one of a few sets of techniques.
const enginesMost = 8

// engine returns the engine for a run. It closes others if there are too many.
func (m *replayer) engine(ctx context.Context, key string, run record.Run) (replayEngine, error) {
	if k := m.engines[key]; k != nil {
		return k, nil
	}
	for other, k := range m.engines {
		if len(m.engines) < enginesMost {
			break
		}
		delete(m.engines, other)
		if err := k.close(ctx); err != nil {
			return nil, err
		}
	}
	techniques, err := m.selected(run)
	if err != nil {
		return nil, fmt.Errorf("make run %d again: %w", run.ID, err)
	}
	opts := memory.Options{Engine: m.count.Engine, Techniques: techniques, StopAtFirst: run.StopAtFirst,
		Audit: setdoku.AuditFull, Statements: statements.NewStatements}
	if m.count.Engine == catalogue.EngineSQL {
		m.engines[key], err = newStatementMaker(ctx, techniques, opts)
	} else {
		var in *memory.Solver
		in, err = memory.NewSolver(m.techniques, opts)
		m.engines[key] = memoryMaker{in}
	}
	if err != nil {
		delete(m.engines, key)
		return nil, err
	}
	return m.engines[key], nil
}

// selected returns the techniques of a run in the order of the database.
func (m *replayer) selected(run record.Run) (catalogue.Catalogue, error) {
	c, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	for _, t := range m.fromFiles {
		if !slices.Contains(run.Techniques, t.Name) {
			continue
		}
		if c, err = c.With(t, nil); err != nil {
			return nil, err
		}
	}
	if c, err = c.WithSizes(run.Techniques); err != nil {
		return nil, err
	}
	return c.Select(run.Techniques, nil)
}

// memoryMaker makes attempts with the engine in memory.
type memoryMaker struct{ *memory.Solver }

func (k memoryMaker) close(ctx context.Context) error { return k.Close(ctx) }

func (k memoryMaker) make(ctx context.Context, states []format.Puzzle) ([]*record.Puzzle, error) {
	return k.Solve(ctx, states)
}

// statementMaker makes attempts with the statements, in a temporary database.
type statementMaker struct {
	db     *store.DB
	solver *batch.Batch
}

func newStatementMaker(ctx context.Context, techniques catalogue.Catalogue, opts memory.Options) (_ replayEngine,
	err error) {
	k := new(statementMaker)
	if k.db, err = store.OpenTemp(ctx); err != nil {
		return nil, err
	}
	if err = statements.AddNames(ctx, k.db, techniques); err == nil {
		k.solver, err = batch.NewBatch(ctx, k.db, opts, record.Run{})
	}
	if err != nil {
		return nil, errors.Join(err, k.db.Close())
	}
	k.solver.Recycle = true
	return k, nil
}

func (k *statementMaker) close(ctx context.Context) error {
	return errors.Join(k.solver.Close(ctx), k.db.Close())
}

func (k *statementMaker) make(ctx context.Context, states []format.Puzzle) ([]*record.Puzzle, error) {
	return k.solver.Solve(ctx, states)
}
