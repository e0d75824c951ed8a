package solver

import (
	"errors"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/proof"
)

// ErrDigit is wrapped by the error for a cell of a state that holds a number above 9.
var ErrDigit = setdoku.ErrDigit

// ErrUnknownTechnique is wrapped by the error for a word in Options or a Constraints that is neither a technique nor a
// family.
var ErrUnknownTechnique = catalogue.ErrUnknown

// Errors of WriteProof.
var (
	ErrNotImplied     = proof.ErrNotImplied
	ErrNothingToProve = proof.ErrNothing
)

// Errors of puzzles. The error of Next for a state without a next deduction wraps one of them and may say more.
var (
	ErrSolved   = errors.New("the puzzle is solved")
	ErrStuck    = errors.New("no technique that is selected finds anything")
	ErrMultiple = errors.New("the puzzle has more than one solution, and the selected techniques find nothing more")
	ErrInvalid  = errors.New("the puzzle has no solution")
	ErrMistake  = errors.New("there is a mistake in what was placed or crossed out")
)

// MistakeError is the error of Next for a state that contradicts all solutions of its givens. It wraps ErrMistake. If
// the givens have several solutions, it names no candidates, because each move by itself may be right.
type MistakeError struct {
	Placed  []setdoku.Candidate // the wrong digits
	Deleted []setdoku.Candidate // the digits of the solution that were crossed out
	detail  string
}

// Error names the mistakes.
func (e *MistakeError) Error() string { return withDetail(ErrMistake, e.detail).Error() }

// Unwrap returns ErrMistake.
func (e *MistakeError) Unwrap() error { return ErrMistake }

// withDetail adds a sentence to an error, if there is one.
func withDetail(err error, detail string) error {
	if detail == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, strings.TrimSuffix(detail, "."))
}

// statusErrors are the errors for the statuses that end a puzzle, except setdoku.StatusSolved.
var statusErrors = map[setdoku.Status]error{setdoku.StatusMultiple: ErrMultiple, setdoku.StatusInvalid: ErrInvalid,
	setdoku.StatusStuck: ErrStuck}

// Check returns an error for a state that is not a puzzle. It wraps ErrInvalid and a setdoku.Repeats if cells that see
// each other hold the same digit, and ErrDigit for a digit above 9.
func Check(puzzle setdoku.State) error {
	err := puzzle.Check()
	if err != nil && !errors.Is(err, ErrDigit) {
		err = fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return err
}
