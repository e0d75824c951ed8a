// Package solver solves, rates, explains and makes Sudoku puzzles with the techniques that people use, and keeps puzzles in a
// database.
//
// Solve returns the whole solution path of a puzzle, and Next the next deduction with the words and the marks of a hint. Rate
// says how hard a puzzle is. Count and Unique look at the solutions alone. Generate makes puzzles. Canonical gives all
// isomorphs of a puzzle the same form. Techniques lists the catalogue. Open opens a database, an SQLite file or a PostgreSQL
// server, in which puzzles and all steps are kept and can be asked in SQL.
//
// Grids, states, deductions and techniques are types of the package setdoku. The page docs/library.md of the repository has
// a first program.
//
// All functions of this package, and all methods of a Database, may be called by several goroutines at the same time.
package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/statement"
)

// Options choose the techniques that solve a puzzle. The zero value chooses the whole catalogue.
type Options struct {
	// Techniques are the techniques to use: names such as "x_wing", families such as "chains", and names with a size such as
	// "naked_subset:5". None stands for all. The order does not matter: easy techniques are always tried first.
	Techniques []string
	// Without are techniques or families that are not used.
	Without []string
	// Files are the paths of technique files, which add techniques of your own to the catalogue. See
	// docs/writing-a-technique.md.
	Files []string
	// Jobs is how many puzzles RateAll, Generate and Database.Solve work on at a time, 0 for one on each core.
	Jobs int
}

// Techniques returns the techniques that o selects, in the order in which they are tried. The zero Options select the whole
// catalogue. The caller may change the list.
//
// The error wraps ErrUnknownTechnique for a name that is none. It says what is wrong with a technique file.
func Techniques(ctx context.Context, o Options) ([]setdoku.Technique, error) {
	_, selected, err := o.techniques(ctx, nil)
	return selected, err
}

// techniques returns the whole catalogue with the techniques of the files and of the sizes that o and words name, and the
// techniques that o selects from it.
func (o Options) techniques(ctx context.Context, words []string) (all, selected catalogue.Catalogue, err error) {
	if all, err = o.catalogue(ctx); err != nil {
		return nil, nil, err
	}
	return o.selectFrom(ctx, all, nil, words)
}

// catalogue returns the built-in catalogue. The error is that of ctx, or says what is wrong with o.Jobs.
func (o Options) catalogue(ctx context.Context) (catalogue.Catalogue, error) {
	if o.Jobs < 0 {
		return nil, fmt.Errorf("options: %d jobs, want 0 for all cores or a number", o.Jobs)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return catalogue.BuiltIn()
}

// selectFrom adds the techniques of the files, and of the sizes that o and words name, to a catalogue, and selects from it. known
// are the techniques that a database knows by name, nil without one.
func (o Options) selectFrom(ctx context.Context, all, known catalogue.Catalogue, words []string) (_, selected catalogue.Catalogue, err error) {
	for _, path := range o.Files {
		t, _, err := statement.ReadTechnique(ctx, path)
		if err != nil {
			return nil, nil, fmt.Errorf("options: %w", err)
		}
		if all, err = all.With(t, known); err != nil {
			return nil, nil, fmt.Errorf("options: %s: %w", path, err)
		}
	}
	if all, err = all.WithSizes(slices.Concat(o.Techniques, words)); err != nil {
		return nil, nil, fmt.Errorf("options: %w", err)
	}
	if selected, err = all.Select(o.Techniques, o.Without); err != nil {
		return nil, nil, fmt.Errorf("options: %w", err)
	}
	return all, selected, nil
}

// closing closes a part of the package that works in a temporary database, also when ctx has ended, and adds its error to err.
func closing(ctx context.Context, part interface{ Close(context.Context) error }, err *error) {
	*err = errors.Join(*err, part.Close(context.WithoutCancel(ctx)))
}
