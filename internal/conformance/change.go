package conformance

import (
	"fmt"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// caseDelete deletes puzzles that are solved, stuck, played, and worked on in a shell: all
// their rows go along, and nothing else.
func caseDelete(t *testing.T, s suite) {
	s.needChangesBySQL(t)
	prepare, moves := toPlay(t, s)
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		prepare(t, db)
		out := play(t, db, moves)
		solvertest.Import(t, db.DB, solvertest.Givens(gridtest.Minimal(gridtest.New(74))))
		solved(t, db, solvertest.Givens(solvertest.NewPool().Unique...), false,
			solvertest.Select(t, []string{"singles"}, nil))
		runFiles(t, db, "full_house", "naked_single", "hidden_single")
		if dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM deduction WHERE puzzle_id = 1`) == 0 {
			t.Error("nothing waits to be applied to puzzle 1")
		}
		if _, err := db.ExecContext(t.Context(),
			`DELETE FROM puzzle WHERE puzzle_id IN (1, 3, 10) OR puzzle_id > 20`); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"cell", "candidate", "step", "elimination", "contradiction", "deduction"} {
			n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+table+
				` WHERE puzzle_id NOT IN (SELECT puzzle_id FROM puzzle)`)
			if n > 0 {
				t.Errorf("%s: %d rows of %s belong to no puzzle", db.kind.Name, n, table)
			}
		}
		return out
	})
	sameContents(t, databases)
	// What was deleted may come again.
	sameAnswers(t, databases, func(t *testing.T, db *testDatabase) int {
		return len(solved(t, db, solvertest.Givens(solvertest.NewPool().Unique...), false,
			solvertest.Select(t, []string{"singles"}, nil)))
	})
}

// caseChange changes by plain SQL what a puzzle is found by, which is refused.
func caseChange(t *testing.T, s suite) {
	s.needChangesBySQL(t)
	rng := gridtest.New(76)
	list := []setdoku.Grid{gridtest.Minimal(rng), gridtest.Minimal(rng), gridtest.Minimal(rng)}
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) (came []int64) {
		solved(t, db, solvertest.Givens(list[:2]...), false, solvertest.Select(t, nil, nil))
		play(t, db, []move{
			{"another number", `UPDATE puzzle SET puzzle_id = 99 WHERE puzzle_id = 1`, "a puzzle keeps its puzzle_id"},
			{"givens that are there", `UPDATE puzzle SET givens = (SELECT z.givens FROM puzzle AS z WHERE z.puzzle_id = 2) WHERE puzzle_id = 1`, anyhow},
			{"other givens", fmt.Sprintf(`UPDATE puzzle SET givens = '%s' WHERE puzzle_id = 1`, list[2]),
				"a puzzle keeps its givens"},
		})
		if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM cell WHERE puzzle_id = 1`); n == 0 {
			t.Errorf("%s: puzzle 1 has no cells any more", db.kind.Name)
		}
		for _, r := range solved(t, db, solvertest.Givens(list[2], list[0], list[1]), false,
			solvertest.Select(t, nil, nil)) {
			came = append(came, r.PuzzleID)
		}
		return came
	})
	sameContents(t, databases)
}
