package solver

import (
	"cmp"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/proof"
)

// ErrDigit is wrapped by the error for a cell of a grid or a state that holds a number above 9.
var ErrDigit = errors.New("not a digit")

// ErrUnknownTechnique is wrapped by the error for a word in Options or a Wish that is no technique and no family.
var ErrUnknownTechnique = catalogue.ErrUnknown

// Errors of WriteProof.
var (
	ErrNotImplied     = proof.ErrNotImplied
	ErrNothingToProve = proof.ErrNothing
)

// Errors of Next for a state that has no next deduction. The error that Next returns wraps one of them and says more.
var (
	ErrSolved   = errors.New("the puzzle is solved")
	ErrStuck    = errors.New("no technique that is selected finds anything")
	ErrMultiple = errors.New("the puzzle has more than one solution, and nothing more can be deduced")
	ErrInvalid  = errors.New("the puzzle has no solution")
	ErrMistake  = errors.New("there is a mistake in what was placed or crossed out")
)

// check returns an error for a grid that is no puzzle.
func check(grid setdoku.Grid) error {
	return cmp.Or(checkDigits(grid), grid.Check())
}

// checkDigits returns an error for a number that is no digit.
func checkDigits(grid setdoku.Grid) error {
	for i, d := range grid {
		if d > 9 {
			return fmt.Errorf("%s holds %d: %w", setdoku.CellName(i), d, ErrDigit)
		}
	}
	return nil
}

// checkState returns an error for a state with a number that is no digit.
func checkState(s setdoku.State) error {
	if err := errors.Join(checkDigits(s.Givens), checkDigits(s.Placed)); err != nil {
		return err
	}
	for i, deleted := range s.Deleted {
		if deleted&^setdoku.AllDigits != 0 {
			return fmt.Errorf("candidates crossed out of %s: %w", setdoku.CellName(i), ErrDigit)
		}
	}
	return nil
}
