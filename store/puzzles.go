package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/english"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
)

// Puzzle is a puzzle to add, with what the database keeps of its origin.
type Puzzle struct {
	State  setdoku.State
	Name   string   // "" for none
	Source string   // such as the file and line of the puzzle, "" for none
	Tags   []string // also given to a puzzle that the database has already
}

// Engine says what solves.
type Engine string

// The engines. They write the same rows.
const (
	EngineAuto Engine = "auto" // in memory, and by statements where a technique has only its statement
	EngineSQL  Engine = "sql"  // by statements only
)

// Options say how Solve of a Database solves. The zero value uses all techniques of the catalogue and keeps all rows.
type Options struct {
	solver.Options
	Engine   Engine            // "" is EngineAuto
	Audit    setdoku.Audit     // how much is kept, "" is setdoku.AuditFull
	Progress func(puzzles int) // called after each chunk with the number of puzzles so far; nil for none
}

// memory returns the options for a run.
func (o *Options) memory() (memory.Options, error) {
	m := memory.Options{Engine: memory.EngineAuto, Jobs: o.Jobs, Audit: o.Audit}
	switch o.Engine {
	case "", EngineAuto:
	case EngineSQL:
		m.Engine = memory.EngineSQL
	default:
		return m, fmt.Errorf("options: engine %q, want %s or %s", o.Engine, EngineAuto, EngineSQL)
	}
	audits := []setdoku.Audit{"", setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone}
	if !slices.Contains(audits, o.Audit) {
		return m, fmt.Errorf("options: audit %q, want full, steps or none", o.Audit)
	}
	return m, nil
}

// Add adds puzzles in one transaction and returns the puzzle_id of each, in order. A puzzle that the database has
// already keeps its puzzle_id, its name and its steps. Added puzzles have the status setdoku.StatusNew until Solve
// solves them.
//
// Add adds all puzzles or none. The error for a state that is not a puzzle wraps that of solver.Check and says which
// one that is.
func (d *Database) Add(ctx context.Context, puzzles ...Puzzle) (ids []int64, err error) {
	if err := d.writable(); err != nil {
		return nil, fmt.Errorf("add: %w", err)
	}
	list, tags := make([]format.Puzzle, len(puzzles)), make([][]string, len(puzzles))
	for i, p := range puzzles {
		if err := solver.Check(p.State); err != nil {
			return nil, fmt.Errorf("add puzzle %d of %d: %w", i+1, len(puzzles), err)
		}
		if slices.Contains(p.Tags, "") {
			return nil, fmt.Errorf("add puzzle %d of %d: a tag is empty, want a name", i+1, len(puzzles))
		}
		list[i] = format.Puzzle{State: p.State, Name: p.Name, File: p.Source}
		tags[i] = p.Tags
	}
	importer, err := batch.NewImporter(ctx, d.db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, importer.Close()) }()
	importer.Own = tags
	done, err := importer.Add(ctx, list)
	return done.IDs, err
}

// Delete deletes puzzles with all that is stored of them, in one transaction. If a puzzle does not exist, nothing is
// deleted and the error wraps ErrNoPuzzle.
func (d *Database) Delete(ctx context.Context, puzzleIDs ...int64) error {
	if err := d.writable(); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	ids := slices.Compact(slices.Sorted(slices.Values(puzzleIDs)))
	return d.db.Writing(ctx, func(c *database.Conn) error {
		return c.Atomically(ctx, func() error {
			n, err := c.Delete(ctx, ids)
			if err == nil && n < int64(len(ids)) {
				err = fmt.Errorf("delete %s, of which %d exist: %w", english.Plural(len(ids), "puzzle"), n, ErrNoPuzzle)
			}
			return err
		})
	})
}
