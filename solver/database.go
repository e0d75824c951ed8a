package solver

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/statement"
	"setdoku/store"
)

// Database keeps puzzles, the steps that solve them, and the evidence of every deduction. docs/tables.md describes its tables and
// views. Several processes may use a database at the same time. The errors of its methods wrap those of the package store, such as
// store.ErrLocked, where one is the cause.
type Database struct {
	db     *store.DB
	reader *store.DB // the same database, opened read-only for queries
}

// Open opens a database. target is the path of an SQLite file, which is created if it is absent, or the URL of a PostgreSQL
// database, postgres://user:password@host:port/name. Open makes the tables and brings an older schema up to date. The caller
// must call Close.
func Open(ctx context.Context, target string) (*Database, error) {
	db, err := store.Open(ctx, target)
	if err != nil {
		return nil, err
	}
	reader, err := store.OpenReadOnly(ctx, target)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Database{db, reader}, nil
}

// Close closes the database. Rows must be closed before.
func (d *Database) Close() error { return errors.Join(d.reader.Close(), d.db.Close()) }

// Add adds puzzles in one transaction and returns the puzzle_id of each, in order. A puzzle that the database has already keeps its
// puzzle_id and its steps. Added puzzles have the status setdoku.StatusNew until Solve solves them.
//
// Add adds all puzzles or none. The error is a setdoku.Repeats when a unit of a puzzle holds a digit twice, and wraps ErrDigit for a
// digit above 9; it says which puzzle that is.
func (d *Database) Add(ctx context.Context, puzzles ...setdoku.Grid) (ids []int64, err error) {
	list := make([]format.Puzzle, len(puzzles))
	for i, puzzle := range puzzles {
		if err := check(puzzle); err != nil {
			return nil, fmt.Errorf("add puzzle %d of %d: %w", i+1, len(puzzles), err)
		}
		list[i].State.Givens = puzzle
	}
	importer, err := batch.NewImporter(ctx, d.db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, importer.Close()) }()
	done, err := importer.Add(ctx, list)
	return done.IDs, err
}

// Solve solves the puzzles of the database that are new, and those that other techniques left stuck, with the techniques that o selects.
// It keeps every step and its evidence, and returns how many puzzles it worked on.
//
// Solve commits 250 puzzles at a time. When ctx ends or another error occurs, the puzzles that were committed stay, and the next call
// goes on with the others.
func (d *Database) Solve(ctx context.Context, o Options) (puzzles int, err error) {
	selected, err := d.techniques(ctx, o)
	if err != nil {
		return 0, err
	}
	run := store.Run{Version: setdoku.Version, Options: map[string]any{"library": true, "chunk": memory.ChunkSize}}
	b, err := batch.NewBatch(ctx, d.db, memory.Options{Engine: memory.EngineAuto, Techniques: selected, Jobs: o.Jobs}, run)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	for {
		results, err := b.SolveStored(ctx)
		puzzles += len(results)
		if err != nil || len(results) == 0 {
			return puzzles, err
		}
	}
}

// techniques returns the techniques that o selects, and gives the database the names of those that it does not know.
func (d *Database) techniques(ctx context.Context, o Options) (catalogue.Catalogue, error) {
	all, err := o.catalogue(ctx)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(o.Files, d.db.HasFile); i >= 0 {
		return nil, fmt.Errorf("options: %s is a file of the database, want a technique file", o.Files[i])
	}
	var known catalogue.Catalogue
	if len(o.Files) > 0 {
		if known, err = catalogue.LoadNames(ctx, d.db); err != nil {
			return nil, err
		}
	}
	all, selected, err := o.selectFrom(ctx, all, known, nil)
	if err != nil {
		return nil, err
	}
	return selected, statement.AddNames(ctx, d.db, all)
}

// Query runs one SQL statement that reads, such as SELECT. It cannot change the database. values are the values of the parameters of the
// statement, which it writes as :name; nil for none.
//
// The error wraps store.ErrNoStatement, store.ErrStatements (more than one), store.ErrWrites or store.ErrParameter where one is the cause,
// else it has the message of the database.
func (d *Database) Query(ctx context.Context, statement string, values map[string]string) (*Rows, error) {
	rows, err := d.reader.Query(ctx, statement, values)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return &Rows{Columns: rows.Columns, rows: rows}, nil
}

// Rows are the rows of a query. One goroutine at a time may use them.
type Rows struct {
	Columns []string // the names of the columns
	rows    *store.QueryRows
}

// All yields the rows once, one value for each column, and closes the rows at the end of the loop. An error ends the loop.
//
// From SQLite a value is an int64, float64, string, []byte, time.Time or nil. From PostgreSQL it is an int64, float64, json.Number (a
// fraction with all its digits), string or nil.
func (r *Rows) All() iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for {
			row, err := r.rows.Next()
			if err != nil || row == nil {
				if err = errors.Join(err, r.rows.Close()); err != nil {
					yield(nil, fmt.Errorf("query: %w", err))
				}
				return
			}
			if !yield(row, nil) {
				r.rows.Close()
				return
			}
		}
	}
}

// Close ends the query. A loop over All closes the rows by itself.
func (r *Rows) Close() error { return r.rows.Close() }
