package batch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// TestLoadNames compares the catalogue from the headers with that of a new database.
func TestLoadNames(t *testing.T) {
	want, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	got, err := catalogue.LoadNames(t.Context(), dbtest.Open(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPathIsHistory compares paths in memory with the stored steps of the same puzzles, and their ends with the
// solution.
func TestPathIsHistory(t *testing.T) {
	db := dbtest.Open(t)
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	b, err := batch.NewBatch(t.Context(), db,
		memory.Options{Engine: memory.EngineAuto, Techniques: all, Audit: setdoku.AuditFull},
		record.Run{Engine: "auto"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close(t.Context())
	rng := gridtest.New(31)
	for range 5 {
		givens := gridtest.Minimal(rng)
		results, err := b.Solve(t.Context(), []format.Puzzle{{State: setdoku.State{Givens: givens}}})
		if err != nil {
			t.Fatal(err)
		}
		path := solvertest.FindPath(t, all, memory.Options{Techniques: all}, setdoku.State{Givens: givens})
		if results[0].Solution == "" || path.End().State.Filled().String() != results[0].Solution ||
			path.Status != "solved" {
			t.Errorf("%s ends %s as %s, want %v", givens, path.Status, path.End().State.Filled(), results[0].Solution)
		}
		err = db.Snapshot(t.Context(), func(s *database.Snapshot) error {
			stored, err := s.Path(t.Context(), results[0].PuzzleID)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(stored.Steps, path.Steps, cmpopts.IgnoreFields(setdoku.Evidence{}, "Step"),
				cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s (-stored +found):\n%s", givens, diff)
			}
			if diff := cmp.Diff(stored.Singles, path.Singles); diff != "" || stored.Status != path.Status {
				t.Errorf("%s: stored as %s, found %s, singles %s", givens, stored.Status, path.Status, diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
