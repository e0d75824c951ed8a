package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/statement"
)

// caseRules writes rows of every rule by plain SQL. A rule must be known, and what is refused changes nothing;
// what is not is trimmed, and becomes a step by itself or joins one.
func caseRules(t *testing.T, s suite) {
	puzzle, solution := solvertest.StuckPuzzle(t)
	r := &solvertest.Rows{Solution: solution, State: setdoku.State{Givens: puzzle}}
	cells := r.OpenCells()
	a, b, c, d, e, f := cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]
	given := slices.IndexFunc(puzzle[:], func(d uint8) bool { return d != 0 })
	seen := uint8(0)
	for _, p := range setdoku.Peers[a] {
		seen = max(seen, puzzle[p])
	}
	const (
		noRule  = "no such rule, want given, manual or the name of a technique"
		next    = "leave step out or give the next one"
		before  = "a given has step 0 and comes before all steps"
		stands  = "the digit stands in the row, column or box of the cell already"
		changed = "its candidates and steps would not go with it"
	)
	moves := []move{
		{"a rule that is none", r.Cell(a, "guess", "", ""), noRule},
		{"no rule", r.Cell(a, "", "", ""), noRule},
		{"a rule that is NULL", strings.ReplaceAll(r.Cell(a, "x", "", ""), "'x'", "NULL"), anyhow},
		{"a mark with a rule that is none", r.Elimination(a, "guess", "", ""), "no such rule, want manual or the name of a technique"},
		{"a mark as a given", r.Elimination(a, "given", ", step", ", 0"), "no such rule, want manual or the name of a technique"},
		{"a digit by hand at step 0", r.Cell(a, "manual", ", step", ", 0"), next},
		{"a step far ahead", `INSERT INTO step (puzzle_id, step, rule, placements, eliminations) VALUES (1, 2, 'naked_single', 1, 0)`, "a step has the next number"},
		{"a step with a rule that is none", `INSERT INTO step (puzzle_id, step, rule, placements, eliminations) VALUES (1, 1, 'guess', 1, 0)`, "no such rule"},
		{"a technique in a puzzle that is none", strings.Replace(r.Cell(a, "naked_single", ", step", ", 1"), "VALUES (1,", "VALUES (77,", 1), "no such puzzle"},
		{"a given in a puzzle that is none", strings.Replace(r.Cell(a, "given", ", step", ", 0"), "VALUES (1,", "VALUES (77,", 1), "no such puzzle"},
		{"a technique's digit of a peer", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, %d, %d, 1, 'naked_single')`, setdoku.CellNumber(a), seen), stands},
		{"a given's digit of a peer", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, %d, %d, 0, 'given')`, setdoku.CellNumber(a), seen), stands},
		{"a technique on a given", r.Cell(given, "naked_single", "", ""), "the cell holds a digit already"},
		{"a technique in no cell", `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 40, 1, 'naked_single')`, "no such cell"},
		{"a technique far ahead", r.Cell(a, "naked_single", ", step", ", 7"), next},
		{"a technique at step 0", r.Cell(a, "naked_single", ", step", ", 0"), next},
		{"a given with a step", r.Cell(a, "given", ", step", ", 1"), before},
		{"a candidate of a puzzle that is none", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (77, 11, 1)`, "no such puzzle"},
		{"a candidate of a filled cell", fmt.Sprintf(`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, %d, 1)`, setdoku.CellNumber(given)), "the cell holds a digit already"},
		{"a candidate that is there", `INSERT INTO candidate (puzzle_id, cell, digit) SELECT puzzle_id, MIN(cell * 10 + digit) / 10, MIN(cell * 10 + digit) % 10
			FROM candidate WHERE puzzle_id = 1 GROUP BY puzzle_id`, "the candidate is there already"},
		{"a candidate in no cell", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, 40, 1)`, "no such cell or digit"},
		{"a candidate that is no digit", fmt.Sprintf(`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, %d, 10)`, setdoku.CellNumber(a)), "no such cell or digit"},
		{"a candidate that a peer holds", fmt.Sprintf(`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, %d, %d)`, setdoku.CellNumber(a), seen), stands},
		{"a digit changed", fmt.Sprintf(`UPDATE cell SET digit = 9 WHERE puzzle_id = 1 AND cell = %d`, setdoku.CellNumber(given)), changed},
		{"a rule changed", fmt.Sprintf(`UPDATE cell SET rule = 'manual' WHERE puzzle_id = 1 AND cell = %d`, setdoku.CellNumber(given)), changed},
		{"a candidate changed", `UPDATE candidate SET digit = 10 - digit WHERE puzzle_id = 1`, "a candidate is not changed"},
		{"a digit deleted", fmt.Sprintf(`DELETE FROM cell WHERE puzzle_id = 1 AND cell = %d`, setdoku.CellNumber(given)), "a filled cell is not deleted, " + changed},
		{"a candidate deleted", `DELETE FROM candidate WHERE puzzle_id = 1`, "a candidate is not deleted"},
		{"another given in its place", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`,
			setdoku.CellNumber(given), puzzle[given]%9+1), "the cell holds a digit already"},

		{"a given that is there", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`, setdoku.CellNumber(given), puzzle[given]), ""},
		{"a given, the step left out", r.Cell(a, "given", "", ""), ""},
		{"a given with its step", r.Cell(b, "given", ", step", ", 0"), ""},
		{"a technique", r.Cell(c, "naked_single", "", ""), ""},
		{"a given after a step", r.Cell(d, "given", "", ""), before},
		{"a technique with the next step", r.Cell(d, "hidden_single", ", step", ", 2"), ""},
		{"one more of the same step", r.Cell(e, "hidden_single", ", step", ", 2"), ""},
		{"one more of another technique", r.Cell(f, "naked_single", ", step", ", 2"), next},
		{"a mark of the same step", `INSERT INTO elimination (puzzle_id, cell, digit, step, rule)
			SELECT x.puzzle_id, x.mark / 10, x.mark % 10, 2, 'hidden_single'
			FROM (SELECT puzzle_id, MIN(cell * 10 + digit) AS mark FROM candidate WHERE puzzle_id = 1 GROUP BY puzzle_id) AS x`, ""},
		{"a mark of a technique", `INSERT INTO elimination (puzzle_id, cell, digit, rule)
			SELECT x.puzzle_id, x.mark / 10, x.mark % 10, 'pointing'
			FROM (SELECT puzzle_id, MAX(cell * 10 + digit) AS mark FROM candidate WHERE puzzle_id = 1 GROUP BY puzzle_id) AS x`, ""},
		{"a mark changed", `UPDATE elimination SET step = 1 WHERE puzzle_id = 1`, changed},
		{"a mark deleted", `DELETE FROM elimination WHERE puzzle_id = 1`, "an elimination is not deleted, " + changed},
		{"a step changed", `UPDATE step SET placements = 9 WHERE puzzle_id = 1`, "a step is not changed"},
		{"a step deleted", `DELETE FROM step WHERE puzzle_id = 1`, "a step is not deleted"},
		{"a technique of one's own", r.Cell(f, "my_own", "", ""), noRule},
		{"taken in", `INSERT INTO technique (name, title, family, tier, weight, level, level_no, assumes_unique, file, size)
			VALUES ('my_own', 'Mine', 'user', 255, 7, 'hard', 3, 0, 'my_own', 1)`, ""},
		{"a technique of one's own that is known", r.Cell(f, "my_own", "", ""), ""},
		{"a digit by hand", `INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT puzzle_id, cell, digit, 'manual' FROM candidate WHERE puzzle_id = 1 AND cell = (SELECT MIN(cell) FROM candidate)
			ORDER BY digit LIMIT 1`, ""},
	}
	if !s.changesBySQL() {
		moves = slices.DeleteFunc(moves, func(m move) bool { return !strings.HasPrefix(m.statement, "INSERT") })
	}
	split := slices.IndexFunc(moves, func(m move) bool { return m.refused == "" })
	databases := onEach(t, s, func(t *testing.T, db *database) []string {
		solvertest.Import(t, db.DB, solvertest.Givens(puzzle))
		before := dbtest.SortedAnswer(t, db.DB, `SELECT * FROM candidate`)
		out := play(t, db, moves[:split])
		if after := dbtest.SortedAnswer(t, db.DB, `SELECT * FROM candidate`); !slices.Equal(before, after) {
			t.Errorf("%s: what was refused has changed the candidates", db.kind.Name)
		}
		return append(out, play(t, db, moves[split:])...)
	})
	sameContents(t, databases)
	db := databases[0]
	for query, want := range map[string]string{
		`SELECT step || ' ' || rule || ' ' || placements || ' ' || eliminations FROM step WHERE puzzle_id = 1 ORDER BY step`:
		// the mark joins the step of its technique
		"1 naked_single 1 0,2 hidden_single 2 1,3 pointing 0 1,4 my_own 1 0,5 manual 1 0",
		`SELECT score || ' ' || level || ' ' || hardest || ' ' || steps || ' ' || techniques FROM puzzle WHERE puzzle_id = 1`: `75 hard my_own 5 {"naked_single":1,"hidden_single":3,"pointing":1,"my_own":1}`,
	} {
		var got []string
		if err := db.SelectContext(t.Context(), &got, query); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	// Every digit is trimmed: what is left are the candidates of the grid as it is filled, less what was crossed out.
	wrong := dbtest.Count(t, db.DB, `
		SELECT COUNT(*) FROM candidate AS x
		WHERE EXISTS (SELECT 1 FROM cell AS o WHERE o.puzzle_id = x.puzzle_id AND o.cell = x.cell)
			OR EXISTS (SELECT 1 FROM peer AS p INNER JOIN cell AS o ON o.cell = p.peer WHERE p.cell = x.cell AND o.puzzle_id = x.puzzle_id AND o.digit = x.digit)`)
	if wrong > 0 {
		t.Errorf("%d candidates are left that a digit should have taken", wrong)
	}
	want := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM candidate_at WHERE puzzle_id = 1 AND step = 5`)
	if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM candidate WHERE puzzle_id = 1`); n != want {
		t.Errorf("%d candidates, want %d", n, want)
	}
}

// caseGivensByHand enters a whole puzzle as rows of cell, as the older system did, and solves it.
func caseGivensByHand(t *testing.T, s suite) {
	puzzle := gridtest.WithClues(gridtest.New(73), 30)
	moves := []move{{"an empty grid", `INSERT INTO puzzle (givens) VALUES ('` + strings.Repeat(".", 81) + `')`, ""}}
	for i, d := range puzzle {
		if d != 0 {
			moves = append(moves, move{setdoku.CellName(i), fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`, setdoku.CellNumber(i), d), ""})
		}
	}
	databases := onEach(t, s, func(t *testing.T, db *database) []string {
		out := play(t, db, moves)
		var text string
		if err := db.GetContext(t.Context(), &text, `SELECT givens FROM puzzle`); err != nil || text != puzzle.String() {
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

// casePassByHand plays whole puzzles by rows of techniques alone, the deductions of one pass as one step, as
// apply.sql would. The rows are those that the solver writes, and verify holds them.
func casePassByHand(t *testing.T, s suite) {
	puzzles := []format.Puzzle{solvertest.Sample(t)[17]}
	files := []string{"full_house", "naked_single", "hidden_single", "locked_subset", "pointing", "claiming", "naked_subset", "hidden_subset"}
	databases := onEach(t, s, func(t *testing.T, db *database) []string {
		solvertest.Import(t, db.DB, puzzles)
		for pass(t, db, files) {
		}
		return []string{verified(t, db)}
	})
	sameContents(t, databases)
	if got := verified(t, databases[0]); got != "" {
		t.Error(got)
	}
	fresh := dbtest.Open(t)
	solvertest.Run(t, fresh, puzzles, false, solvertest.Select(t, nil, nil))
	// The solver computes the trial depth when it solves a puzzle. A shell leaves it open.
	if _, err := fresh.ExecContext(t.Context(), `UPDATE puzzle SET depth = NULL`); err != nil {
		t.Fatal(err)
	}
	solvertest.Compare(t, solvertest.Histories(t, databases[0].DB), solvertest.Histories(t, fresh))
	if n := dbtest.Count(t, fresh, `SELECT COUNT(DISTINCT rule) FROM step`); n < 4 {
		t.Errorf("%d techniques were used, want 4 at least", n)
	}
}

// pass runs files and inserts, row by row, what the easiest technique has found in puzzle 1. It reports whether there was
// anything.
func pass(t *testing.T, db *database, files []string) bool {
	t.Helper()
	for _, file := range files {
		text, err := statement.Text(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	var found []struct {
		Technique          string
		Placement          bool
		Cell, Digit, Steps int
		Pattern            int64
	}
	err := db.SelectContext(t.Context(), &found, `
		SELECT d.technique, d.placement, d.cell, d.digit, d.pattern, z.steps
		FROM deduction AS d
		INNER JOIN technique AS t ON t.name = d.technique
		INNER JOIN puzzle AS z ON z.puzzle_id = d.puzzle_id
		WHERE t.tier = (SELECT MIN(x.tier) FROM deduction AS o INNER JOIN technique AS x ON x.name = o.technique)
		ORDER BY d.cell, d.digit`)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		table := "elimination"
		if f.Placement {
			table = "cell"
		}
		_, err := db.ExecContext(t.Context(), `INSERT INTO `+table+` (puzzle_id, cell, digit, step, rule, pattern) VALUES (1, ?, ?, ?, ?, ?)`,
			f.Cell, f.Digit, f.Steps+1, f.Technique, f.Pattern)
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
	}
	return len(found) > 0
}
