// Package solver solves, rates, explains and makes Sudoku puzzles with the techniques that people use. A program that
// imports it links no database; the packages setdoku/store and setdoku/solver/batch keep puzzles in one.
//
// Solve returns the whole solution path of a puzzle, and Next the next deduction with the words and the marks of a
// hint. Rate says how hard a puzzle is. Count and Unique look only at the solutions. Generate makes puzzles. Canonical
// gives all isomorphs of a puzzle the same form. Techniques lists the catalogue.
//
// A puzzle is a setdoku.State: setdoku.State{Givens: grid} for a grid, with Variant for another board, and with the
// digits and the crossed-out candidates of a player. Paths, steps, deductions and techniques are types of the package
// setdoku too. The page docs/library.md of the repository
// has a first program.
//
// All functions of this package may be called by several goroutines at the same time.
package solver

import (
	"context"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
)

// Options choose the techniques that solve a puzzle. The zero value chooses the whole catalogue.
type Options struct {
	// Techniques are the techniques to use: names such as "x_wing", families such as "chains", and names with a size
	// such as "naked_subset:5". None means all. The order does not matter: easy techniques are always tried first.
	Techniques []string
	// Without are techniques or families that are not used.
	Without []string
	// Own adds techniques of your own to the catalogue.
	Own Own
	// Jobs is how many puzzles RateAll and Generate work on at a time, 0 for one on each core.
	Jobs int
}

// Own are techniques of your own. ReadTechniques of the package setdoku/solver/batch reads them from files; see
// docs/writing-a-technique.md. The zero value has none.
type Own = catalogue.Own

// Techniques returns the techniques that o selects, in the order in which they are tried. The zero Options select the
// whole catalogue. The caller may change the list.
//
// The error wraps ErrUnknownTechnique for a name that is none.
func Techniques(ctx context.Context, o Options) ([]setdoku.Technique, error) {
	_, selected, err := o.techniques(ctx, nil)
	return catalogue.Public(selected), err
}

// techniques returns the whole catalogue with the techniques of the sizes that o and words name and with those of the
// user, and the techniques that o selects from it. The error is that of ctx, or says what is wrong with o.
func (o Options) techniques(ctx context.Context, words []string) (all, selected catalogue.Catalogue, err error) {
	if o.Jobs < 0 || o.Jobs > memory.MaxJobs {
		return nil, nil, fmt.Errorf("options: %d jobs, want 0 for all cores or a number to %d", o.Jobs, memory.MaxJobs)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if all, err = catalogue.BuiltIn(); err == nil {
		all, selected, err = all.Choose(o.Own.Techniques(), nil, words, o.Techniques, o.Without)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("options: %w", err)
	}
	return all, selected, nil
}

// closing closes a part of the package that works in a temporary database, also when ctx has ended, and adds its error
// to err.
func closing(ctx context.Context, part interface{ Close(context.Context) error }, err *error) {
	*err = errors.Join(*err, part.Close(context.WithoutCancel(ctx)))
}
