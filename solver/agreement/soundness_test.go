package agreement_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TestSoundness solves 1,000 minimal puzzles, with the basics as statements and with the whole catalogue in
// memory, and holds every placement, every elimination and what is left against the solutions of brute force.
func TestSoundness(t *testing.T) {
	t.Parallel()
	t.Run("basics", func(t *testing.T) { soundness(t, driver.EngineSQL, solvertest.Basics, 300) })
	t.Run("all", func(t *testing.T) { soundness(t, driver.EngineAuto, nil, 0) })
}

func soundness(t *testing.T, engine driver.Engine, only []string, stuck int) {
	t.Parallel()
	rng := gridtest.New(40)
	var puzzles []format.Puzzle
	solutions := map[int64]setdoku.Grid{}
	for len(puzzles) < 1000 {
		puzzles = append(puzzles, solvertest.Givens(gridtest.Minimal(rng))...)
	}
	db := dbtest.Open(t)
	ended := map[string]int{}
	list, err := solvertest.Catalogue(t).Select(only, nil)
	if err != nil {
		t.Fatal(err)
	}
	opts := driver.Options{Techniques: list, Engine: engine}
	for i, r := range solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, driver.ChunkSize) {
		solution, err := gridtest.Solve(puzzles[i].State.Givens)
		if err != nil {
			t.Fatal(err)
		}
		solutions[r.PuzzleID] = solution
		ended[r.Status]++
		if r.Status == "solved" && *r.Solution != solution.String() {
			t.Errorf("%s: solution %s, want %s", r.Givens, *r.Solution, solution)
		}
	}
	t.Logf("puzzles by status: %v", ended)
	if ended["solved"]+ended["stuck"] != len(puzzles) || ended["solved"] == 0 || ended["stuck"] < stuck || stuck == 0 && ended["stuck"] > 0 {
		t.Errorf("puzzles by status: %v, want some solved, %d stuck or, with all, none", ended, stuck)
	}
	for _, tt := range []struct {
		what, query string
		holds       bool // whether the digits must be those of the solution
		least       int
	}{
		{"placements", `SELECT puzzle_id, cell, digit FROM cell`, true, 60000},
		{"eliminations", `SELECT puzzle_id, cell, digit FROM elimination`, false, 5000},
	} {
		var rows []struct {
			Puzzle int64 `db:"puzzle_id"`
			setdoku.Candidate
		}
		if err := db.SelectContext(t.Context(), &rows, tt.query); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if digit := solutions[r.Puzzle][setdoku.CellIndex(r.Cell)]; (digit == r.Digit) != tt.holds {
				t.Errorf("%s: digit %d of cell %d among the %s, the solution has %d", puzzles[r.Puzzle-1].State.Givens, r.Digit, r.Cell, tt.what, digit)
			}
		}
		if len(rows) < tt.least {
			t.Errorf("%d %s, want %d at least", len(rows), tt.what, tt.least)
		}
	}
	checkMarks(t, db, solutions)
}

// checkMarks wants the digit of the solution among the candidates of every open cell.
func checkMarks(t *testing.T, db *store.DB, solutions map[int64]setdoku.Grid) {
	t.Helper()
	var rows []struct {
		Puzzle int64 `db:"puzzle_id"`
		Cell   int
		Digits string
	}
	err := db.SelectContext(t.Context(), &rows, `
		SELECT puzzle_id, cell, GROUP_CONCAT(digit) AS digits FROM candidate GROUP BY puzzle_id, cell`)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		digit := solutions[r.Puzzle][setdoku.CellIndex(r.Cell)]
		if !slices.Contains([]byte(r.Digits), '0'+digit) {
			t.Errorf("puzzle %d cell %d: candidates %s, the solution has %d", r.Puzzle, r.Cell, r.Digits, digit)
		}
	}
	open := dbtest.Count(t, db, `
		SELECT COALESCE(SUM(81 - (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id)), 0)
		FROM puzzle AS z WHERE z.status = 'stuck'`)
	if len(rows) != open {
		t.Errorf("%d cells have candidates, %d are open in the stuck puzzles", len(rows), open)
	}
}
