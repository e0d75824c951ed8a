package database_test

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

const byHand = `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, ?, ?, 'manual')`

// candidates reads the live candidates of puzzle 1 as cell and digit.
func candidates(t *testing.T, db *database.DB) (list []setdoku.Candidate) {
	t.Helper()
	dbtest.Fill(t, db)
	if err := db.SelectContext(t.Context(), &list,
		`SELECT cell, digit FROM candidate WHERE puzzle_id = 1 ORDER BY cell, digit`); err != nil {
		t.Fatal(err)
	}
	return list
}

// openCell is the first open cell of puzzle 1 with three candidates or more, by its number.
func openCell(t *testing.T, db *database.DB) (cell int) {
	t.Helper()
	dbtest.Fill(t, db)
	return dbtest.Count(t, db, `SELECT MIN(cell) FROM (
		SELECT cell FROM candidate WHERE puzzle_id = 1 GROUP BY cell HAVING COUNT(*) >= 3) AS x`)
}

func TestPlacementByHand(t *testing.T) {
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	for _, tt := range []struct {
		name    string
		prepare func(t *testing.T, db *database.DB) // leaves puzzle 1 to be played
		kept    string                              // the technique steps before the one by hand
	}{
		{"imported", func(t *testing.T, db *database.DB) { solvertest.Import(t, db, solvertest.Givens(puzzle)) }, "no"},
		{"stuck", func(t *testing.T, db *database.DB) {
			solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t, "singles")), solvertest.Givens(puzzle),
				1)
		}, "some"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := dbtest.Open(t)
			tt.prepare(t, db)
			id := puzzle.String()
			steps := dbtest.Count(t, db, `SELECT steps FROM puzzle`)
			if (steps > 0) != (tt.kept == "some") {
				t.Fatalf("%d steps before the one by hand, want %s", steps, tt.kept)
			}
			early := solvertest.RowsOf(t, db, "history", "step, rule, text")[id]
			before := candidates(t, db)
			cell := openCell(t, db)
			digit := solution[setdoku.Cell(cell).Index()]
			if _, err := db.Exec(byHand, cell, digit); err != nil {
				t.Fatal(err)
			}

			want := slices.DeleteFunc(slices.Clone(before), func(c setdoku.Candidate) bool {
				return int(c.Cell) == cell || c.Digit == digit &&
					setdoku.Classic().SeeEachOther(c.Cell.Index(), setdoku.Cell(cell).Index())
			})
			if got := candidates(t, db); !slices.Equal(got, want) {
				t.Errorf("candidates after r%dc%d=%d by hand: %v, want %v", cell/10, cell%10, digit, got, want)
			}
			hand := fmt.Sprintf("step %d manual 1 0\n", steps+1)
			if got := solvertest.RowsOf(t, db, "step", "step, rule, placements, eliminations")[id]; len(got) != steps+
				1 || got[steps] != hand {
				t.Errorf("steps %q, want %d and %q", got, steps, hand)
			}

			// The same selection must go on now, from where the hand has left the puzzle.
			results := solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), solvertest.Givens(puzzle),
				1)
			after := solvertest.RowsOf(t, db, "history", "step, rule, text")[id]
			text := fmt.Sprintf("history %d manual r%dc%d=%d manual\n", steps+1, cell/10, cell%10, digit)
			if len(after) <= len(early)+1 || !slices.Equal(after[:len(early)], early) || after[len(early)] != text {
				t.Errorf("history\n%s\nwant it to begin with\n%s%s", after, early, text)
			}
			for _, c := range cellsOf(t, db) {
				if solution[c.Cell.Index()] != c.Digit {
					t.Errorf("%s is not the solution", c.Placement())
				}
			}
			if r := results[0]; r.Status != "solved" && r.Status != "stuck" || r.Steps <= steps+1 {
				t.Errorf("status %s after %d steps, want more than %d", r.Status, r.Steps, steps+1)
			}
			if got, want := dbtest.Count(t, db, `SELECT score FROM puzzle`), dbtest.Count(t, db, `
				SELECT SUM(t.weight) FROM step AS s INNER JOIN technique AS t ON t.name = s.rule`); got != want {
				t.Errorf("score %d, want %d, the weights of the steps that are not by hand", got, want)
			}
		})
	}
}

// TestAgainAfterHand solves a puzzle anew that somebody has played: what was done by hand
// goes with all the rest.
func TestAgainAfterHand(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	fresh, db := dbtest.Open(t), dbtest.Open(t)
	solvertest.Solve(t, solvertest.NewBatch(t, fresh, solvertest.Options(t)), solvertest.Givens(puzzle), 1)
	solvertest.Import(t, db, solvertest.Givens(puzzle))
	cell := openCell(t, db)
	if _, err := db.Exec(byHand, cell, int(solution[setdoku.Cell(cell).Index()])); err != nil {
		t.Fatal(err)
	}
	b := solvertest.NewBatch(t, db, solvertest.Options(t))
	solvertest.Solve(t, b, solvertest.Givens(puzzle), 1)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE rule = 'manual'`); n != 1 {
		t.Errorf("%d steps by hand before it is solved again, want 1", n)
	}
	b.From = database.Anew
	solvertest.Solve(t, b, solvertest.Givens(puzzle), 1)
	solvertest.Compare(t, solvertest.Histories(t, db), solvertest.Histories(t, fresh))
}

// TestMaker makes steps by SQL and by the program, which say so, and names the maker of one.
func TestMaker(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	db := dbtest.Open(t)
	puzzle, solution := solvertest.StuckPuzzle(t)
	solvertest.Import(t, db, solvertest.Givens(puzzle))
	if _, err := db.Exec(byHand, openCell(t, db), int(solution[setdoku.Cell(openCell(t, db)).Index()])); err != nil {
		t.Fatal(err)
	}
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for range 2 {
		cell := setdoku.Cell(openCell(t, db))
		if err := conn.Enter(t.Context(), 1, cell, int(solution[cell.Index()])); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(`UPDATE step SET made_by = 'Ada' WHERE step = 3`); err != nil {
		t.Fatal(err)
	}
	got := dbtest.Rows(t, db, `SELECT step, made_by FROM step WHERE made_at LIKE '20__-__-__T__:__:__Z'`)
	if want := []string{`[1,"shell"]`, `[2,"setdoku"]`, `[3,"Ada"]`}; !slices.Equal(got, want) {
		t.Errorf("the steps and their makers are %v, want %v", got, want)
	}
}

// cellsOf reads the filled cells of puzzle 1.
func cellsOf(t *testing.T, db *database.DB) (list []setdoku.Candidate) {
	t.Helper()
	if err := db.SelectContext(t.Context(), &list, `SELECT cell, digit FROM cell WHERE puzzle_id = 1`); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestWrongDigitByHand enters a digit that no unit forbids and that is not the
// solution: solving must find the contradiction, after the step by hand.
func TestWrongDigitByHand(t *testing.T) {
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	db := dbtest.Open(t)
	solvertest.Import(t, db, solvertest.Givens(puzzle))
	cell := openCell(t, db)
	for _, c := range candidates(t, db) {
		if int(c.Cell) != cell || c.Digit == solution[setdoku.Cell(cell).Index()] {
			continue
		}
		if _, err := db.Exec(byHand, c.Cell, c.Digit); err != nil {
			t.Fatal(err)
		}
		break
	}
	results := solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), solvertest.Givens(puzzle), 1)
	if results[0].Status != "invalid" {
		t.Fatalf("status %s, want invalid: a digit is wrong", results[0].Status)
	}
	if step := dbtest.Count(t, db, `SELECT step FROM contradiction`); step < 1 {
		t.Errorf("the contradiction came at step %d, before the wrong digit", step)
	}
}

func TestEliminationByHand(t *testing.T) {
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	db := dbtest.Open(t)
	solvertest.Import(t, db, solvertest.Givens(puzzle))
	before := candidates(t, db)
	cell := openCell(t, db)
	i := slices.IndexFunc(before, func(c setdoku.Candidate) bool {
		return int(c.Cell) == cell && c.Digit != solution[setdoku.Cell(cell).Index()]
	})
	const cross = `INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, ?, ?, 'manual')`
	if _, err := db.Exec(cross, before[i].Cell, before[i].Digit); err != nil {
		t.Fatal(err)
	}
	if got, want := candidates(t, db), slices.Delete(slices.Clone(before), i, i+1); !slices.Equal(got, want) {
		t.Errorf("candidates %v, want %v", got, want)
	}
	if _, err := db.Exec(cross, before[i].Cell, before[i].Digit); err == nil {
		t.Error("a pencil mark can be crossed out twice")
	}
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), solvertest.Givens(puzzle), 1)
	want := fmt.Sprintf("history 1 manual %s manual\n", before[i].Elimination())
	if got := solvertest.RowsOf(t, db, "history", "step, rule, text")[puzzle.String()]; len(got) < 2 || got[0] != want {
		t.Errorf("history %q, want %q first, then more", got, want)
	}
}
