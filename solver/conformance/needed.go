package conformance

import (
	"strconv"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// tamperedNeeded are statements that falsify rows of the table needed. PUZZLE stands for mostNeeded.
var tamperedNeeded = []struct{ name, falsify string }{
	{"an elimination gone", `DELETE FROM needed WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"a placement gone", `DELETE FROM needed WHERE puzzle_id = PUZZLE AND placement = 1 AND step = (
		SELECT MAX(n.step) FROM needed AS n WHERE n.puzzle_id = PUZZLE)`},
	{"another digit", `UPDATE needed SET digit = digit % 9 + 1 WHERE puzzle_id = PUZZLE AND placement = 1 AND step = (
		SELECT MAX(n.step) FROM needed AS n WHERE n.puzzle_id = PUZZLE) AND cell = (
		SELECT MAX(n.cell) FROM needed AS n WHERE n.puzzle_id = PUZZLE AND n.step = (SELECT MAX(m.step) FROM needed AS m WHERE m.puzzle_id = PUZZLE))`},
	{"another step of the audit", `UPDATE needed SET audit_step = audit_step + 1 WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"another pattern", `UPDATE needed SET pattern = pattern + 1 WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"another rule", `UPDATE needed SET rule = 'x_wing' WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"a placement that is an elimination", `UPDATE needed SET placement = 1 WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"all eliminations first", `UPDATE needed SET step = 1 WHERE puzzle_id = PUZZLE AND placement = 0`},
	{"the singles first", `UPDATE needed SET step = step + 100 WHERE puzzle_id = PUZZLE AND placement = 0`},
}

// caseNeeded writes what was needed. The rows are the same in every database, verify checks them, and they go when the
// puzzle changes.
func caseNeeded(t *testing.T, s suite) {
	stuck, _ := solvertest.StuckPuzzle(t)
	rng := gridtest.New(75)
	puzzles := solvertest.Givens(stuck)
	puzzles = append(puzzles, solvertest.FirstOfLists(t, 1)...)
	puzzles = append(puzzles, solvertest.Givens(gridtest.Contradictory(rng), gridtest.Several(rng))...)
	databases := onEach(t, s, func(t *testing.T, db *database) string {
		solved(t, db, puzzles, false, solvertest.Select(t, nil, nil))
		solvertest.SaveNeeded(t, db.DB)
		return verified(t, db)
	})
	if text := verified(t, databases[0]); text != "" {
		t.Fatalf("what was needed does not hold: %s", text)
	}
	sameContents(t, databases)
	for _, tt := range tamperedNeeded {
		t.Run(tt.name, func(t *testing.T) {
			sameAnswers(t, databases, func(t *testing.T, db *database) string {
				if n := dbtest.Unchecked(t, db.DB, strings.ReplaceAll(tt.falsify, "PUZZLE", mostNeeded(t, db))); n == 0 {
					t.Fatal("no row is falsified")
				}
				text := derived(t, db)
				if text == "" {
					t.Errorf("%s: nothing is found", db.kind.Name)
				}
				solvertest.SaveNeeded(t, db.DB)
				return text
			})
		})
	}
	sameAnswers(t, databases, verified)
	sameAnswers(t, databases, func(t *testing.T, db *database) []int {
		left := []int{
			rowsAfter(t, db, func() { solved(t, db, puzzles[:2], true, solvertest.Select(t, []string{"singles"}, nil)) }, 1, 2),
			rowsAfter(t, db, func() { crossOut(t, db, 1) }, 1, 1),
			rowsAfter(t, db, func() { solvertest.SolveStored(t, newBatch(t, db, solvertest.Select(t, nil, nil))) }, 2, 2),
		}
		if s.changesBySQL() {
			left = append(left, rowsAfter(t, db, func() { dbtest.Unchecked(t, db.DB, `DELETE FROM puzzle WHERE puzzle_id = 3`) }, 3, 3))
		}
		return left
	})
}

// mostNeeded returns the solved puzzle of which most eliminations are needed.
func mostNeeded(t *testing.T, db *database) string {
	t.Helper()
	return strconv.Itoa(dbtest.Count(t, db.DB, `
		SELECT n.puzzle_id
		FROM needed AS n
		INNER JOIN puzzle AS z ON z.puzzle_id = n.puzzle_id
		WHERE n.placement = 0 AND z.status = 'solved'
		GROUP BY n.puzzle_id
		ORDER BY COUNT(*) DESC, n.puzzle_id
		LIMIT 1`))
}

// rowsAfter saves what is needed, changes puzzles, and returns how many rows the puzzles low to high have then. It
// fails the test if they had none before or have any after.
func rowsAfter(t *testing.T, db *database, change func(), low, high int) int {
	t.Helper()
	solvertest.SaveNeeded(t, db.DB)
	before := dbtest.Count(t, db.DB, db.Rebind(`SELECT COUNT(*) FROM needed WHERE puzzle_id BETWEEN ? AND ?`), low, high)
	change()
	after := dbtest.Count(t, db.DB, db.Rebind(`SELECT COUNT(*) FROM needed WHERE puzzle_id BETWEEN ? AND ?`), low, high)
	if before == 0 || after != 0 {
		t.Errorf("puzzles %d to %d have %d rows, then %d", low, high, before, after)
	}
	return after
}

// crossOut crosses a candidate out by hand that the solution does not have.
func crossOut(t *testing.T, db *database, id int64) {
	t.Helper()
	c, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var at struct{ Cell, Digit int }
	if err := db.GetContext(t.Context(), &at, db.Rebind(`SELECT cell, digit FROM candidate WHERE puzzle_id = ? ORDER BY cell, digit LIMIT 1`), id); err != nil {
		t.Fatal(err)
	}
	if err := c.CrossOut(t.Context(), id, at.Cell, at.Digit); err != nil {
		t.Fatal(err)
	}
}
