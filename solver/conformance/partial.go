package conformance

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// casePartial inserts a puzzle by plain SQL and some of its givens as rows of cell. Whatever comes next, the
// puzzle gets all its givens.
func casePartial(t *testing.T, s suite) {
	puzzle := gridtest.WithClues(gridtest.New(74), 30)
	solution, err := gridtest.Solve(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	moves := []move{{"a puzzle", `INSERT INTO puzzle (givens) VALUES ('` + puzzle.String() + `')`, ""}}
	for i, d := range puzzle {
		if d != 0 && len(moves) < 4 {
			moves = append(moves, move{setdoku.CellName(i), fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`, setdoku.CellNumber(i), d), ""})
		}
	}
	open := slices.Index(puzzle[:], 0)
	for name, next := range map[string]func(t *testing.T, db *database){
		"solved by statements": func(t *testing.T, db *database) {
			solvertest.SolveStored(t, newBatch(t, db, solvertest.Select(t, nil, nil)))
		},
		"solved in memory": func(t *testing.T, db *database) {
			opts := solvertest.Select(t, nil, nil)
			opts.Engine = driver.EngineBitmask
			solvertest.SolveStored(t, newBatch(t, db, opts))
		},
		"played": func(t *testing.T, db *database) {
			withConn(t, db, func(c *store.Conn) error {
				return c.Enter(t.Context(), 1, setdoku.CellNumber(open), int(solution[open]))
			})
		},
		"started over": func(t *testing.T, db *database) {
			withConn(t, db, func(c *store.Conn) error { return c.StartOver(t.Context(), 1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databases := onEach(t, s, func(t *testing.T, db *database) []string {
				out := play(t, db, moves)
				solvertest.CheckFilledIn(t, db.DB, solvertest.Givens(puzzle))
				next(t, db)
				return append(out, verified(t, db))
			})
			sameContents(t, databases)
			if got := verified(t, databases[0]); got != "" {
				t.Error(got)
			}
			if n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM cell WHERE rule = 'given'`); n != 30 {
				t.Errorf("%d givens are in cell, want 30", n)
			}
		})
	}
}
