package solver_test

import (
	"fmt"
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

// newDB creates a database that goes with the test.
func newDB(t testing.TB) *store.DB { return dbtest.Open(t) }

// basics are the families up to jellyfish. They leave puzzles stuck, and take no time, so most tests of the
// driver do with them.
var basics = []string{"singles", "intersections", "subsets", "basic_fish"}

// selected is the options of a run with the techniques and families named, the basics when
// none is.
func selected(t testing.TB, db *store.DB, names ...string) driver.Options {
	t.Helper()
	if len(names) == 0 {
		names = basics
	}
	c, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	c, err = c.Select(names, nil)
	if err != nil {
		t.Fatal(err)
	}
	return driver.Options{Techniques: c}
}

// newBatch opens a run; the test closes it at its end.
func newBatch(t testing.TB, db *store.DB, opts driver.Options) *batch.Batch {
	t.Helper()
	b, err := batch.NewBatch(t.Context(), db, opts, store.Run{Engine: "sql"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return b
}

// solve solves puzzles in chunks of a size, all as one run, and returns their results.
func solve(t testing.TB, b *batch.Batch, puzzles []format.Puzzle, size int) (results []store.Result) {
	t.Helper()
	for chunk := range slices.Chunk(puzzles, size) {
		list, err := b.Solve(t.Context(), chunk)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, list...)
	}
	return results
}

// givens makes puzzles of grids.
func givens(grids ...setdoku.Grid) (list []format.Puzzle) {
	for _, d := range grids {
		list = append(list, format.Puzzle{State: setdoku.State{Givens: d}})
	}
	return list
}

// pool is the puzzles that these tests solve over and over: of one solution and mixed
// difficulty, of several solutions, and of none.
type pool struct{ unique, several, none []setdoku.Grid }

func newPool() (p pool) {
	rng := gridtest.New(20)
	for range 26 {
		p.unique = append(p.unique, gridtest.Minimal(rng))
	}
	for n := 25; n <= 38; n++ {
		p.unique = append(p.unique, gridtest.WithClues(rng, n))
	}
	for range 6 {
		p.several = append(p.several, gridtest.Several(rng))
	}
	for range 14 {
		p.none = append(p.none, gridtest.Contradictory(rng))
	}
	return p
}

func (p pool) all() []setdoku.Grid { return slices.Concat(p.unique, p.several, p.none) }

// recorded is what a database says about a puzzle, in the tables and views that rule 4
// and rule 5 are about. Columns that name a run are left out.
var recorded = []struct{ table, columns string }{
	{"puzzle", "status, solution, level, score, hardest, steps, techniques"},
	{"step", "step, rule, placements, eliminations"},
	{"cell", "cell, digit, step, rule, pattern"},
	{"elimination", "cell, digit, step, rule, pattern"},
	{"candidate", "cell, digit"},
	{"contradiction", "step, kind, cell, unit_type, unit, digit"},
	{"evidence", "step, pattern, ordinal, role, cell, digit, unit_type, unit"},
	{"history", "step, rule, text"},
}

// histories returns all rows of every puzzle as text, by the puzzle's givens. tables are
// those wanted, all when none is named.
func histories(t testing.TB, db *store.DB, tables ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, r := range recorded {
		if len(tables) > 0 && !slices.Contains(tables, r.table) {
			continue
		}
		for id, lines := range rowsOf(t, db, r.table, r.columns) {
			out[id] += strings.Join(lines, "")
		}
	}
	return out
}

// rowsOf returns the rows of a table, each as a line, by the givens of their puzzle.
func rowsOf(t testing.TB, db *store.DB, table, columns string) map[string][]string {
	t.Helper()
	columns = "x." + strings.ReplaceAll(columns, ", ", ", x.")
	rows, err := db.QueryxContext(t.Context(), `SELECT z.givens, `+columns+` FROM `+table+` AS x
		INNER JOIN puzzle AS z ON z.puzzle_id = x.puzzle_id ORDER BY z.givens, `+columns)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		values, err := rows.SliceScan()
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprint(values[0])
		out[id] = append(out[id], fmt.Sprintln(append([]any{table}, values[1:]...)...))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// compare reports the first row in which the histories of each puzzle differ.
func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d puzzles, want %d", len(got), len(want))
	}
	for id, w := range want {
		a, b := strings.Split(got[id], "\n"), strings.Split(w, "\n")
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				t.Errorf("%s\ngot  %s\nwant %s", id, at(a, i), at(b, i))
				break
			}
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "no more rows"
}

// count is a query for one number.
func count(t testing.TB, db *store.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.GetContext(t.Context(), &n, query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}
