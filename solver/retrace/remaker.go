package retrace

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// remakersMost limits the remakers that a judge keeps. A database that somebody played in has hundreds of runs,
// but most of them select one of a few sets of techniques.
const remakersMost = 8

// remaker makes the attempts of one selection again.
type remaker struct {
	db     *store.DB
	conn   *store.Conn
	solver *batch.Batch
}

// remaker returns the remaker for a run. It closes others if there are too many.
func (j *Judge) remaker(ctx context.Context, key string, run setdoku.Run) (*remaker, error) {
	if b := j.remakers[key]; b != nil {
		return b, nil
	}
	for other, b := range j.remakers {
		if len(j.remakers) < remakersMost {
			break
		}
		delete(j.remakers, other)
		if err := b.close(ctx); err != nil {
			return nil, err
		}
	}
	techniques, err := j.techniques(ctx, run)
	if err != nil {
		return nil, fmt.Errorf("make run %d again: %w", run.ID, err)
	}
	b := &remaker{db: j.db}
	if b.conn, err = j.db.Acquire(ctx); err != nil {
		return nil, err
	}
	b.solver, err = batch.NewBatch(ctx, j.db, driver.Options{
		Engine: j.engine(run), Techniques: techniques, StopAtFirst: run.StopAtFirst, Audit: setdoku.AuditFull,
	}, store.Run{})
	if err != nil {
		return nil, errors.Join(err, b.conn.Close())
	}
	j.remakers[key] = b
	return b, nil
}

// techniques returns the techniques of a run that are not absent, in the order of the database.
func (j *Judge) techniques(ctx context.Context, run setdoku.Run) (catalogue.Catalogue, error) {
	c, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	absent := j.absent(run)
	names := slices.DeleteFunc(slices.Clone(run.Techniques), func(name string) bool { return absent[name] })
	for _, t := range j.fromFiles {
		if !slices.Contains(names, t.Name) {
			continue
		}
		if c, err = c.With(t, nil); err != nil {
			return nil, err
		}
	}
	if c, err = c.WithSizes(names); err != nil {
		return nil, err
	}
	if err := c.AddNames(ctx, j.db); err != nil {
		return nil, err
	}
	return c.Select(names, nil)
}

// make solves the states as far as the techniques allow and returns a record for each.
func (b *remaker) make(ctx context.Context, states []format.Puzzle, proved bool) ([]setdoku.Record, error) {
	results, err := b.solver.Solve(ctx, states)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]setdoku.Record, len(results))
	err = b.db.Snapshot(ctx, func(s *store.Snapshot) error {
		if proved { // the judged records come from the tables behind the views, so these must come from there as well
			if _, err := s.CheckSchema(ctx); err != nil {
				return err
			}
		}
		records, err := s.Records(ctx, 0, math.MaxInt32)
		for _, r := range records {
			byID[r.PuzzleID] = r
		}
		return err
	})
	if err == nil {
		err = b.conn.Atomically(ctx, func() error { return b.conn.Empty(ctx) })
	}
	made := make([]setdoku.Record, len(results))
	for i, r := range results {
		made[i] = copied(byID[r.PuzzleID])
	}
	return made, err
}

// copied returns a record whose rows may be changed. Two courses can have the same record.
func copied(r setdoku.Record) setdoku.Record {
	r.StepRows, r.Placements, r.Eliminations = slices.Clone(r.StepRows), slices.Clone(r.Placements), slices.Clone(r.Eliminations)
	r.Cells, r.Evidence, r.Contradictions = slices.Clone(r.Cells), slices.Clone(r.Evidence), slices.Clone(r.Contradictions)
	return r
}

func (b *remaker) close(ctx context.Context) error {
	return errors.Join(b.solver.Close(ctx), b.conn.Close())
}
