package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// caseRules writes rows of every rule by plain SQL. A rule must be known, and what is refused changes nothing;
// what is not is trimmed, and becomes a step by itself or joins one.
func caseRules(t *testing.T, s suite) {
	puzzle, solution := solvertest.StuckPuzzle(t)
	r := &solvertest.Inserts{Solution: solution, State: setdoku.State{Givens: puzzle}}
	cells := r.OpenCells()
	a, b, c, d := cells[0], cells[1], cells[2], cells[3]
	given := slices.IndexFunc(puzzle[:], func(d uint8) bool { return d != 0 })
	seen := uint8(0)
	for _, p := range setdoku.Classic().Peers[a] {
		seen = max(seen, puzzle[p])
	}
	const (
		noRule   = "no such rule, want given or manual"
		next     = "leave step out or give the next one"
		before   = "a given comes before all steps"
		hasDigit = "the row, column or box of the cell already has the digit"
		changed  = "its candidates and steps would not go with it"
	)
	moves := []move{
		{"a rule that is none", r.Cell(a, "guess", "", ""), noRule},
		{"a technique, whose deductions go through apply.sql", r.Cell(a, "naked_single", "", ""), noRule},
		{"a rule that is NULL", strings.ReplaceAll(r.Cell(a, "x", "", ""), "'x'", "NULL"), anyhow},
		{"a mark with a rule that is none", r.Elimination(a, "guess", "", ""), "no such rule, want manual"},
		{"a mark as a given", r.Elimination(a, "given", "", ""), "no such rule, want manual"},
		{"a given in a puzzle that is none",
			strings.Replace(r.Cell(a, "given", "", ""), "VALUES (1,", "VALUES (77,", 1), "no such puzzle"},
		{"a given's digit of a peer", fmt.Sprintf(
			`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`, setdoku.CellAt(a), seen),
			hasDigit},
		{"a step far ahead", r.Cell(a, "manual", ", step", ", 7"), next},
		{"a digit changed", fmt.Sprintf(`UPDATE cell SET digit = 9 WHERE puzzle_id = 1 AND cell = %d`,
			setdoku.CellAt(given)), changed},
		{"a rule changed", fmt.Sprintf(`UPDATE cell SET rule = 'manual' WHERE puzzle_id = 1 AND cell = %d`,
			setdoku.CellAt(given)), changed},
		{"a candidate changed", `UPDATE candidate SET digit = 10 - digit WHERE puzzle_id = 1`,
			"a candidate is not changed"},
		{"another given in its place", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`,
			setdoku.CellAt(given), puzzle[given]%9+1), anyhow},

		{"a given", r.Cell(a, "given", "", ""), ""},
		{"a given more", r.Cell(b, "given", "", ""), ""},
		{"a digit", r.Cell(c, "manual", "", ""), ""},
		{"a given after a step", r.Cell(d, "given", "", ""), before},
		{"a digit with the next step", r.Cell(d, "manual", ", step", ", 2"), ""},
		{"a candidate deleted", `DELETE FROM candidate WHERE puzzle_id = 1 AND cell * 10 + digit = (
			SELECT MIN(m.cell * 10 + m.digit) FROM candidate AS m WHERE m.puzzle_id = 1)`, ""},
		{"a mark", `INSERT INTO elimination (puzzle_id, cell, digit, rule)
			SELECT x.puzzle_id, x.mark / 10, x.mark % 10, 'manual'
			FROM (SELECT puzzle_id, MAX(cell * 10 + digit) AS mark FROM candidate WHERE puzzle_id = 1 GROUP BY puzzle_id) AS x`, ""},
		{"a mark changed", `UPDATE elimination SET step = 1 WHERE puzzle_id = 1`, changed},
		{"a digit by hand", `INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT puzzle_id, cell, digit, 'manual' FROM candidate WHERE puzzle_id = 1 AND cell = (SELECT MIN(cell) FROM candidate)
			ORDER BY digit LIMIT 1`, ""},
	}
	if !s.changesBySQL() {
		moves = slices.DeleteFunc(moves, func(m move) bool { return !strings.HasPrefix(m.statement, "INSERT") })
	}
	split := slices.IndexFunc(moves, func(m move) bool { return m.refused == "" })
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		solvertest.Import(t, db.DB, solvertest.Givens(puzzle))
		dbtest.Fill(t, db.DB)
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
		`SELECT step || ' ' || rule || ' ' || placements || ' ' || eliminations FROM step WHERE puzzle_id = 1 ORDER BY step`: "1 manual 1 0,2 manual 1 0,3 manual 0 1,4 manual 0 1,5 manual 1 0",
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
