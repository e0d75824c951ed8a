package solver

import (
	"context"
	"io"

	"setdoku"
	"setdoku/solver/proof"
)

// WriteProof writes a proof of a path, such as Solution.Path, which programs can check that know nothing of Sudoku. cnf
// takes the rules, the givens and the negation of the solution in the format DIMACS. lrat takes the lemmas with their
// hints in the format LRAT: each deduction of the path in the order of the steps, the helpers that it needs before it,
// and the contradiction at last. lemmas takes a tab-separated table that says what each lemma proves. The page
// docs/proof.md of the repository says more.
//
// The path may also end without a solution, or before it. Then the proof is that the givens have no solution, or that
// each deduction holds in every solution. The error wraps ErrNothingToProve for a path without deductions.
func WriteProof(ctx context.Context, path *setdoku.Path, cnf, lrat, lemmas io.Writer) (Proof, error) {
	written, err := proof.Files{CNF: cnf, LRAT: lrat, Lemmas: lemmas}.Write(ctx, path)
	return Proof(written), err
}

// Proof is what WriteProof has proved.
type Proof struct {
	End     string // the meaning of the last lemma, such as "one solution"
	Lemmas  int    // with the helpers
	Helpers int
}
