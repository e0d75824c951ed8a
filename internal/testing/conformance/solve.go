package conformance

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// mixedList is a list with puzzles that end in every way, and with pencil marks.
func mixedList(t *testing.T) []format.Puzzle {
	t.Helper()
	p := solvertest.NewPool()
	list := slices.Concat(solvertest.Sample(t)[:10], solvertest.Givens(p.Several[:2]...),
		solvertest.Givens(p.None[:9]...), solvertest.Givens(p.Unique[32:]...), solvertest.FirstOfLists(t, 1))
	gridtest.New(71).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// variants are puzzles of three boards, two of them of one.
const variants = `
6x6 41...2.35.......53.....4....6..5..2.
1112122233343444 3...1.........4.
anti-knight 751463928634829517298517436429176385.........1...............9.......7....5....4.
6x6 ..2.1.1...56...4.3....2...153.......
`

// caseSolve solves a whole list in several ways. Some puzzles come again, in the same chunk and in a later one. The
// results and all that the tables and views say afterwards must be the same.
func caseSolve(t *testing.T, s suite) {
	list := mixedList(t)
	list = slices.Concat(list[:20], list[15:18], list[20:], list[:3])
	all, none := solvertest.Options(t), solvertest.Options(t)
	none.Audit = setdoku.AuditNone
	each := map[string]int{"solved": 4, "stuck": 4, "invalid": 4}
	for _, tt := range []struct {
		name    string
		puzzles []format.Puzzle
		runs    []memory.Options
		again   bool
		least   map[string]int
	}{
		{"variants", solvertest.Puzzles(t, "variants", variants), []memory.Options{all}, false, map[string]int{"solved": 4}},
		{"audit full", list, []memory.Options{all}, false, each},
		{"audit none", list, []memory.Options{none}, false, each},
		{"stuck under another selection", list, []memory.Options{solvertest.Options(t, "singles"), all}, false, each},
		{"again", list, []memory.Options{all, solvertest.Options(t, "singles", "intersections", "uniqueness")}, true, each},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			databases := onEach(t, s, func(t *testing.T, db *testDatabase) (results [][]*record.Puzzle) {
				for _, opts := range tt.runs {
					results = append(results, solved(t, db, tt.puzzles, tt.again, opts))
				}
				return results
			})
			sameContents(t, databases)
			for status, least := range tt.least {
				n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM puzzle WHERE status = ?`, status)
				if n < least {
					t.Errorf("%d puzzles are %s, want %d at least", n, status, least)
				}
			}
		})
	}
}

// caseImport imports what is not solved yet, and a worker solves it: the same rows wait, and the same are left.
func caseImport(t *testing.T, s suite) {
	puzzles := mixedList(t)
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) int {
		solvertest.Import(t, db.DB, puzzles[:20])
		solvertest.Import(t, db.DB, puzzles[20:])
		return dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM puzzle WHERE state <> ''`)
	})
	sameContents(t, databases)
	if n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM puzzle WHERE state <> ''`); n < 5 {
		t.Errorf("%d puzzles have pencil marks, want 5 at least", n)
	}
	sameAnswers(t, databases, func(t *testing.T, db *testDatabase) map[string]string {
		w, err := batch.NewWorker(t.Context(), db.DB, db.engine(solvertest.Options(t)), record.Run{})
		gridtest.Must(t, err)
		if err := w.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Error(err)
		}
		return solvertest.Histories(t, db.DB)
	})
}

// caseCTE solves by the engine cte, and checks the results and the rows. Not a row may differ.
func caseCTE(t *testing.T, s suite) {
	puzzles := solvertest.Every(3, 0, solvertest.MixedStates())
	sameContents(t, onEach(t, s, func(t *testing.T, db *testDatabase) []*record.Puzzle {
		return solvertest.SolveByCTE(t, db.DB, puzzles)
	}))
}

// largeRun is a number of a run that does not fit into a step of stored_path.
const largeRun = 100_000_000_000

// caseLargeRun has a run with a usual number, then runs whose numbers begin at largeRun, take the puzzles further. It
// then solves puzzles again and adds steps by SQL. No step may be lost.
func caseLargeRun(t *testing.T, s suite) {
	puzzles := slices.Concat(solvertest.Sample(t)[:10], solvertest.FirstOfLists(t, 1))
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		solved(t, db, puzzles, false, solvertest.Options(t, "singles"))
		if db.InProcess() { // the next number of a file is one above the greatest
			exec(t, db, fmt.Sprintf(`INSERT INTO run (run_id, started_at, engine, audit, selection, options, version) VALUES (%d, '', '', 'none', '', '', '')`, largeRun-1))
		} else {
			exec(t, db, fmt.Sprintf(`SELECT SETVAL(PG_GET_SERIAL_SEQUENCE('run', 'run_id'), %d)`, largeRun-1))
		}
		solved(t, db, puzzles, false, solvertest.Options(t, "singles", "intersections"))
		exec(t, db, fmt.Sprintf(`DELETE FROM run WHERE run_id = %d`, largeRun-1))
		solved(t, db, puzzles, false, solvertest.Options(t))
		solved(t, db, puzzles[:3], true, solvertest.Options(t))
		verified(t, db)
		for _, where := range []string{"run_id = 1", fmt.Sprintf("run_id >= %d", largeRun)} {
			if dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM step WHERE `+where) == 0 {
				t.Errorf("no step has %s", where)
			}
		}
		if lost := dbtest.Count(t, db.DB, `SELECT SUM(steps) FROM puzzle`) - dbtest.Count(t, db.DB,
			`SELECT COUNT(*) FROM step`); lost != 0 {
			t.Errorf("%d steps are lost", lost)
		}
		stuck := dbtest.Count(t, db.DB, `SELECT MIN(puzzle_id) FROM puzzle WHERE status = 'stuck' AND steps > 0`)
		// A step of a run that SQL makes, with two rows.
		exec(t, db, fmt.Sprintf(`
			INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
			SELECT k.puzzle_id, 'x_wing', 0, k.cell, k.digit, 1 FROM candidate AS k WHERE k.puzzle_id = %d ORDER BY k.cell, k.digit LIMIT 2`, stuck))
		runFiles(t, db, "apply")
		mark := dbtest.Count(t, db.DB, `SELECT MIN(cell * 10 + digit) FROM candidate WHERE puzzle_id = ?`, stuck)
		if err := db.Writing(t.Context(), func(c *store.Conn) error {
			if err := c.CrossOut(t.Context(), int64(stuck), setdoku.Cell(mark/10), mark%10); err != nil {
				return err
			}
			return c.Undo(t.Context(), int64(stuck))
		}); err != nil {
			t.Fatal(err)
		}
		return dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+comparable("step")+` AS x`)
	})
	sameContents(t, databases)
}
