package solver

import (
	"context"
	"fmt"
	"io"

	"setdoku"
	"setdoku/internal/proof"
)

// WriteProof writes a proof of the path, which programs can check that know nothing of Sudoku. cnf takes the rules, the
// givens and the negation of the solution in the format DIMACS. lrat takes the lemmas with their hints in the format
// LRAT: each deduction of the path in the order of the steps, the helpers that it needs before it, and the
// contradiction at last. lemmas takes a tab-separated table that says what each lemma proves. The page docs/proof.md of
// the repository says more.
//
// The path may also end without a solution, or before it. Then the proof is that the givens have no solution, or that
// each deduction holds in every solution. The error wraps ErrNothingToProve for a path without deductions.
func (s *Solution) WriteProof(ctx context.Context, cnf, lrat, lemmas io.Writer) error {
	path := s.path
	if path == nil {
		path = new(setdoku.Path)
	}
	if _, err := (proof.Files{CNF: cnf, LRAT: lrat, Lemmas: lemmas}).Write(ctx, path); err != nil {
		return fmt.Errorf("prove %v: %w", s.Puzzle, err)
	}
	return nil
}
