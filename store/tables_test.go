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
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// TestTables asks the tables and views what people ask them first, as the systems did on which setdoku is based. sql/README.md lists the
// names that things had in these systems.
func TestTables(t *testing.T) {
	for name, show := range map[string]func(*testing.T){
		"token with mask":                    tokenWithMask,
		"location, deep and wide":            deepAndWide,
		"sets with a display value":          setsWithDisplay,
		"visible from one cell and from two": visible,
		"violation":                          violationView,
		"candidate mask":                     candidateMask,
		"candidates of a cell and of a unit": mergedCandidates,
		"board":                              boardView,
		"value or candidates":                pencilMarkView,
		"the same in nine columns":           nineColumnView,
		"mark, then rub out":                 markThenRubOut,
		"naked subsets of 2 to 5":            partialMemberSets,
		"hidden subsets, confined":           fullMemberSets,
		"cut-off at floor(n/2)":              cutOff,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			show(t)
		})
	}
}

// tokenWithMask checks that the table has a character for an empty cell and one for each digit, and that the masks
// are distinct powers of two, so that they can be added.
func tokenWithMask(t *testing.T) {
	want := []string{". - -"}
	for d, mask := 1, 1; d <= 9; d, mask = d+1, mask*16 {
		want = append(want, fmt.Sprintf("%d %d %d", d, d, mask))
	}
	same(t, texts(t, dbtest.Open(t), `
		SELECT character || ' ' || COALESCE(digit, '-') || ' ' || COALESCE(mask, '-')
		FROM token
		ORDER BY character`), want)
}

func deepAndWide(t *testing.T) {
	db := dbtest.Open(t)
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
	db := dbtest.Open(t)
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
	db := dbtest.Open(t)
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

// candidateMask checks that the mask of a cell is the OR of the masks of its candidates, before and after a
// placement.
func candidateMask(t *testing.T) {
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
	same(t, lines(t, imported(t, givens(puzzle)), "board"), want)
}

// pencilMarkView shows the digit of a filled cell and the candidates of an open one.
func pencilMarkView(t *testing.T) {
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
		want = append(want, strings.Join(fields[:3], " ")+" | "+strings.Join(fields[3:6], " ")+" | "+strings.Join(fields[6:], " "))
	}
	same(t, lines(t, imported(t, givens(puzzle)), "candidate_grid"), want)
}

// nineColumnView checks the same in a view with a column for each column of the grid.
func nineColumnView(t *testing.T) {
	puzzle := hard()
	db := imported(t, givens(puzzle))
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

// markThenRubOut checks that a technique file only marks deductions, that another statement applies them, and that an
// eliminated candidate is stored with its step and rule.
func markThenRubOut(t *testing.T) {
	db := imported(t, marks(blank(9), only("12", 11, 14)))
	for _, file := range []string{"naked_subset", "apply"} {
		text, err := statement.Text(file)
		if err != nil {
			t.Fatal(err)
		}
		marked := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		left := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
		switch deduced := dbtest.Count(t, db, `SELECT COUNT(*) FROM deduction`); {
		case file != "apply" && (deduced != 14 || left != marked):
			t.Errorf("%s marks %d candidates and rubs out %d, want 14 and none", file, deduced, marked-left)
		case file == "apply" && (deduced != 0 || left != marked-14):
			t.Errorf("%s leaves %d marks and rubs out %d candidates, want none and 14", file, deduced, marked-left)
		}
	}
	same(t, texts(t, db, `SELECT DISTINCT step || ' ' || rule FROM elimination WHERE step > 0`), []string{"1 naked_pair"})
}

// partialMemberSets gives n cells of row 1 two digits each, out of n digits.
func partialMemberSets(t *testing.T) {
	columns := []int{1, 4, 7, 2, 8}
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var list []without
			for i, c := range columns[:n] {
				list = append(list, only(fmt.Sprintf("%d%d", i+1, (i+1)%n+1), 10+c))
			}
			var want []string
			for c := 1; c <= 9; c++ {
				for d := 1; d <= n && !slices.Contains(columns[:n], c); d++ {
					want = append(want, fmt.Sprintf("r1c%d<>%d", c, d))
				}
			}
			want = append(want, "unit row 1")
			got := found(t, fmt.Sprintf("naked_subset:%d", n), marks(blank(9), list...))
			same(t, got, []string{strings.Join(want, " ")})
		})
	}
}

// fullMemberSets tests hidden subsets for a mistake of the published statement: that one looked for n cells with the
// same n digits, but did not check that the digits are confined to these cells.
func fullMemberSets(t *testing.T) {
	// Two cells of row 1, r1c1 and r1c2, can both be 1 and 2. But r1c5 can also be 1 and r1c7 can also be 2, so 1 and
	// 2 are not confined to r1c1 and r1c2.
	flawed := []without{row("1", 1, 1, 2, 5), row("2", 1, 1, 2, 7)}
	same(t, found(t, "hidden_subset:2", marks(blank(9), flawed...)), nil)
	// Without these two candidates the pair is hidden, and the other candidates of its cells are eliminated.
	confined := append(flawed, without{"1", []int{15}}, without{"2", []int{17}})
	var want []string
	for _, cell := range []string{"r1c1", "r1c2"} {
		for d := 3; d <= 9; d++ {
			want = append(want, fmt.Sprintf("%s<>%d", cell, d))
		}
	}
	same(t, found(t, "hidden_subset:2", marks(blank(9), confined...)), []string{strings.Join(want, " ") + " unit row 1"})
}

// cutOff puts a subset of k cells into a row of n open cells. solve looks for it if k is at most floor(n/2). For odd
// n, ceil(n/2) would be one more. find has no limit.
func cutOff(t *testing.T) {
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

func easy() setdoku.Grid { return gridtest.WithClues(gridtest.New(50), 40) }

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
				s.Deleted[setdoku.CellIndex(cell)] |= live[setdoku.CellIndex(cell)] & setdoku.SetOf(uint8(d-'0'))
			}
		}
	}
	return s
}

// texts reads a query with a single column.
func texts(t *testing.T, db *store.DB, query string, args ...any) (list []string) {
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
