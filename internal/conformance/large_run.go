package conformance

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
)

// largeRun is a number of a run that does not fit into a step of stored_path.
const largeRun = 100_000_000_000

// caseLargeRun has a run with a usual number, then runs whose numbers begin at largeRun, take the puzzles further. It
// then solves puzzles again and adds steps by SQL. No step may be lost.
func caseLargeRun(t *testing.T, s suite) {
	puzzles := slices.Concat(solvertest.Sample(t)[:10], solvertest.FirstOfLists(t, 1))
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		solved(t, db, puzzles, false, solvertest.Select(t, []string{"singles"}, nil))
		numberRuns(t, db, func() {
			solved(t, db, puzzles, false, solvertest.Select(t, []string{"singles", "intersections"}, nil))
		})
		solved(t, db, puzzles, false, solvertest.Select(t, nil, nil))
		solved(t, db, puzzles[:3], true, solvertest.Select(t, nil, nil))
		if got := verified(t, db); got != "" {
			t.Errorf("what was solved does not hold: %s", got)
		}
		for _, count := range []struct{ runs, where string }{{"the usual", "run_id = 1"},
			{"the large", fmt.Sprintf("run_id >= %d", int64(largeRun))}} {
			if dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM step WHERE `+count.where) == 0 {
				t.Errorf("%s number has no steps", count.runs)
			}
		}
		if lost := dbtest.Count(t, db.DB, `SELECT SUM(steps) FROM puzzle`) - dbtest.Count(t, db.DB,
			`SELECT COUNT(*) FROM step`); lost != 0 {
			t.Errorf("%d steps are lost", lost)
		}
		stuck := int64(dbtest.Count(t, db.DB, `SELECT MIN(puzzle_id) FROM puzzle WHERE status = 'stuck' AND steps > 0`))
		mark := func() (cell setdoku.Cell, digit int) {
			mark := dbtest.Count(t, db.DB, `SELECT MIN(cell * 10 + digit) FROM candidate WHERE puzzle_id = ?`, stuck)
			return setdoku.Cell(mark / 10), mark % 10
		}
		// A step of a run that SQL makes, with two rows.
		change(t, db, fmt.Sprintf(`
			INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
			SELECT k.puzzle_id, 'x_wing', 0, k.cell, k.digit, 1 FROM candidate AS k WHERE k.puzzle_id = %d ORDER BY k.cell, k.digit LIMIT 2`, stuck))
		runFiles(t, db, "apply")
		withConn(t, db, func(c *database.Conn) error {
			cell, digit := mark()
			if err := c.CrossOut(t.Context(), stuck, cell, digit); err != nil {
				return err
			}
			return c.Undo(t.Context(), stuck)
		})
		return dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+comparable("step")+` AS x`)
	})
	sameContents(t, databases)
}

// numberRuns gives the runs that work begins numbers from largeRun on.
func numberRuns(t *testing.T, db *testDatabase, work func()) {
	if !db.InProcess() {
		change(t, db, fmt.Sprintf(`SELECT SETVAL(PG_GET_SERIAL_SEQUENCE('run', 'run_id'), %d)`, largeRun-1))
		work()
		return
	}
	// The next number of a file is one above the greatest.
	change(t, db, fmt.Sprintf(`INSERT INTO run (run_id, started_at, engine, audit, selection, options, version) VALUES (%d, '', '', 'none', '', '', '')`, largeRun-1))
	work()
	change(t, db, fmt.Sprintf(`DELETE FROM run WHERE run_id = %d`, largeRun-1))
}

// change runs a statement.
func change(t *testing.T, db *testDatabase, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
