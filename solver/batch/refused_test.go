package batch_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/store"
	"setdoku/store/record"
)

// TestRefused gives every engine rows past the CHECKs of the table. It reports each once and solves the others.
func TestRefused(t *testing.T) {
	t.Parallel()
	givens := solvertest.Sample(t)[0].State.Givens.String()
	for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto, catalogue.EngineCTE} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			db := dbtest.Open(t)
			if err := db.Writing(t.Context(), func(c *store.Conn) error {
				if err := c.SkipChecks(t.Context()); err != nil {
					return err
				}
				_, err := c.ExecContext(t.Context(), `INSERT INTO puzzle (puzzle_id, givens) VALUES
					(0, ?), (1, ?), (2, ?), (3, ?), (4, ?)`, strings.Repeat(".", 81), "x"+givens[1:],
					strings.ReplaceAll(givens, ".", "0"), givens[1:], givens)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if err := db.FillCanonical(t.Context()); err != nil {
				t.Error(err)
			}
			opts := solvertest.Options(t)
			opts.Engine = engine
			var said []string
			for range 2 {
				w, err := batch.NewWorker(t.Context(), db, opts, record.Run{})
				gridtest.Must(t, err)
				w.OnRefused = func(id int64, reason error) { said = append(said, fmt.Sprint(id, " ", reason)) }
				w.OnChunk = func(results []*record.Puzzle) {
					for _, r := range results {
						said = append(said, fmt.Sprint(r.PuzzleID, " ", r.Status))
					}
				}
				if err := errors.Join(w.Drain(t.Context()), w.Close(t.Context())); err != nil {
					t.Error(err)
				}
			}
			want := []string{"1 column givens: character 'x'", "2 column givens: character '0'",
				"3 column givens: 80 cells", "4 solved"}
			if !slices.EqualFunc(said, want, strings.HasPrefix) {
				t.Errorf("got %q, want %q", said, want)
			}
		})
	}
}

// TestGreatestID adds puzzles after the greatest id that there is.
func TestGreatestID(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	dbtest.Exec(t, db, `INSERT INTO puzzle (puzzle_id, givens) VALUES (?, ?)`,
		int64(math.MaxInt64), strings.Repeat(".", 81))
	_, err := solvertest.NewBatch(t, db, solvertest.Options(t)).Solve(t.Context(), solvertest.Sample(t)[:1])
	if err == nil || !strings.Contains(err.Error(), "the greatest puzzle_id is 9223372036854775807") {
		t.Errorf("got %v, want an error that names the greatest puzzle_id", err)
	}
}
