package conformance

import (
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// caseGivensByHand enters a whole puzzle as rows of cell, as the older system did, and solves it.
func caseGivensByHand(t *testing.T, s suite) {
	puzzle := gridtest.WithClues(gridtest.New(73), 30)
	moves := []move{{"an empty grid", `INSERT INTO puzzle (givens) VALUES ('` + strings.Repeat(".", 81) + `')`, ""}}
	for i, d := range puzzle {
		if d != 0 {
			moves = append(moves, move{setdoku.CellAt(i).String(),
				fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`,
					setdoku.CellAt(i), d), ""})
		}
	}
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		out := play(t, db, moves)
		var text string
		if err := db.GetContext(t.Context(), &text, `SELECT givens FROM puzzle`); err != nil ||
			text != puzzle.String() {
			t.Errorf("%s: givens %s, want %s, %v", db.kind.Name, text, puzzle, err)
		}
		solvertest.SolveStored(t, newBatch(t, db, solvertest.Select(t, nil, nil)))
		return append(out, verified(t, db))
	})
	sameContents(t, databases)
	if got := verified(t, databases[0]); got != "" {
		t.Error(got)
	}
	fresh := dbtest.Open(t)
	solvertest.Run(t, fresh, solvertest.Givens(puzzle), false, solvertest.Select(t, nil, nil))
	solvertest.Compare(t, solvertest.Histories(t, databases[0].DB), solvertest.Histories(t, fresh))
}
