package solvertest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
	"setdoku/store/record"
)

// recorded is what a database says about a puzzle, in the tables and views that must not depend on how it was solved.
// Columns that name a run are left out.
var recorded = []struct{ table, columns string }{
	{"puzzle", "status, solution, level, score, rounds, hardest, steps, depth"},
	{"puzzle_technique", "technique, steps, deductions"},
	{"step", "step, rule, placements, eliminations, rounds"},
	{"cell", "cell, digit, step, rule, pattern"},
	{"elimination", "cell, digit, step, rule, pattern"},
	{"candidate", "cell, digit"},
	{"contradiction", "step, kind, cell, unit_type, unit, digit"},
	{"evidence", "step, pattern, ordinal, role, cell, digit, unit_type, unit"},
	{"history", "step, rule, text"},
}

// Histories returns all rows of every puzzle as text, by the puzzle's givens. tables are the
// tables wanted, all when none is named.
func Histories(t testing.TB, db *store.DB, tables ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, r := range recorded {
		if len(tables) > 0 && !slices.Contains(tables, r.table) {
			continue
		}
		for id, lines := range RowsOf(t, db, r.table, r.columns) {
			out[id] += strings.Join(lines, "")
		}
	}
	return out
}

// RowsOf returns the rows of a table, each as a line, by the givens of their puzzle.
func RowsOf(t testing.TB, db *store.DB, table, columns string) map[string][]string {
	t.Helper()
	columns = "x." + strings.ReplaceAll(columns, ", ", ", x.")
	rows, err := db.QueryxContext(t.Context(), `SELECT z.givens, `+columns+` FROM `+table+` AS x
		INNER JOIN puzzle AS z ON z.puzzle_id = x.puzzle_id ORDER BY z.givens, `+columns)
	gridtest.Must(t, err)
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		values, err := rows.SliceScan()
		gridtest.Must(t, err)
		id := fmt.Sprint(values[0])
		out[id] = append(out[id], fmt.Sprintln(append([]any{table}, values[1:]...)...))
	}
	gridtest.Must(t, rows.Err())
	return out
}

// failer is what Compare needs of a test, or of the T of package rapid.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// Compare reports the first row in which the histories of each puzzle differ.
func Compare(t failer, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d puzzles, want %d", len(got), len(want))
	}
	for id, w := range want {
		a, b := strings.Split(got[id], "\n"), strings.Split(w, "\n")
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				t.Errorf("%s\ngot  %s\nwant %s", id, dbtest.At(a, i), dbtest.At(b, i))
				break
			}
		}
	}
}

// Outcome is how a puzzle ended, and how it is rated.
type Outcome struct {
	Status              setdoku.Status
	Level               setdoku.Level // "" where the result has none, as Hardest
	Hardest, Techniques string
	Score, Steps, Depth int // Depth is -1 where the result has none
}

// OutcomeOf returns the outcome of a result.
func OutcomeOf(r *record.Puzzle) Outcome {
	none := -1
	return Outcome{r.Status, r.Level, r.Hardest, r.Techniques(), r.Score, r.Steps, *cmp.Or(r.Depth, &none)}
}
