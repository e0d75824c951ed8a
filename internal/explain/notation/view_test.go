package notation_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/explain/notation"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// TestView compares the view notation with Line on both databases, for all techniques: for steps, and for deductions
// that are not applied.
func TestView(t *testing.T) {
	gridtest.Long(t, "the view of every technique")
	t.Parallel()
	var puzzles []format.Puzzle
	for _, s := range hardStates(t, 100) {
		puzzles = append(puzzles, format.Puzzle{State: s})
	}
	t.Run("SQLite", func(t *testing.T) { checkView(t, dbtest.Open(t), puzzles, 4) })
	t.Run("PostgreSQL", func(t *testing.T) { checkView(t, dbtest.OpenServer(t, 3), puzzles, 1) })
}

// checkView makes a step of each technique in n puzzles in which it finds something. Then it stores what the techniques
// find as deductions.
func checkView(t *testing.T, db *database.DB, puzzles []format.Puzzle, n int) {
	t.Helper()
	without := []string{"x_wing", "naked_triple", "finned_x_wing", "sue_de_coq"}
	lines := make(map[string]int)
	var now []setdoku.Position
	add := func(ids []int64, want map[row]string) {
		t.Helper()
		err := db.Snapshot(t.Context(), func(s *database.Snapshot) error {
			for _, id := range ids {
				now = append(now, addLines(t, s, id, want))
			}
			return nil
		})
		gridtest.Must(t, err)
	}
	for _, name := range append(slices.Clone(withNotation), without...) {
		opts := solvertest.Options(t, name)
		opts.StopAtFirst, opts.Engine = true, memory.EngineAuto // the rows are those of the statements
		solvertest.Run(t, db, having(t, name, puzzles, n), true, opts)
		want := make(map[row]string)
		add(puzzlesOf(t, db, name), want)
		lines[name] = compareView(t, db, "rule = '"+name+"'", want)
	}
	now = nil
	ids, want := puzzlesOf(t, db, ""), make(map[row]string)
	add(ids, want)
	notApplied := -len(want)
	addDeductions(t, db, ids, now, want)
	notApplied += len(want)
	compareView(t, db, "rule <> ''", want)
	for _, name := range withNotation {
		if lines[name] == 0 {
			t.Errorf("%s has no line", name)
		}
	}
	for _, name := range without {
		if lines[name] > 0 {
			t.Errorf("%s has lines", name)
		}
	}
	if notApplied < 100*n {
		t.Errorf("%d deductions are not applied", notApplied)
	}
	t.Logf("lines: %v", lines)
}

// having returns the first n puzzles in which a technique finds something.
func having(t *testing.T, name string, puzzles []format.Puzzle, n int) (list []format.Puzzle) {
	t.Helper()
	f := pathfinder(t, name)
	for _, p := range puzzles {
		if len(list) == n {
			break
		}
		path, err := f.Find(t.Context(), p.State)
		gridtest.Must(t, err)
		if len(path.Steps) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// puzzlesOf returns the puzzles with a step of a technique, or with any step for "".
func puzzlesOf(t *testing.T, db *database.DB, technique string) (ids []int64) {
	t.Helper()
	err := db.SelectContext(t.Context(), &ids,
		db.Rebind(`SELECT DISTINCT puzzle_id FROM step WHERE ? IN (rule, '') ORDER BY puzzle_id`), technique)
	gridtest.Must(t, err)
	return ids
}

// compareView compares the rows of the view that satisfy a condition with the lines wanted, and returns how many there
// are.
func compareView(t *testing.T, db *database.DB, condition string, want map[row]string) int {
	t.Helper()
	var got []struct {
		row
		Text sql.NullString
	}
	gridtest.Must(t, db.SelectContext(t.Context(), &got,
		`SELECT puzzle_id, COALESCE(step, 0) AS step, rule, pattern, text FROM notation WHERE `+condition))
	for _, g := range got {
		if g.Text.String != want[g.row] {
			t.Errorf("%+v\ngot  %q\nwant %q", g.row, g.Text.String, want[g.row])
		}
		delete(want, g.row)
	}
	for r, text := range want {
		t.Errorf("%+v: no row, want %q", r, text)
	}
	return len(got)
}

// row is the key of a row of the view, with step 0 for a deduction that is not applied.
type row struct {
	PuzzleID int64 `db:"puzzle_id"`
	Step     int   `db:"step"`
	Rule     string
	Pattern  int64
}

// addLines adds the lines of the steps of a puzzle, and returns its present position.
func addLines(t *testing.T, s *database.Snapshot, id int64, want map[row]string) setdoku.Position {
	t.Helper()
	path, err := s.Path(t.Context(), id)
	gridtest.Must(t, err)
	for i, before := range path.Positions()[:len(path.Steps)] {
		step := &path.Steps[i]
		for _, d := range step.Deductions {
			if text := notation.Line(before.State, d); text != "" {
				want[row{id, step.Number, step.Rule, d.Pattern}] = text
			}
		}
	}
	return path.End()
}

// addDeductions stores what the techniques find in positions as deductions that are not applied, and adds their lines.
func addDeductions(t *testing.T, db *database.DB, ids []int64, positions []setdoku.Position, want map[row]string) {
	t.Helper()
	var coded []string // the techniques whose patterns need no rows
	gridtest.Must(t, db.SelectContext(t.Context(), &coded, `SELECT DISTINCT technique FROM pattern_part`))
	number := func(n int) string {
		if n == 0 {
			return "CAST(NULL AS INTEGER)"
		}
		return strconv.Itoa(n)
	}
	var deductions, parts []string
	for _, name := range withNotation {
		f := pathfinder(t, name)
		for k, id := range ids {
			path, err := f.Find(t.Context(), positions[k].State)
			gridtest.Must(t, err)
			if len(path.Steps) == 0 {
				continue
			}
			for _, d := range path.Steps[0].Deductions[:min(3, len(path.Steps[0].Deductions))] {
				want[row{id, 0, name, d.Pattern}] = notation.Line(path.Start, d)
				for _, c := range d.Eliminations {
					deductions = append(deductions,
						fmt.Sprintf("(%d, '%s', 0, %d, %d, %d)", id, name, c.Cell, c.Digit, d.Pattern))
				}
				if slices.Contains(coded, name) {
					continue
				}
				for n, e := range d.Evidence {
					parts = append(parts,
						fmt.Sprintf("(%d, '%s', %d, %d, '%s', %s, %s, %s)", id, name, d.Pattern, n+1, e.Role,
							number(int(e.Cell)), number(int(e.Digit)), number(e.Unit)))
				}
			}
		}
	}
	for list := range slices.Chunk(deductions, 500) {
		dbtest.Unchecked(t, db, `INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES `+
			strings.Join(list, ", "))
	}
	for list := range slices.Chunk(parts, 500) {
		dbtest.Unchecked(t, db, `INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no) VALUES `+strings.Join(list, ", "))
	}
}
