package batch

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
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

func findPath(t *testing.T, c catalogue.Catalogue, opts memory.Options, s setdoku.State) *setdoku.Path {
	t.Helper()
	f, err := memory.NewPathfinder(c, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	path, err := f.Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPathIsHistory compares paths in memory with the stored steps of the same puzzles, and their ends with the
// solution.
func TestPathIsHistory(t *testing.T) {
	db := dbtest.Open(t)
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	batch, err := NewBatch(t.Context(), db,
		memory.Options{Engine: memory.EngineAuto, Techniques: all, Audit: setdoku.AuditFull},
		record.Run{Engine: "auto"})
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close(t.Context())
	rng := gridtest.New(31)
	for range 5 {
		givens := gridtest.Minimal(rng)
		results, err := batch.Solve(t.Context(), []format.Puzzle{{State: setdoku.State{Givens: givens}}})
		if err != nil {
			t.Fatal(err)
		}
		path := findPath(t, all, memory.Options{Techniques: all}, setdoku.State{Givens: givens})
		if results[0].Solution == "" || path.End().State.Filled().String() != results[0].Solution ||
			path.Status != "solved" {
			t.Errorf("%s ends %s as %s, want %v", givens, path.Status, path.End().State.Filled(), results[0].Solution)
		}
		err = db.Snapshot(t.Context(), func(s *database.Snapshot) error {
			stored, err := s.Path(t.Context(), results[0].PuzzleID)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(stored.Steps, path.Steps, cmpopts.IgnoreFields(setdoku.StepRow{}, "Run"),
				cmpopts.IgnoreFields(setdoku.Evidence{}, "Step"), cmpopts.EquateEmpty()); diff != "" {
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
