package batch_test

import (
	"fmt"
	"slices"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/minimize"
	"setdoku/store"
	"setdoku/store/record"
)

// TestNeeded fills the table needed. It must have the steps of the shortened path of each solved puzzle. They go with
// the steps of the puzzle, and the next call fills them in again.
func TestNeeded(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	p := solvertest.NewPool()
	puzzles := solvertest.Givens(slices.Concat(gridtest.Part(8, p.Unique), p.None[:1], p.Several[:1])...)
	opts := solvertest.Options(t)
	b := solvertest.NewBatch(t, db, opts)
	solvertest.Solve(t, b, puzzles, len(puzzles))
	solved := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`)
	fill := func(want int) {
		t.Helper()
		filled := 0
		if err := batch.FillNeeded(t.Context(), db, func(n, _ int) { filled = n }); err != nil || filled != want {
			t.Fatalf("%d puzzles are filled in, error %v, want %d", filled, err, want)
		}
	}
	fill(solved)
	fill(0)
	gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
	var want []string
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		for id := range int64(len(puzzles)) {
			whole, err := s.Path(t.Context(), id+1)
			if err != nil || whole.Status != "solved" {
				continue
			}
			short, err := minimize.Path(t.Context(), whole)
			if err != nil {
				return err
			}
			for i, step := range short.Steps {
				at := "null"
				if step.Number > 0 {
					at = fmt.Sprint(step.Number)
				}
				placements, eliminations := record.Counts(&step)
				want = append(want, fmt.Sprintf("[%d,%d,%q,%d,%d,%s]", id+1, i+1, step.Rule, placements, eliminations,
					at))
			}
		}
		return nil
	})
	gridtest.Must(t, err)
	slices.Sort(want)
	const query = `SELECT puzzle_id, step, rule, placements, eliminations, audit_step FROM needed`
	dbtest.SameRows(t, "needed", dbtest.Rows(t, db, query), want)

	b.From = store.Anew
	solvertest.Solve(t, b, puzzles[:1], 1)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM needed WHERE puzzle_id = 1`); n > 0 {
		t.Errorf("a puzzle that is solved again has %d needed steps of the earlier run", n)
	}
	fill(1)
	dbtest.SameRows(t, "needed again", dbtest.Rows(t, db, query), want)
}
