package store_test

import (
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/store"
)

// tokenWithMask checks that the table has a character for an empty cell and one for each digit, and that the masks
// are distinct powers of two, so that they can be added.
func tokenWithMask(t *testing.T) {
	want := []string{". - -"}
	for d, mask := 1, 1; d <= 9; d, mask = d+1, mask*16 {
		want = append(want, fmt.Sprintf("%d %d %d", d, d, mask))
	}
	same(t, texts(t, openDB(t), `
		SELECT character || ' ' || COALESCE(digit, '-') || ' ' || COALESCE(mask, '-')
		FROM token
		ORDER BY character`), want)
}

func deepAndWide(t *testing.T) {
	db := openDB(t)
	same(t, texts(t, db, `SELECT unit_type || ' ' || unit FROM location WHERE cell = 45 ORDER BY unit_type`),
		[]string{"box 5", "column 5", "row 4"})
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM location`); n != 3*81 {
		t.Errorf("%d rows in location, want 243", n)
	}
	if n := dbtest.Count(t, db, `
		SELECT COUNT(*)
		FROM location_wide AS w
		INNER JOIN location AS r ON r.cell = w.cell AND r.unit_type = 'row' AND r.unit = w.row_no
		INNER JOIN location AS c ON c.cell = w.cell AND c.unit_type = 'column' AND c.unit = w.column_no
		INNER JOIN location AS b ON b.cell = w.cell AND b.unit_type = 'box' AND b.unit = w.box_no`); n != 81 {
		t.Errorf("deep and wide agree on %d cells, want 81", n)
	}
}

func setsWithDisplay(t *testing.T) {
	db := openDB(t)
	same(t, texts(t, db, `
		SELECT c.display
		FROM combination AS c
		INNER JOIN combination_member AS m ON m.combination_id = c.combination_id
		GROUP BY c.combination_id, c.display, c.size
		HAVING c.size = 2 AND SUM(m.digit IN (1, 3)) = 2`), []string{"1.3......"})
	same(t, texts(t, db, `SELECT display FROM combination WHERE size = 9`), []string{"123456789"})
	same(t, texts(t, db, `SELECT COUNT(*) FROM combination GROUP BY size ORDER BY size`),
		strings.Fields("9 36 84 126 126 84 36 9 1"))
	if n := dbtest.Count(t, db, `
		SELECT COUNT(*)
		FROM combination AS c
		WHERE c.mask <> (
			SELECT SUM(t.mask)
			FROM combination_member AS m
			INNER JOIN token AS t ON t.digit = m.digit
			WHERE m.combination_id = c.combination_id)`); n != 0 {
		t.Errorf("%d sets have another mask than their members have together", n)
	}
}

func visible(t *testing.T) {
	db := openDB(t)
	same(t, texts(t, db, `SELECT peer FROM peer WHERE cell = 45 ORDER BY peer`),
		strings.Fields("15 25 35 41 42 43 44 46 47 48 49 54 55 56 64 65 66 75 85 95"))
	const both = `
		SELECT a.peer
		FROM peer AS a
		INNER JOIN peer AS b ON b.peer = a.peer
		WHERE a.cell = ? AND b.cell = ?
		ORDER BY a.peer`
	same(t, texts(t, db, both, 11, 55), []string{"15", "51"})
	same(t, texts(t, db, both, 11, 28), strings.Fields("17 18 19 21 22 23"))
}

// violationView puts the same digit into a column twice. It bypasses the rules.
func violationView(t *testing.T) {
	db := imported(t, marks("...7"+strings.Repeat(".", 77)))
	const view = `SELECT unit_type || ' ' || unit || ' ' || digit || ' ' || multiplicity FROM violation WHERE puzzle_id = 1 ORDER BY unit_type`
	same(t, texts(t, db, view), nil)
	insert := func(cell int) {
		t.Helper()
		dbtest.Unchecked(t, db, `INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, ?, 7, 0, 'given')`, cell)
	}
	insert(94)
	same(t, texts(t, db, view), []string{"column 4 7 2"})
	insert(25)
	insert(84)
	same(t, texts(t, db, view), []string{"box 2 7 2", "box 8 7 2", "column 4 7 3"})
}

func trimmingByHand(t *testing.T) {
	db := imported(t, setdoku.Grid{})
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`); n != 729 {
		t.Fatalf("%d candidates in an empty grid, want 729", n)
	}
	if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')`); err != nil {
		t.Fatal(err)
	}
	// The cell loses nine candidates and each of its twenty peers loses one.
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`); n != 729-9-20 {
		t.Errorf("%d candidates are left, want 700", n)
	}
	same(t, texts(t, db, `SELECT cell FROM candidate WHERE cell = 45 UNION ALL
		SELECT c.cell FROM candidate AS c INNER JOIN peer AS p ON p.peer = c.cell WHERE p.cell = 45 AND c.digit = 7`), nil)
	same(t, texts(t, db, `SELECT step || ' ' || rule FROM cell`), []string{"1 manual"})
	if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 49, 7, 'manual')`); err == nil {
		t.Error("a 7 was entered beside another one in row 4")
	}
	same(t, texts(t, db, `SELECT text FROM history`), []string{"r4c5=7 manual"})
}

// fillCandidates compares the candidates of an imported puzzle with those that setdoku.State computes without the
// database.
func fillCandidates(t *testing.T) {
	puzzle := hard(t)
	db := imported(t, puzzle)
	var want []string
	for i, m := range (setdoku.State{Givens: puzzle}).Candidates() {
		for d := uint8(1); d <= 9; d++ {
			if m.Has(d) {
				want = append(want, fmt.Sprintf("%d %d", setdoku.CellNumber(i), d))
			}
		}
	}
	same(t, texts(t, db, `SELECT cell || ' ' || digit FROM candidate WHERE puzzle_id = 1 ORDER BY cell, digit`), want)
}

// candidateMask checks that the mask of a cell is the OR of the masks of its candidates, before and after a
// placement.
func candidateMask(t *testing.T) {
	puzzle := hard(t)
	db := imported(t, puzzle)
	check := func(want [setdoku.CellCount]setdoku.DigitSet) {
		t.Helper()
		var list []string
		for i, m := range want {
			mask := int64(0)
			for ; m != 0; m &= m - 1 {
				mask |= 1 << (4 * (m.Lowest() - 1))
			}
			if mask != 0 {
				list = append(list, fmt.Sprintf("%d %d", setdoku.CellNumber(i), mask))
			}
		}
		same(t, texts(t, db, `SELECT cell || ' ' || mask FROM candidate_mask WHERE puzzle_id = 1 ORDER BY cell`), list)
	}
	s := setdoku.State{Givens: puzzle}
	dbtest.Fill(t, db)
	check(s.Candidates())
	cell := dbtest.Count(t, db, `SELECT MIN(cell) FROM candidate`)
	digit := dbtest.Count(t, db, `SELECT MIN(digit) FROM candidate WHERE cell = ?`, cell)
	if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, ?, ?, 'manual')`, cell, digit); err != nil {
		t.Fatal(err)
	}
	s.Placed[setdoku.CellIndex(cell)] = uint8(digit)
	check(s.Candidates())
}

// mergedCandidates reads the candidates of one cell and the union of those of a unit.
func mergedCandidates(t *testing.T) {
	db := imported(t, marks("12345...."+strings.Repeat(".", 72), without{"6", []int{16, 17}}))
	display := func(query string, args ...any) []string { return texts(t, db, query, args...) }
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

func solvedAndLatin(t *testing.T) {
	db := openDB(t)
	easy := easy()
	solveWith(t, db, nil, easy, hard(t))
	latin := func(puzzle int) bool {
		return dbtest.Count(t, db, `SELECT COUNT(*) FROM violation WHERE puzzle_id = ?`, puzzle) == 0
	}
	filled := func(puzzle int) bool {
		return dbtest.Count(t, db, `SELECT COUNT(*) FROM cell WHERE puzzle_id = ?`, puzzle) == 81
	}
	same(t, texts(t, db, `SELECT status FROM puzzle WHERE puzzle_id = 1`), []string{"solved"})
	if !latin(1) || !filled(1) {
		t.Errorf("a solved puzzle: latin %t, filled %t, want both", latin(1), filled(1))
	}
	cell := dbtest.Count(t, db, `SELECT MIN(cell) FROM cell WHERE puzzle_id = 1 AND step > 0`)
	dbtest.Unchecked(t, db, `UPDATE cell SET digit = digit % 9 + 1 WHERE puzzle_id = 1 AND cell = ?`, cell)
	if latin(1) || !filled(1) {
		t.Errorf("with a wrong digit: latin %t, filled %t, want filled alone", latin(1), filled(1))
	}
	dbtest.Unchecked(t, db, `DELETE FROM cell WHERE puzzle_id = 1 AND cell = ?`, cell)
	if !latin(1) || filled(1) {
		t.Errorf("with a cell emptied: latin %t, filled %t, want latin alone", latin(1), filled(1))
	}
}

// lines reads a view that has nine lines for each puzzle.
func lines(t *testing.T, db *store.DB, view string) []string {
	t.Helper()
	return texts(t, db, `SELECT line FROM `+view+` WHERE puzzle_id = 1 ORDER BY row_no`)
}

func boardView(t *testing.T) {
	puzzle := easy()
	var want []string
	for r := range 9 {
		line := puzzle.String()[r*9 : r*9+9]
		spaced := strings.Join(strings.Split(line, ""), " ")
		want = append(want, spaced[:6]+"| "+spaced[6:12]+"| "+spaced[12:])
	}
	same(t, lines(t, imported(t, puzzle), "board"), want)
}

// pencilMarkView shows the digit of a filled cell and the candidates of an open one.
func pencilMarkView(t *testing.T) {
	puzzle := hard(t)
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
		want = append(want, strings.Join(fields[:3], " ")+" | "+strings.Join(fields[3:6], " ")+" | "+strings.Join(fields[6:], " "))
	}
	same(t, lines(t, imported(t, puzzle), "candidate_grid"), want)
}

// nineColumnView checks the same in a view with a column for each column of the grid.
func nineColumnView(t *testing.T) {
	puzzle := hard(t)
	db := imported(t, puzzle)
	live := setdoku.State{Givens: puzzle}.Candidates()
	for r := range 9 {
		for c := range 9 {
			m := live[r*9+c]
			if d := puzzle[r*9+c]; d != 0 {
				m = setdoku.SetOf(d)
			}
			want := ""
			for ; m != 0; m &= m - 1 {
				want += fmt.Sprint(m.Lowest())
			}
			same(t, texts(t, db, fmt.Sprintf(`SELECT c%d FROM grid WHERE puzzle_id = 1 AND row_no = %d`, c+1, r+1)), []string{want})
		}
	}
}
