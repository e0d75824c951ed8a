// Package solver solves, rates, explains and makes Sudoku puzzles with the techniques that people use. A program that
// imports it links no database; the packages setdoku/store and setdoku/solver/batch keep puzzles in one.
//
// Solve returns the whole solution path of a puzzle, and Next the next deduction with the words and the marks of a
// hint. Rate says how hard a puzzle is. Count and Unique look only at the solutions. Generate makes puzzles. Canonical
// gives all isomorphs of a puzzle the same form. Techniques lists the catalogue.
//
// A puzzle is a setdoku.State: setdoku.State{Givens: grid} for a grid, with Variant for another board, and with the
// digits and the crossed-out candidates of a player. Paths, steps, deductions and techniques are types of the package
// setdoku too. The page docs/library.md of the repository has a first program.
//
// All functions of this package may be called by several goroutines at the same time.
package solver

import (
	"context"
	"errors"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Options say how puzzles are solved, here and in a database. The zero value uses all techniques of the catalogue. The
// fields are
//   - Techniques, the techniques to use: names such as "x_wing", families such as "chains", and names with a size such as
//     "naked_subset:5"; none means all; easy techniques are always tried first
//   - Without, techniques or families that are not used
//   - Own, techniques of your own
//   - Jobs, how many puzzles RateAll, Generate and batch.Solve work on at a time, 0 for one on each core
//   - Engine, what solves in a database: "auto" or "", in memory where a technique is known there, and by statements the
//     rest; "bitmask", in memory only; "sql", by statements only; or "cte", one recursive statement a puzzle, which keeps
//     only the solution
//   - Audit, which rows a database keeps: "full" or "", "steps", or "none"
type Options = catalogue.Options

// OptionError is the error for Options that name what there is not, or a number out of range.
type OptionError = catalogue.OptionError

// Own are techniques of your own. ReadTechniques of the package setdoku/solver/batch reads them from files; see
// docs/writing-a-technique.md. The zero value has none.
type Own = catalogue.Own

// Techniques returns the techniques that o selects, in the order in which they are tried. The zero Options select the
// whole catalogue. The caller may change the list.
//
// The error is an OptionError, which wraps ErrUnknownTechnique for a name that is none.
func Techniques(ctx context.Context, o Options) ([]setdoku.Technique, error) {
	_, selected, err := choose(ctx, o)
	return catalogue.Public(selected), err
}

// choose is Choose of the options, unless ctx has ended.
func choose(ctx context.Context, o Options, words ...string) (all, selected catalogue.Catalogue, err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return o.Choose(nil, words...)
}

// closing closes a part of the package that works in a temporary database, also when ctx has ended, and adds its error
// to err.
func closing(ctx context.Context, part interface{ Close(context.Context) error }, err *error) {
	*err = errors.Join(*err, part.Close(context.WithoutCancel(ctx)))
}
