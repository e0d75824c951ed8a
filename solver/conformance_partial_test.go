package solver_test

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TestConformancePartial inserts a puzzle by plain SQL and some of its givens as rows of cell. Whatever comes next, the
// puzzle gets all its givens.
func TestConformancePartial(t *testing.T) {
	t.Parallel()
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
	for name, next := range map[string]func(t *testing.T, db *store.DB){
		"solved by statements": func(t *testing.T, db *store.DB) { solveStored(t, newBatch(t, db, choice(t, nil, nil))) },
		"solved in memory": func(t *testing.T, db *store.DB) {
			opts := choice(t, nil, nil)
			opts.Engine = driver.EngineBitmask
			solveStored(t, newBatch(t, db, opts))
		},
		"played": func(t *testing.T, db *store.DB) {
			withConn(t, db, func(c *store.Conn) error {
				return c.Enter(t.Context(), 1, setdoku.CellNumber(open), int(solution[open]))
			})
		},
		"started over": func(t *testing.T, db *store.DB) {
			withConn(t, db, func(c *store.Conn) error { return c.StartOver(t.Context(), 1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databases := onEach(t, func(t *testing.T, db *store.DB) []string {
				out := play(t, db, moves)
				next(t, db)
				return append(out, verified(t, db))
			})
			sameContents(t, databases)
			if got := verified(t, databases[0]); got != "" {
				t.Error(got)
			}
			if n := count(t, databases[0], `SELECT COUNT(*) FROM cell WHERE rule = 'given'`); n != 30 {
				t.Errorf("%d givens are in cell, want 30", n)
			}
			if n := count(t, databases[0], `SELECT COUNT(*) FROM unfilled_puzzle`); n != 0 {
				t.Errorf("%d puzzles are not filled in, want none", n)
			}
		})
	}
}

// withConn does work on a connection.
func withConn(t *testing.T, db *store.DB, work func(*store.Conn) error) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := work(conn); err != nil {
		t.Fatal(err)
	}
}
