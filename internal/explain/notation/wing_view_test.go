package notation_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// wingKey is a pattern of a step.
type wingKey struct {
	PuzzleID int64 `db:"puzzle_id"`
	Step     int   `db:"step"`
	Pattern  int64 `db:"pattern"`
}

// TestWingView compares the view chain_wing with the parts of the chains on both databases.
func TestWingView(t *testing.T) {
	gridtest.Nightly(t, "many chains")
	t.Parallel()
	var puzzles []format.Puzzle
	for _, s := range hardStates(t, 100) {
		puzzles = append(puzzles, format.Puzzle{State: s})
	}
	t.Run("SQLite", func(t *testing.T) { checkWings(t, dbtest.Open(t), puzzles) })
	t.Run("PostgreSQL", func(t *testing.T) { checkWings(t, dbtest.OpenServer(t, 3), puzzles) })
}

// wingNames are the names of open chains and loops whose ends have the same digit, or different ones, by the places in
// which the chain has two digits of one cell.
var wingNames = map[bool]map[string]string{
	true:  {"1 5": "W-Wing", "1 4": "M-Wing", "2 5": "M-Wing", "3": "S-Wing", "2 4": "L-Wing"},
	false: {"1 4": "H-Wing", "2 5": "H-Wing", "1 3": "H-Wing", "3 5": "H-Wing", "3": "S-Wing", "2 4": "L-Wing"},
}

// parts of a chain without groups and sets, in their order.
const plainParts = "start strong link weak link strong link weak link strong end"

func checkWings(t *testing.T, db *database.DB, puzzles []format.Puzzle) {
	t.Helper()
	opts := solvertest.Options(t, "singles", "nice_loop", "aic", "grouped_aic", "als_aic")
	opts.Engine = memory.EngineAuto
	solvertest.Run(t, db, puzzles, true, opts)
	var parts []struct {
		wingKey
		Role  string `db:"role"`
		Digit int    `db:"digit"`
	}
	var view []struct {
		wingKey
		Name string `db:"name"`
	}
	err := errors.Join(db.SelectContext(t.Context(), &parts, `
		SELECT puzzle_id, step, pattern, role, COALESCE(digit, 0) AS digit
		FROM step_evidence
		ORDER BY puzzle_id, step, pattern, ordinal`),
		db.SelectContext(t.Context(), &view, `SELECT puzzle_id, step, pattern, name FROM chain_wing`))
	gridtest.Must(t, err)
	chainRoles, digits := make(map[wingKey][]string), make(map[wingKey][]int)
	for _, p := range parts {
		chainRoles[p.wingKey] = append(chainRoles[p.wingKey], p.Role)
		digits[p.wingKey] = append(digits[p.wingKey], p.Digit)
	}
	want, got, counts := make(map[wingKey]string), make(map[wingKey]string), make(map[string]int)
	for key, list := range chainRoles {
		text := strings.Join(list, " ")
		if !strings.HasPrefix(text, plainParts) || len(list) != 12 {
			continue
		}
		d, cells := digits[key], []string{}
		for k := range 5 {
			if d[2*k] != d[2*k+2] {
				cells = append(cells, strconv.Itoa(k+1))
			}
		}
		if name := wingNames[d[0] == d[10]][strings.Join(cells, " ")]; name != "" {
			want[key] = name
			counts[name]++
		}
	}
	for _, row := range view {
		got[row.wingKey] = row.Name
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(counts) != 5 {
		t.Errorf("%v, want all five names", counts)
	}
}
