package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/solvertest"
	sqlfiles "setdoku/sql"
)

// nineColumns is a state as the view grid shows it: a text for each row, its nine cells between bars.
func nineColumns(s setdoku.State) (rows []string) {
	live := s.Candidates()
	for r := range 9 {
		var cells []string
		for c := range 9 {
			marks := live[r*9+c]
			if d := s.Filled()[r*9+c]; d != 0 {
				marks = setdoku.SetOf(d)
			}
			text := ""
			for ; marks != 0; marks &= marks - 1 {
				text += fmt.Sprint(marks.Lowest())
			}
			cells = append(cells, text)
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return rows
}

// boardLines is a state as the view board shows it.
func boardLines(s setdoku.State) (lines []string) {
	filled := s.Filled().String()
	for r := range 9 {
		line := strings.Join(strings.Split(filled[r*9:r*9+9], ""), " ")
		lines = append(lines, line[:6]+"| "+line[6:12]+"| "+line[12:])
	}
	return lines
}

// nine reads one text for each row of a grid.
func nine(t *testing.T, db *testDatabase, text, from string, args ...any) (rows []string) {
	t.Helper()
	if err := db.SelectContext(t.Context(), &rows, `SELECT `+text+` FROM `+from+` ORDER BY row_no`,
		args...); err != nil {
		t.Fatal(err)
	}
	return rows
}

const joinedColumns = `c1 || '|' || c2 || '|' || c3 || '|' || c4 || '|' || c5 || '|' || c6 || '|' || c7 || '|' || c8 || '|' || c9`

// caseGrids compares the views of the grid, now and after each step, with what the package store
// makes of the history.
func caseGrids(t *testing.T, s suite) {
	onEach(t, s, func(t *testing.T, db *testDatabase) (list []string) {
		toRead(t, s, db, setdoku.AuditFull)
		dbtest.Fill(t, db.DB)
		compared := 0
		for _, p := range read(t, db) {
			id := p.Puzzle.PuzzleID
			for step, at := range p.Positions {
				compared++
				if !at.Known {
					t.Errorf("%s, puzzle %d, step %d is not known", db.kind.Name, id, step)
				}
				got := nine(t, db, `line`, `board_at WHERE puzzle_id = ? AND step = ?`, id, step)
				if diff := cmp.Diff(boardLines(at.State), got); diff != "" {
					t.Errorf("%s, board_at of puzzle %d, step %d (-want +got):\n%s", db.kind.Name, id, step, diff)
				}
				got = nine(t, db, joinedColumns, `grid_at WHERE puzzle_id = ? AND step = ?`, id, step)
				if diff := cmp.Diff(nineColumns(at.State), got); diff != "" {
					t.Errorf("%s, grid_at of puzzle %d, step %d (-want +got):\n%s", db.kind.Name, id, step, diff)
				}
				if step != p.Puzzle.Steps || p.Puzzle.Status == "invalid" || p.Puzzle.Status == "multiple" {
					continue // a finished puzzle keeps no candidates
				}
				got = nine(t, db, joinedColumns, `grid WHERE puzzle_id = ?`, id)
				if diff := cmp.Diff(nineColumns(at.State), got); diff != "" {
					t.Errorf("%s, grid of puzzle %d (-want +got):\n%s", db.kind.Name, id, diff)
				}
				list = append(list, got...)
			}
		}
		if compared < 40 {
			t.Errorf("%s: %d positions were compared, want 40 at least", db.kind.Name, compared)
		}
		steps, placed := dbtest.Count(t, db.DB, `SELECT SUM(placements) FROM step`),
			dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM placement`)
		if placed == 0 || placed != steps {
			t.Errorf("%s: the view placement has %d rows, the steps placed %d digits", db.kind.Name, placed, steps)
		}
		return list
	})
}

// relationsWith lists the tables and views that have a column.
func relationsWith(t *testing.T, db *testDatabase, column string) (list []string) {
	t.Helper()
	for _, table := range dbtest.Tables(t, db.DB) {
		rows, err := db.QueryxContext(t.Context(), `SELECT * FROM `+table+` WHERE 1 = 0`)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		rows.Close()
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(columns, column) {
			list = append(list, table)
		}
	}
	return list
}

// caseCellNames wants every view that has a cell, unless it is there only for techniques, to name
// it, and every name to be that of the cell.
func caseCellNames(t *testing.T, s suite) {
	wing := []format.Puzzle{{State: solvertest.ExampleStates(t)["xyz_wing"]}}
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		toRead(t, s, db, setdoku.AuditFull)
		solvertest.Import(t, db.DB, wing)
		dbtest.Fill(t, db.DB)
		if _, err := db.ExecContext(t.Context(), `
			INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
			SELECT f.puzzle_id, f.technique, f.placement, f.cell, f.digit, f.pattern FROM found_xyz_wing AS f`); err != nil {
			t.Fatal(err)
		}
		var views []string
		query := `SELECT name FROM sqlite_master WHERE type = 'view'`
		if !db.InProcess() {
			query = `SELECT CAST(viewname AS TEXT) FROM pg_views WHERE schemaname = CURRENT_SCHEMA()`
		}
		if err := db.SelectContext(t.Context(), &views, query); err != nil {
			t.Fatal(err)
		}
		named := relationsWith(t, db, "cell_name")
		for _, view := range relationsWith(t, db, "cell") {
			var comment string
			if err := db.GetContext(t.Context(), &comment,
				`SELECT comment FROM column_comment WHERE table_name = ? AND column_name = ''`, view); err != nil {
				t.Fatal(err)
			}
			hidden := strings.HasPrefix(comment, "For techniques") || view == "pattern_part" || dbtest.Searches(view)
			if slices.Contains(views, view) && !hidden && !slices.Contains(named, view) {
				t.Errorf("%s: the view %s has a cell and no cell_name", db.kind.Name, view)
			}
		}
		for _, relation := range named {
			if dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+relation+` WHERE cell IS NOT NULL`) == 0 {
				t.Errorf("%s: %s has nothing to compare", db.kind.Name, relation)
			}
			wrong := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+relation+`
				WHERE cell IS NOT NULL AND COALESCE(cell_name, '') <> 'r' || (cell / 10) || 'c' || (cell % 10) OR cell IS NULL AND cell_name IS NOT NULL`)
			if wrong > 0 {
				t.Errorf("%s: %d rows of %s have the name of another cell", db.kind.Name, wrong, relation)
			}
		}
		return named
	})
}

// caseEvidenceRule wants every row of a pattern to say the technique of what the pattern proves, whether
// that was applied or not, and to be there for every pattern.
func caseEvidenceRule(t *testing.T, s suite) {
	text, err := sqlfiles.Text("naked_subset")
	if err != nil {
		t.Fatal(err)
	}
	fish, err := sqlfiles.Text("basic_fish")
	if err != nil {
		t.Fatal(err)
	}
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		toRead(t, s, db, setdoku.AuditFull)
		solvertest.Import(t, db.DB, []format.Puzzle{{State: solvertest.ExampleStates(t)["x_wing"]}})
		dbtest.Fill(t, db.DB)
		for _, q := range []string{text, fish} {
			if _, err := db.ExecContext(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		const proved = `
			SELECT c.puzzle_id, c.step, c.rule, c.pattern FROM cell AS c WHERE c.pattern > 0
			UNION
			SELECT e.puzzle_id, e.step, e.rule, e.pattern FROM elimination AS e WHERE e.pattern > 0
			UNION
			SELECT d.puzzle_id, CAST(NULL AS INTEGER), d.technique, d.pattern FROM deduction AS d`
		const shown = `SELECT v.puzzle_id, v.step, v.rule, v.pattern FROM evidence AS v`
		rules := dbtest.SortedAnswer(t, db.DB, `SELECT DISTINCT x.rule FROM (`+shown+`) AS x`)
		for _, q := range [][2]string{{proved, shown}, {shown, proved}} {
			if list := dbtest.Answer(t, db.DB,
				`SELECT * FROM (`+q[0]+`) AS a EXCEPT SELECT * FROM (`+q[1]+`) AS b`); len(list) > 1 {
				t.Errorf("%s: proved and shown differ by %d patterns, %s", db.kind.Name, len(list)-1, list[1:])
			}
		}
		return rules
	})
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
