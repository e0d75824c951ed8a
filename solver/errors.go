package solver

import (
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/proof"
)

// ErrDigit is wrapped by the error for a cell of a state that holds a number above 9.
var ErrDigit = setdoku.ErrDigit

// ErrUnknownTechnique is wrapped by the error for a word in Options or Constraints that is neither a technique nor a
// family.
var ErrUnknownTechnique = catalogue.ErrUnknown

// Errors of WriteProof.
var (
	ErrNotImplied     = proof.ErrNotImplied
	ErrNothingToProve = proof.ErrNothing
)

// ErrInvalid is wrapped by the error for a puzzle that has no solution because cells that see each other hold the same
// digit.
var ErrInvalid = errors.New("the puzzle has no solution")

// Check returns an error for a state that is not a puzzle. It wraps ErrInvalid and a setdoku.Repeats if cells that see
// each other hold the same digit, and ErrDigit for a digit above 9.
func Check(puzzle setdoku.State) error {
	err := puzzle.Check()
	if err != nil && !errors.Is(err, ErrDigit) {
		err = fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return err
}
