package batch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/store"
	"setdoku/store/record"
)

// TestProperties fills the tables of properties. An isomorph must have the same row as its puzzle. What does not apply
// is null: for givens without exactly one solution, and for a variant. verify must accept the rows, and find every
// change of one. Rows of a puzzle whose givens change go.
func TestProperties(t *testing.T) {
	for name, open := range map[string]func(testing.TB) *store.DB{
		"SQLite": dbtest.Open, "PostgreSQL": func(t testing.TB) *store.DB { return dbtest.OpenServer(t, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkProperties(t, open(t))
		})
	}
}

func checkProperties(t *testing.T, db *store.DB) {
	rng := gridtest.New(12)
	minimal := gridtest.Minimal(rng)
	onX, _ := made(t, "x", rng)
	puzzles := append(solvertest.Givens(minimal, gridtest.Random(rng).Digits(minimal), gridtest.WithClues(rng, 40),
		gridtest.Several(rng), gridtest.Contradictory(rng)), onX)
	b := solvertest.NewBatch(t, db, solvertest.Options(t))
	solvertest.Solve(t, b, puzzles, len(puzzles))
	fill := func(want int) {
		t.Helper()
		filled := 0
		if err := batch.FillProperties(t.Context(), db, func(n int) { filled = n }); err != nil || filled != want {
			t.Fatalf("%d puzzles are filled in, error %v, want %d", filled, err, want)
		}
	}
	fill(len(puzzles))
	fill(0)
	gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
	const rows = `SELECT redundant, automorphisms, pattern_automorphisms, backdoor_size, backdoors, solution_form, band
		FROM puzzle_property WHERE puzzle_id = `
	if a, b := dbtest.Rows(t, db, rows+"1"), dbtest.Rows(t, db, rows+"2"); !slices.Equal(a, b) {
		t.Errorf("isomorphs have the properties\n%v\n%v", a, b)
	}
	for query, want := range map[string]int{
		`redundant = 0 AND automorphisms = 1 AND band > 0`: 2,
		`redundant > 0`: 1,
		`redundant IS NULL AND backdoor_size IS NULL AND backdoors IS NULL`:                2,
		`pattern_automorphisms IS NOT NULL AND automorphisms IS NULL`:                      2,
		`redundant = 0 AND COALESCE(pattern_automorphisms, LENGTH(solution_form)) IS NULL`: 1,
	} {
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle_property WHERE `+query); n != want {
			t.Errorf("%d rows have %s, want %d", n, query, want)
		}
	}
	for _, count := range []string{"redundant", "backdoor"} {
		column := map[string]string{"redundant": "redundant", "backdoor": "backdoors"}[count]
		dbtest.SameRows(t, count, dbtest.Rows(t, db, `SELECT p.puzzle_id, `+column+` FROM puzzle_property AS p
			WHERE `+column+` > 0`), dbtest.Rows(t, db, `SELECT puzzle_id, COUNT(*) FROM property_cell
			WHERE property = '`+count+`' GROUP BY puzzle_id`))
	}
	for _, change := range []string{
		`UPDATE puzzle_property SET band = 417 - band WHERE puzzle_id = 1`,
		`UPDATE puzzle_property SET redundant = NULL WHERE puzzle_id = 1`,
		`UPDATE puzzle_property SET pattern_automorphisms = 96 WHERE puzzle_id = 4`,
		`DELETE FROM property_cell WHERE puzzle_id = 3`,
		`INSERT INTO property_cell (puzzle_id, property, cell) SELECT 1, 'redundant', 11`,
		`DELETE FROM puzzle_property WHERE puzzle_id = 3`,
	} {
		dbtest.Exec(t, db, change)
		if text := solvertest.Verified(t, db); text == "" {
			t.Errorf("after %s verify finds nothing", change)
		}
		for _, table := range []string{"puzzle_property", "property_cell"} {
			dbtest.Exec(t, db, `DELETE FROM `+table)
		}
		fill(len(puzzles))
	}
	dbtest.Exec(t, db, `DELETE FROM puzzle WHERE puzzle_id = 3`)
	if n := dbtest.Count(t, db, `SELECT (SELECT COUNT(*) FROM puzzle_property WHERE puzzle_id = 3) +
			(SELECT COUNT(*) FROM property_cell WHERE puzzle_id = 3)`); n > 0 {
		t.Errorf("a deleted puzzle leaves %d rows", n)
	}
}

// TestJewels compares the view puzzle_jewel with the steps of puzzles.
func TestJewels(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	rng := gridtest.New(13)
	var puzzles []format.Puzzle
	for range 12 {
		puzzles = append(puzzles, solvertest.Givens(gridtest.Minimal(rng))...)
	}
	// pointing comes first here, then search
	grid, err := setdoku.ParseGrid("..9....82........5...24.3...42.....7.....6.1.5.......3.3.7.....8....193...1..5...")
	gridtest.Must(t, err)
	puzzles = append(puzzles, solvertest.Givens(grid)...)
	b := solvertest.NewBatch(t, db, solvertest.Select(t, []string{"singles", "intersections", "search"}, nil))
	solvertest.Solve(t, b, puzzles, len(puzzles))
	var want []string
	err = db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		for id := range int64(len(puzzles)) {
			r, err := s.Record(t.Context(), id+1)
			if err != nil {
				return err
			}
			if r.Status != setdoku.StatusSolved {
				continue
			}
			slices.SortFunc(r.StepRows, func(a, b record.StepRow) int { return a.Step - b.Step })
			pearl, placed := 0, false
			for _, step := range r.StepRows {
				if !placed && step.Rule == r.Hardest {
					pearl = 1
				}
				placed = placed || step.Placements > 0
			}
			diamond := 0
			if r.StepRows[0].Rule == r.Hardest {
				diamond = 1
			}
			want = append(want, fmt.Sprintf("[%d,%d,%d]", id+1, pearl, diamond))
		}
		return nil
	})
	gridtest.Must(t, err)
	slices.Sort(want)
	dbtest.SameRows(t, "puzzle_jewel", dbtest.Rows(t, db, `SELECT puzzle_id, pearl, diamond FROM puzzle_jewel`), want)
	for _, end := range []string{",0,0]", ",1,0]", ",1,1]"} {
		if !slices.ContainsFunc(want, func(row string) bool { return strings.HasSuffix(row, end) }) {
			t.Errorf("no row ends in %s: %v", end, want)
		}
	}
}
