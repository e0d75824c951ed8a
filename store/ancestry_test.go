package store_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TestAncestry tests, by name, the features of the five older systems on which setdoku is based. A table in
// sql/README.md lists the names that they have in setdoku.
func TestAncestry(t *testing.T) {
	for _, system := range []struct {
		name     string
		features []feature
	}{
		{"Oracle, rows and a combinations table", []feature{
			{"many puzzles by puzzle_id", manyPuzzles},
			{"singles in a cell", singlesInACell},
			{"cross hatching points", crossHatchingPoints},
			{"cross hatching claims", crossHatchingClaims},
			{"partial member sets of 2 to 5", partialMemberSets},
			{"full member sets, confined", fullMemberSets},
			{"mark, then rub out", markThenRubOut},
		}},
		{"PL/SQL easy solver", []feature{
			{"possible values of a cell", fillCandidates},
			{"row, column and block loner", loners},
			{"grid from a string of digits", stringOfDigits},
			{"its sample grid repeats a digit", sampleGridRepeats},
			{"view of value or possible values", pencilMarkView},
			{"the same in nine columns", nineColumnView},
		}},
		{"Scilab toolbox", []feature{
			{"cut-off at floor(n/2)", cutOff},
			{"stop at first", stopAtFirst},
			{"verbose", verbose},
			{"candidates of a cell, merged candidates of a unit", mergedCandidates},
			{"find and remove a candidate, confirm a cell", removeAndConfirm},
			{"visible from one cell and from two", visible},
			{"is solved, is latin", solvedAndLatin},
			{"counts of steps, conflict flag", stepsAndConflict},
			{"read and write sdk and ss", sdkAndSS},
		}},
		{"Sudoku by SQL", []feature{
			{"token with mask", tokenWithMask},
			{"location, deep and wide", deepAndWide},
			{"cell with step and rule", stepAndRule},
			{"candidate mask", candidateMask},
			{"sets with a display value", setsWithDisplay},
			{"violation view", violationView},
			{"trimming by hand", trimmingByHand},
			{"single token in group", loners},
			{"board", boardView},
		}},
		{"one statement, MODEL clause", []feature{
			{"naked singles to a fixed point", nakedSinglesFixedPoint},
		}},
	} {
		t.Run(system.name, func(t *testing.T) {
			for _, f := range system.features {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					f.show(t)
				})
			}
		})
	}
}

type feature struct {
	name string
	show func(t *testing.T)
}

// Two puzzles for all of these tests: singles solve the easy one, but not the hard one.

func easy() setdoku.Grid { return gridtest.WithClues(gridtest.New(50), 40) }

func hard(t *testing.T) setdoku.Grid {
	t.Helper()
	rng := gridtest.New(51)
	for range 20 {
		p := gridtest.Minimal(rng)
		if r := solveWith(t, openDB(t), []string{"singles"}, p)[0]; r.Status == "stuck" {
			return p
		}
	}
	t.Fatal("singles solve twenty minimal puzzles")
	return setdoku.Grid{}
}

func openDB(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "ancestry.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// puzzlesOf makes puzzles from states or from grids of givens.
func puzzlesOf[T setdoku.Grid | setdoku.State](list ...T) (puzzles []format.Puzzle) {
	for _, x := range list {
		switch x := any(x).(type) {
		case setdoku.Grid:
			puzzles = append(puzzles, format.Puzzle{State: setdoku.State{Givens: x}})
		case setdoku.State:
			puzzles = append(puzzles, format.Puzzle{State: x})
		}
	}
	return puzzles
}

// imported returns a database with unsolved puzzles, numbered from 1, and their candidates.
func imported[T setdoku.Grid | setdoku.State](t *testing.T, list ...T) *store.DB {
	t.Helper()
	db := openDB(t)
	imp, err := batch.NewImporter(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer imp.Close()
	if done, err := imp.Add(t.Context(), puzzlesOf(list...)); err != nil || done.Added != len(list) {
		t.Fatalf("import: %d puzzles, %v", done.Added, err)
	}
	dbtest.Fill(t, db)
	return db
}

// options selects the named techniques and families, all if there are no names.
func options(t *testing.T, db *store.DB, names ...string) driver.Options {
	t.Helper()
	c, err := catalogue.BuiltIn()
	if err == nil {
		c, err = c.Select(names, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return driver.Options{Techniques: c}
}

// run solves puzzles with the options and returns the results.
func run[T setdoku.Grid | setdoku.State](t *testing.T, db *store.DB, opts driver.Options, list ...T) []store.Result {
	t.Helper()
	b, err := batch.NewBatch(t.Context(), db, opts, store.Run{Engine: "sql"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close(t.Context())
	results, err := b.Solve(t.Context(), puzzlesOf(list...))
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// solveWith is run with a selection of techniques and default options.
func solveWith[T setdoku.Grid | setdoku.State](t *testing.T, db *store.DB, names []string, list ...T) []store.Result {
	t.Helper()
	return run(t, db, options(t, db, names...), list...)
}

// found returns the deductions of a technique in a state. Each has its placements or eliminations, then its evidence.
func found(t *testing.T, technique string, s setdoku.State) (list []string) {
	t.Helper()
	db := openDB(t)
	c, err := catalogue.BuiltIn()
	if err == nil {
		c, err = c.Resolve(technique)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := driver.NewFinder(t.Context(), db, c)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	answer, err := f.Find(t.Context(), puzzlesOf(s))
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
