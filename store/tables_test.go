package store_test

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
	"setdoku/store"
)

// TestTables asks the tables what people ask them first.
func TestTables(t *testing.T) {
	db := dbtest.Open(t)
	const both = `SELECT a.peer FROM peer AS a INNER JOIN peer AS b ON b.peer = a.peer WHERE a.cell = %d AND b.cell = %d
			ORDER BY a.peer`
	for _, tt := range []struct{ name, query, want string }{
		{"characters", `SELECT character || COALESCE(digit, '-') FROM token ORDER BY character`,
			".- 11 22 33 44 55 66 77 88 99"},
		{"masks can be added", `SELECT mask FROM token WHERE digit IS NOT NULL ORDER BY digit`,
			"1 16 256 4096 65536 1048576 16777216 268435456 4294967296"},
		{"units of a cell", `SELECT unit_type || unit FROM location WHERE cell = 45 ORDER BY unit_type`,
			"box5 column5 row4"},
		{"the same, wide", `SELECT row_no || column_no || box_no FROM location_wide WHERE cell = 45`, "455"},
		{"cells where both agree", `
			SELECT COUNT(*)
			FROM location_wide AS w
			INNER JOIN location AS r ON r.cell = w.cell AND r.unit_type = 'row' AND r.unit = w.row_no
			INNER JOIN location AS c ON c.cell = w.cell AND c.unit_type = 'column' AND c.unit = w.column_no
			INNER JOIN location AS b ON b.cell = w.cell AND b.unit_type = 'box' AND b.unit = w.box_no`, "81"},
		{"a set by its members", `
			SELECT c.display
			FROM combination AS c
			INNER JOIN combination_member AS m ON m.combination_id = c.combination_id
			GROUP BY c.combination_id, c.display, c.size
			HAVING c.size = 2 AND SUM(m.member IN (1, 3)) = 2`, "1.3......"},
		{"the set of all", `SELECT display FROM combination WHERE size = 9`, "123456789"},
		{"sets by size", `SELECT COUNT(*) FROM combination GROUP BY size ORDER BY size`, "9 36 84 126 126 84 36 9 1"},
		{"sets with another mask than their members", `
			SELECT COUNT(*)
			FROM combination AS c
			WHERE c.mask <> (
				SELECT SUM(t.mask)
				FROM combination_member AS m
				INNER JOIN token AS t ON t.digit = m.member
				WHERE m.combination_id = c.combination_id)`, "0"},
		{"peers", `SELECT peer FROM peer WHERE cell = 45 ORDER BY peer`,
			"15 25 35 41 42 43 44 46 47 48 49 54 55 56 64 65 66 75 85 95"},
		{"peers of two cells", fmt.Sprintf(both, 11, 55), "15 51"},
		{"peers of two cells of boxes side by side", fmt.Sprintf(both, 11, 28), "17 18 19 21 22 23"},
	} {
		t.Run(tt.name, func(t *testing.T) { same(t, dbtest.Texts(t, db, tt.query), strings.Fields(tt.want)) })
	}
}

// TestViolationView puts the same digit into a column twice. It bypasses the rules.
func TestViolationView(t *testing.T) {
	db := imported(t, setdoku.State{Givens: setdoku.Grid{3: 7}})
	const view = `SELECT unit_type || ' ' || unit || ' ' || digit || ' ' || multiplicity FROM violation
			WHERE puzzle_id = 1 ORDER BY unit_type`
	same(t, dbtest.Texts(t, db, view), nil)
	insert := func(cell int) {
		t.Helper()
		dbtest.Unchecked(t, db, `INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, ?, 7, 0, 'given')`,
			cell)
	}
	insert(94)
	same(t, dbtest.Texts(t, db, view), []string{"column 4 7 2"})
	insert(25)
	insert(84)
	same(t, dbtest.Texts(t, db, view), []string{"box 2 7 2", "box 8 7 2", "column 4 7 3"})
}

// TestMergedCandidates reads the candidates of one cell and the union of those of a unit.
func TestMergedCandidates(t *testing.T) {
	state := setdoku.State{Givens: setdoku.Grid{1, 2, 3, 4, 5}}
	for _, cell := range []setdoku.Cell{16, 17} {
		state.Deleted[cell.Index()] = setdoku.SetOf(6)
	}
	db := imported(t, state)
	display := func(query string, args ...any) []string { return dbtest.Texts(t, db, query, args...) }
	same(t, display(`
		SELECT c.display
		FROM candidate_mask AS m
		INNER JOIN combination AS c ON c.mask = m.mask
		WHERE m.puzzle_id = 1 AND m.cell = ?`, 17), []string{"......789"})
	same(t, display(`
		SELECT DISTINCT d.digit
		FROM candidate AS d
		INNER JOIN location AS l ON l.cell = d.cell
		WHERE d.puzzle_id = 1 AND l.unit_type = 'row' AND l.unit = 1
		ORDER BY d.digit`), strings.Fields("6 7 8 9"))
	// The same in the other direction: the places of each digit, as sets.
	same(t, display(`
		SELECT p.digit || ' in ' || c.members
		FROM place_mask AS p
		INNER JOIN unit_name AS u ON u.unit_no = p.unit_no
		INNER JOIN combination AS c ON c.combination_id = p.places
		WHERE p.puzzle_id = 1 AND u.unit_type = 'row' AND u.unit = 1
		ORDER BY p.digit`), []string{"6 in 8,9", "7 in 6,7,8,9", "8 in 6,7,8,9", "9 in 6,7,8,9"})
}

// TestCandidateGrid shows the digit of a filled cell and the candidates of an open one.
func TestCandidateGrid(t *testing.T) {
	puzzle := hard()
	s := setdoku.State{Givens: puzzle}
	var want []string
	for r := range 9 {
		var fields []string
		for c := range 9 {
			text, m := "", s.Candidates()[r*9+c]
			if d := puzzle[r*9+c]; d != 0 {
				m = setdoku.SetOf(d)
			}
			for ; m != 0; m &= m - 1 {
				text += fmt.Sprint(m.Lowest())
			}
			fields = append(fields, fmt.Sprintf("%-9s", text))
		}
		want = append(want, strings.Join(fields[:3], " ")+" | "+strings.Join(fields[3:6], " ")+" | "+
			strings.Join(fields[6:], " "))
	}
	same(t, dbtest.Texts(t, imported(t, givens(puzzle)),
		`SELECT line FROM candidate_grid WHERE puzzle_id = 1 ORDER BY row_no`), want)
}

// imported returns a database with a puzzle, not solved, and its candidates.
func imported(t *testing.T, s setdoku.State) *store.DB {
	t.Helper()
	db := dbtest.Open(t)
	solvertest.Import(t, db, []format.Puzzle{{State: s}})
	dbtest.Fill(t, db)
	return db
}

// givens returns a puzzle of givens.
func givens(puzzle setdoku.Grid) setdoku.State { return setdoku.State{Givens: puzzle} }

func hard() setdoku.Grid { return gridtest.Minimal(gridtest.New(51)) }

// same compares two lists.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// blank returns n open rows.
func blank(rows int) string { return strings.Repeat(".", 9*rows) }
