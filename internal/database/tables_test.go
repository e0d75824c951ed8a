package database_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
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
		t.Run(tt.name, func(t *testing.T) { same(t, texts(t, db, tt.query), strings.Fields(tt.want)) })
	}
}

// TestViolationView puts the same digit into a column twice. It bypasses the rules.
func TestViolationView(t *testing.T) {
	db := imported(t, marks("...7"+strings.Repeat(".", 77)))
	const view = `SELECT unit_type || ' ' || unit || ' ' || digit || ' ' || multiplicity FROM violation
			WHERE puzzle_id = 1 ORDER BY unit_type`
	same(t, texts(t, db, view), nil)
	insert := func(cell int) {
		t.Helper()
		dbtest.Unchecked(t, db, `INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, ?, 7, 0, 'given')`,
			cell)
	}
	insert(94)
	same(t, texts(t, db, view), []string{"column 4 7 2"})
	insert(25)
	insert(84)
	same(t, texts(t, db, view), []string{"box 2 7 2", "box 8 7 2", "column 4 7 3"})
}

// TestCandidateMask checks that the mask of a cell is the OR of the masks of its candidates, before and after a
// placement.
func TestCandidateMask(t *testing.T) {
	puzzle := hard()
	db := imported(t, givens(puzzle))
	check := func(want [setdoku.CellCount]setdoku.DigitSet) {
		t.Helper()
		var list []string
		for i, m := range want {
			mask := int64(0)
			for ; m != 0; m &= m - 1 {
				mask |= 1 << (4 * (m.Lowest() - 1))
			}
			if mask != 0 {
				list = append(list, fmt.Sprintf("%d %d", setdoku.CellAt(i), mask))
			}
		}
		same(t, texts(t, db, `SELECT cell || ' ' || mask FROM candidate_mask WHERE puzzle_id = 1 ORDER BY cell`), list)
	}
	s := setdoku.State{Givens: puzzle}
	dbtest.Fill(t, db)
	check(s.Candidates())
	cell := dbtest.Count(t, db, `SELECT MIN(cell) FROM candidate`)
	digit := dbtest.Count(t, db, `SELECT MIN(digit) FROM candidate WHERE cell = ?`, cell)
	if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, ?, ?, 'manual')`, cell,
		digit); err != nil {
		t.Fatal(err)
	}
	s.Placed[setdoku.Cell(cell).Index()] = uint8(digit)
	check(s.Candidates())
}

// TestMergedCandidates reads the candidates of one cell and the union of those of a unit.
func TestMergedCandidates(t *testing.T) {
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
	same(t, texts(t, imported(t, givens(puzzle)),
		`SELECT line FROM candidate_grid WHERE puzzle_id = 1 ORDER BY row_no`), want)
}

// TestCutOff puts a subset of k cells into a row of n open cells. solve looks for it if k is at most floor(n/2). For
// odd n, ceil(n/2) would be one more. find has no limit.
func TestCutOff(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	const naked, hidden = 0, 1 // which candidates are crossed out
	for _, tt := range []struct {
		row       string // the subset is in different boxes
		technique string
		size      int
		kind      int
		used      bool
	}{
		{".12.34.56", "naked_pair", 2, naked, false},
		{".12.34.5.", "naked_pair", 2, naked, true},
		{".12..3.4.", "naked_triple", 3, naked, false},
		{".1...2.3.", "naked_triple", 3, naked, true},
		{".12.34.56", "hidden_pair", 2, hidden, false},
		{".12.34.5.", "hidden_pair", 2, hidden, true},
		{".12..3.4.", "hidden_triple", 3, hidden, false},
		{".1...2.3.", "hidden_triple", 3, hidden, true},
	} {
		n := strings.Count(tt.row, ".")
		t.Run(fmt.Sprintf("%s in %d cells", tt.technique, n), func(t *testing.T) {
			// The largest digits are in columns 1, 4 and, for a triple, 7. For a naked subset these cells have no
			// other candidates; for a hidden subset no other cells have these digits.
			digits, columns := "123456789"[9-tt.size:], []int{1, 4, 7}[:tt.size]
			crossed := row(digits, 1, columns...)
			if tt.kind == naked {
				crossed = only(digits, []int{11, 14, 17}[:tt.size]...)
			}
			s := marks(tt.row+blank(8), crossed)
			if list := found(t, tt.technique, s); len(list) != 1 || !strings.HasSuffix(list[0], "unit row 1") {
				t.Errorf("find: %q, want one pattern in row 1", list)
			}
			want := 0
			if tt.used {
				want = 1
			}
			opts := solvertest.Options(t, tt.technique)
			opts.StopAtFirst = true
			if r := solvertest.Run(t, dbtest.Open(t), []format.Puzzle{{State: s}}, false, opts)[0]; r.Steps != want {
				t.Errorf("solve took %d steps, want %d", r.Steps, want)
			}
		})
	}
}

// imported returns a database with a puzzle, not solved, and its candidates.
func imported(t *testing.T, s setdoku.State) *database.DB {
	t.Helper()
	db := dbtest.Open(t)
	solvertest.Import(t, db, []format.Puzzle{{State: s}})
	dbtest.Fill(t, db)
	return db
}

// givens returns a puzzle of givens.
func givens(puzzle setdoku.Grid) setdoku.State { return setdoku.State{Givens: puzzle} }

func hard() setdoku.Grid { return gridtest.Minimal(gridtest.New(51)) }

// found returns the deductions of a technique in a state. Each has its placements or eliminations, then its evidence.
func found(t *testing.T, technique string, s setdoku.State) (list []string) {
	t.Helper()
	db := dbtest.Open(t)
	c, err := solvertest.Catalogue(t).Resolve(technique)
	if err != nil {
		t.Fatal(err)
	}
	f, err := driver.NewFinder(t.Context(), db, c)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	answer, err := f.Find(t.Context(), []format.Puzzle{{State: s}})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range answer[0] {
		var words []string
		for _, p := range d.Placements {
			words = append(words, p.Placement())
		}
		for _, e := range d.Eliminations {
			words = append(words, e.Elimination())
		}
		for _, e := range d.Evidence {
			if e.Unit != 0 {
				words = append(words, e.Role+" "+setdoku.UnitName(e.Unit))
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// without lists digits to cross out and the cells to cross them out in.
type without struct {
	digits string
	cells  []int
}

// row crosses out digits in all columns of a row but some.
func row(digits string, r int, but ...int) without {
	w := without{digits: digits}
	for c := 1; c <= 9; c++ {
		if !slices.Contains(but, c) {
			w.cells = append(w.cells, r*10+c)
		}
	}
	return w
}

// only crosses out all other digits in some cells.
func only(digits string, cells ...int) without {
	others := strings.Map(func(d rune) rune {
		if strings.ContainsRune(digits, d) {
			return -1
		}
		return d
	}, "123456789")
	return without{others, cells}
}

// marks returns a state of givens with crossed-out pencil marks.
func marks(givens string, list ...without) (s setdoku.State) {
	for i, c := range []byte(givens) {
		if c != '.' {
			s.Givens[i] = c - '0'
		}
	}
	live := s.Candidates()
	for _, w := range list {
		for _, cell := range w.cells {
			for _, d := range w.digits {
				s.Deleted[setdoku.Cell(cell).Index()] |= live[setdoku.Cell(cell).Index()] & setdoku.SetOf(uint8(d-'0'))
			}
		}
	}
	return s
}

// texts reads a query with a single column.
func texts(t *testing.T, db *database.DB, query string, args ...any) (list []string) {
	t.Helper()
	if err := db.SelectContext(t.Context(), &list, query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}

// same compares two lists.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// blank returns n open rows.
func blank(rows int) string { return strings.Repeat(".", 9*rows) }
