package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
)

// blank returns n open rows.
func blank(rows int) string { return strings.Repeat(".", 9*rows) }

// singlesInACell fills a cell that has one candidate. Its units do not matter.
func singlesInACell(t *testing.T) {
	s := marks(blank(9), only("9", 47))
	same(t, found(t, "naked_single", s), []string{"r4c7=9"})
	same(t, found(t, "naked_single", marks(blank(9), only("89", 47))), nil)
}

// loners checks that a digit with one place in a unit is found, with the name of the unit, for all three kinds of
// units. If several units prove a placement, it is found once.
func loners(t *testing.T) {
	box := without{"4", []int{44, 45, 46, 54, 56, 64, 65, 66}}
	column := without{"4", []int{15, 25, 35, 45, 65, 75, 85, 95}}
	for _, tt := range []struct {
		name string
		list []without
		want string
	}{
		{"row", []without{row("4", 5, 5)}, "r5c5=4 single row 5"},
		{"column", []without{column}, "r5c5=4 single column 5"},
		{"block", []without{box}, "r5c5=4 single box 5"},
		{"column and block, once", []without{box, column}, "r5c5=4 single column 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			same(t, found(t, "hidden_single", marks(blank(9), tt.list...)), []string{tt.want})
		})
	}
}

func crossHatchingPoints(t *testing.T) {
	// In box 1 digit 6 is possible only in row 2.
	s := marks(blank(9), without{"6", []int{11, 12, 13, 31, 32, 33}})
	same(t, found(t, "pointing", s), []string{"r2c4<>6 r2c5<>6 r2c6<>6 r2c7<>6 r2c8<>6 r2c9<>6 base box 1 cover row 2"})
	same(t, found(t, "claiming", s), nil)
}

func crossHatchingClaims(t *testing.T) {
	// In row 2 digit 6 is possible only in box 1.
	s := marks(blank(9), row("6", 2, 1, 2, 3))
	same(t, found(t, "claiming", s), []string{"r1c1<>6 r1c2<>6 r1c3<>6 r3c1<>6 r3c2<>6 r3c3<>6 base row 2 cover box 1"})
	same(t, found(t, "pointing", s), nil)
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
			db := openDB(t)
			opts := options(t, db, tt.technique)
			opts.StopAtFirst = true
			if r := run(t, db, opts, s)[0]; r.Steps != want {
				t.Errorf("solve took %d steps, want %d", r.Steps, want)
			}
		})
	}
}

// stringOfDigits reads a puzzle from a string, as the command line does.
func stringOfDigits(t *testing.T) {
	puzzle := easy()
	p, err := read(strings.ReplaceAll(puzzle.String(), ".", "0"))
	if err != nil {
		t.Fatal(err)
	}
	db := imported(t, p.State)
	same(t, texts(t, db, `SELECT givens FROM puzzle`), []string{puzzle.String()})
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM cell WHERE step = 0 AND rule = 'given'`); n != 40 {
		t.Errorf("%d givens, want 40", n)
	}
}

// sampleGridRepeats reads grids with the faults of the sample of the PL/SQL solver, which has 111 digits and repeats
// 3 in column 1.
func sampleGridRepeats(t *testing.T) {
	repeat := "3........" + ".1......." + "........." + "........." + "3........" + blank(4)
	for _, tt := range []struct{ name, text, want string }{
		{"a digit twice in a column", repeat, "grid line 1: digit 3 twice in column 1: r1c1 and r5c1"},
		{"the same with zeros", strings.ReplaceAll(repeat, ".", "0"), "grid line 1: digit 3 twice in column 1: r1c1 and r5c1"},
		{"111 digits", strings.ReplaceAll(repeat, ".", "0") + strings.Repeat("0", 30), "grid line 1: 111 cells, want 81"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := read(tt.text); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// nakedSinglesFixedPoint repeats one technique until it finds nothing.
func nakedSinglesFixedPoint(t *testing.T) {
	db := openDB(t)
	puzzles := []setdoku.Grid{easy(), hard(t)}
	solveWith(t, db, []string{"naked_single"}, puzzles...)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE rule = 'naked_single'`); n < 2 {
		t.Errorf("%d steps, want several", n)
	}
	same(t, texts(t, db, `SELECT DISTINCT rule FROM cell ORDER BY rule`), []string{"given", "naked_single"})
	same(t, texts(t, db, `SELECT puzzle_id FROM candidate GROUP BY puzzle_id, cell HAVING COUNT(*) = 1`), nil)
	same(t, texts(t, db, `SELECT puzzle_id FROM violation`), nil)
}
