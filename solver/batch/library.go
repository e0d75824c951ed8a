package batch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// Puzzle is a puzzle to add, with what the database keeps of its origin.
type Puzzle struct {
	State  setdoku.State
	Name   string   // "" for none
	Source string   // such as the file and line of the puzzle, "" for none
	Tags   []string // also given to a puzzle that the database has already
}

// Add adds puzzles in one transaction and returns the puzzle_id of each, in order. A puzzle that the database has
// already keeps its puzzle_id, its name and its steps. Added puzzles have the status setdoku.StatusNew until Solve
// solves them.
//
// Add adds all puzzles or none. The error for a state that is not a puzzle wraps that of its method Check and says
// which one that is.
func Add(ctx context.Context, db *store.DB, puzzles ...Puzzle) (ids []int64, err error) {
	list, tags := make([]format.Puzzle, len(puzzles)), make([][]string, len(puzzles))
	for i, p := range puzzles {
		if err := p.State.Check(); err != nil {
			return nil, fmt.Errorf("add puzzle %d of %d: %w", i+1, len(puzzles), err)
		}
		if slices.Contains(p.Tags, "") {
			return nil, fmt.Errorf("add puzzle %d of %d: a tag is empty, expected a name", i+1, len(puzzles))
		}
		list[i] = format.Puzzle{State: p.State, Name: p.Name, File: p.Source}
		tags[i] = p.Tags
	}
	importer, err := NewImporter(ctx, db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, importer.Close()) }()
	importer.Own = tags
	done, err := importer.Add(ctx, list)
	return done.IDs, err
}

// Solve solves the puzzles of the database that are new, and those that other techniques left stuck, with the
// techniques that o selects. It keeps the rows that o.Audit asks for, by default every step and its evidence; the
// engine cte keeps only the solution. Solve returns how many puzzles it worked on.
//
// Solve commits 250 puzzles at a time, and then calls progress, unless nil, with the number of puzzles so far. When
// ctx ends or another error occurs, the puzzles that were committed stay, and the next call goes on with the others. If
// rows of the table puzzle are not puzzles, Solve makes them invalid, solves the others, and returns an error that
// names the first such row.
func Solve(ctx context.Context, db *store.DB, o catalogue.Options, progress func(puzzles int)) (puzzles int,
	err error) {
	if err := db.CheckMayWrite(ctx); err != nil {
		return 0, fmt.Errorf("solve: %w", err)
	}
	_, selected, err := Choose(ctx, db, o)
	if err != nil {
		return 0, err
	}
	run := record.Run{Version: setdoku.Version, Options: map[string]any{"library": true, "chunk": memory.ChunkSize}}
	b, err := NewBatch(ctx, db, memory.OptionsFor(o, selected), run)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	var first error
	refused := 0
	b.OnRefused = func(id int64, reason error) {
		if refused++; refused == 1 {
			first = fmt.Errorf("puzzle %d: %w", id, reason)
		}
	}
	err = b.SolveStored(ctx, func(results []*record.Puzzle) error {
		puzzles += len(results)
		if progress != nil {
			progress(puzzles)
		}
		return nil
	})
	if err == nil && refused > 0 {
		err = fmt.Errorf("solve: set aside %d rows that are not puzzles, the first: %w", refused, first)
	}
	return puzzles, err
}

// Choose returns the techniques that o selects for a database, as catalogue.Options.Choose does, and gives the database
// the names of those that it does not know.
func Choose(ctx context.Context, db *store.DB, o catalogue.Options, words ...string) (all, selected catalogue.Catalogue,
	err error) {
	known, err := catalogue.LoadNames(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	if all, selected, err = o.Choose(known, words...); err != nil {
		return nil, nil, err
	}
	return all, selected, statements.AddNames(ctx, db, all)
}

// ReadTechniques reads technique files, whose names end in .sql, for Options.Own. docs/writing-a-technique.md describes
// them.
func ReadTechniques(ctx context.Context, paths ...string) (catalogue.Own, error) {
	var own []catalogue.Technique
	for _, path := range paths {
		if filepath.Ext(path) != ".sql" { // to read a file of an open database would drop the locks of SQLite
			return catalogue.Own{}, fmt.Errorf("technique file %s: expected a name that ends in .sql", path)
		}
		t, _, err := statements.ReadTechnique(ctx, path)
		if err != nil {
			return catalogue.Own{}, err
		}
		own = append(own, t)
	}
	return catalogue.NewOwn(own, statements.NewStatements), nil
}
