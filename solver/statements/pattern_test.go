package statements

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// TestPatternOffTheBoard runs a technique file whose patterns are made with other factors than its key has.
func TestPatternOffTheBoard(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	puzzle := []format.Puzzle{{State: setdoku.State{Givens: gridtest.Minimal(gridtest.New(1))}}}
	for _, tt := range []struct {
		key     string
		part    string
		pattern int64
		wrong   string // "" for a pattern that is on the board
	}{
		{"cell pivot, digit", "cell pivot digit", 117, ""},
		{"cell pivot, digit", "cell pivot digit", 7, "cell"},
		{"cell pivot, digit", "cell pivot digit", 107, "cell"},
		{"unit base, digit", "unit base digit", 17, ""},
		{"unit base, digit", "unit base digit", 997, "unit"},
		{"unit base, digit", "unit base digit", 557, "unit"},
		{"unit base, places in base", "cell places", 1001, ""},
		{"unit base, places in base", "cell places", 60001, "cell"},
	} {
		own := catalogue.Technique{Technique: setdoku.Technique{Name: "own"}, File: "own", Path: "own.sql", Text: `-- @technique own
-- @idea None.
-- @source None.
-- @reads pass, candidate_mask, token
-- @writes deduction
-- @key ` + tt.key + `
-- @evidence ` + tt.part + `
-- @cost none
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, 'own', 0, m.cell, MIN(t.digit), ` + fmt.Sprint(tt.pattern) + `
FROM pass AS p
INNER JOIN candidate_mask AS m ON m.puzzle_id = p.puzzle_id
INNER JOIN token AS t ON m.mask & t.mask > 0
GROUP BY p.puzzle_id, m.cell
ORDER BY m.cell
LIMIT 1;
`}
		f, err := NewFinder(t.Context(), db, catalogue.Catalogue{own})
		var found [][]setdoku.Deduction
		if err == nil {
			found, err = f.Find(t.Context(), puzzle)
			err = errors.Join(err, f.Close(t.Context()))
		}
		fault := (*Fault)(nil)
		switch refused := errors.As(err, &fault); {
		case tt.wrong == "":
			if err != nil || len(found[0]) != 1 {
				t.Errorf("%s, %d: found %v, error %v, want a deduction", tt.key, tt.pattern, found, err)
			}
		case !refused || !strings.Contains(fault.Problem, "no "+tt.wrong+" on the board"):
			t.Errorf("%s, %d: error %v, want one about the %s", tt.key, tt.pattern, err, tt.wrong)
		}
	}
}
