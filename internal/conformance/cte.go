package conformance

import (
	"testing"

	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// caseCTE solves by the engine cte: not a row may differ.
func caseCTE(t *testing.T, s suite) {
	puzzles := solvertest.Every(3, 0, solvertest.MixedStates())
	sameContents(t, onEach(t, s, func(t *testing.T,
		db *testDatabase) []*record.Puzzle {
		return solvertest.SolveByCTE(t, db.DB, puzzles)
	}))
}
