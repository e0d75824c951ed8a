package conformance

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
	sqlfiles "setdoku/sql"
)

// caseViews compares the views of the grid, now and after each step, with what the history comes to. Every cell_name
// must be that of its cell. Every row of a pattern must say the technique of what the pattern proves, whether that was
// applied or not, and be there for every pattern.
func caseViews(t *testing.T, s suite) {
	examples := solvertest.ExampleStates(t)
	onEach(t, s, func(t *testing.T, db *testDatabase) (named []string) {
		toRead(t, db, setdoku.AuditFull)
		boards, grids, last := gridRows(t, db)
		known := fmt.Sprintf(` puzzle_id <= %d`, dbtest.Count(t, db.DB, `SELECT MAX(puzzle_id) FROM puzzle`))
		solvertest.Import(t, db.DB, []format.Puzzle{{State: examples["xyz_wing"]}, {State: examples["x_wing"]}})
		dbtest.Fill(t, db.DB)
		runFiles(t, db, "naked_subset", "basic_fish", "xyz_wing")

		const cells = `c1 || '|' || c2 || '|' || c3 || '|' || c4 || '|' || c5 || '|' || c6 || '|' || c7 || '|' || c8 || '|' || c9`
		const at = `SELECT puzzle_id || ' ' || step || ' ' || row_no || ' ' || `
		dbtest.SameRows(t, db.kind.Name+": board_at", dbtest.Rows(t, db.DB, at+`line FROM board_at WHERE`+known), boards)
		dbtest.SameRows(t, db.kind.Name+": grid_at", dbtest.Rows(t, db.DB, at+cells+` FROM grid_at WHERE`+known), grids)
		got := dbtest.Rows(t, db.DB, `SELECT g.puzzle_id || ' ' || z.steps || ' ' || g.row_no || ' ' || `+cells+`
			FROM grid AS g INNER JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id WHERE z.status IN ('new', 'stuck', 'solved')
				AND z.`+known[1:])
		dbtest.SameRows(t, db.kind.Name+": grid", got, last)
		if len(boards) < 9*40 {
			t.Errorf("%s: %d rows were compared, want 360 at least", db.kind.Name, len(boards))
		}
		steps, placed := dbtest.Count(t, db.DB, `SELECT SUM(placements) FROM step`),
			dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM placement`)
		if placed == 0 || placed != steps {
			t.Errorf("%s: the view placement has %d rows, the steps placed %d digits", db.kind.Name, placed, steps)
		}

		for _, relation := range dbtest.Tables(t, db.DB) {
			if header := dbtest.Answer(t, db.DB, `SELECT * FROM `+relation+` WHERE 1 = 0`)[0]; !slices.Contains(
				strings.Fields(strings.Trim(header, "[]")), "cell_name") {
				continue
			}
			named = append(named, relation)
			if dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+relation+` WHERE cell IS NOT NULL`) == 0 {
				t.Errorf("%s: %s has nothing to compare", db.kind.Name, relation)
			}
			wrong := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+relation+`
				WHERE cell IS NOT NULL AND COALESCE(cell_name, '') <> 'r' || (cell / 10) || 'c' || (cell % 10) OR cell IS NULL AND cell_name IS NOT NULL`)
			if wrong > 0 {
				t.Errorf("%s: %d rows of %s have the name of another cell", db.kind.Name, wrong, relation)
			}
		}

		dbtest.SameRows(t, db.kind.Name+": evidence",
			dbtest.Rows(t, db.DB, `SELECT DISTINCT v.puzzle_id, v.step, v.rule, v.pattern FROM evidence AS v`),
			dbtest.Rows(t, db.DB, `
				SELECT c.puzzle_id, c.step, c.rule, c.pattern FROM cell AS c WHERE c.pattern > 0
				UNION
				SELECT e.puzzle_id, e.step, e.rule, e.pattern FROM elimination AS e WHERE e.pattern > 0
				UNION
				SELECT d.puzzle_id, CAST(NULL AS INTEGER), d.technique, d.pattern FROM deduction AS d`))
		return named
	})
}

// gridRows returns the rows of board_at and grid_at for every step of every puzzle, and of the last step those of grid,
// as the history has them. A finished puzzle without a solution keeps no candidates.
func gridRows(t *testing.T, db *testDatabase) (boards, grids, last []string) {
	t.Helper()
	for _, p := range read(t, db) {
		for step, at := range p.Positions {
			if !at.Known {
				t.Errorf("%s, puzzle %d, step %d is not known", db.kind.Name, p.Puzzle.PuzzleID, step)
			}
			live, filled := at.State.Candidates(), at.State.Filled()
			for r := range 9 {
				row := fmt.Sprintf("[\"%d %d %d ", p.Puzzle.PuzzleID, step, r+1)
				var digits, cells []string
				for c := range 9 {
					digit, marks := ".", live[r*9+c]
					if d := filled[r*9+c]; d != 0 {
						digit, marks = fmt.Sprint(d), setdoku.NewDigitSet(d)
					}
					digits, cells = append(digits, digit), append(cells, marks.String())
				}
				boards = append(boards, row+strings.Join(digits[:3], " ")+" | "+strings.Join(digits[3:6], " ")+" | "+
					strings.Join(digits[6:], " ")+"\"]")
				grids = append(grids, row+strings.Join(cells, "|")+"\"]")
				if step == p.Puzzle.Steps && p.Puzzle.Status != "invalid" && p.Puzzle.Status != "multiple" {
					last = append(last, grids[len(grids)-1])
				}
			}
		}
	}
	slices.Sort(boards)
	slices.Sort(grids)
	slices.Sort(last)
	return boards, grids, last
}

// caseSets compares the views that sameContents leaves out, of almost locked sets and of what techniques find, in a few
// puzzles.
func caseSets(t *testing.T, s suite) {
	states := solvertest.ExampleStates(t)
	onEach(t, s, func(t *testing.T, db *testDatabase) (rows []string) {
		solvertest.Import(t, db.DB, []format.Puzzle{{State: states["als_xz"]}, {State: states["naked_pair"]},
			{State: states["xyz_wing"]}, {State: states["sue_de_coq"]}})
		dbtest.Fill(t, db.DB)
		found := 0
		for _, view := range dbtest.Tables(t, db.DB) {
			sets := slices.Contains(dbtest.SetViews, view)
			if !sets && !dbtest.Searches(view) {
				continue
			}
			list := dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+view)
			if sets && len(list) < 100 {
				t.Errorf("%s: %s has %d rows, want 100 at least", db.kind.Name, view, len(list))
			}
			if !sets && len(list) > 1 {
				found++
			}
			rows = append(rows, list...)
		}
		if found < 8 {
			t.Errorf("%s: %d views find deductions, want 8 at least", db.kind.Name, found)
		}
		return rows
	})
}

// runFiles runs files of sql/ on a database, as a shell does.
func runFiles(t *testing.T, db *testDatabase, names ...string) {
	t.Helper()
	dbtest.Fill(t, db.DB)
	for _, name := range names {
		text, err := sqlfiles.Text(name)
		gridtest.Must(t, err)
		exec(t, db, text)
	}
}
