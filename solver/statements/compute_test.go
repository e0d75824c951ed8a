package statements

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// inAnyOrder compares records whose rows are in any order, without branches: each engine has a tree of its own.
var inAnyOrder = []cmp.Option{
	cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(record.Rows{}, "Branches"),
	cmpopts.SortSlices(func(a, b record.Change) int { return a.Candidate().Compare(b.Candidate()) }),
	cmpopts.SortSlices(func(a, b setdoku.Evidence) bool { return fmt.Sprint(a) < fmt.Sprint(b) }),
}

// TestComputeFillsInRecords compares the records that the statements fill in with those of the engine in memory, at
// each audit level, also of puzzles with a wrong given, whose contradiction shows after some steps, and after one step
// of each.
func TestComputeFillsInRecords(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(77)
	var puzzles []setdoku.Grid
	for range 4 {
		d := gridtest.Minimal(rng)
		puzzles = append(puzzles, d, withWrongGiven(t, d))
	}
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	selected, err := all.Select(nil, []string{"forcing"})
	gridtest.Must(t, err)
	late := 0 // contradictions after some steps
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		for _, stop := range []bool{false, true} {
			opts := memory.Options{Techniques: selected, Audit: audit, StopAtFirst: stop, Jobs: 1}
			inMemory, err := memory.NewSolver(all, opts)
			gridtest.Must(t, err)
			driver, err := NewDriver(t.Context(), dbtest.Acquire(t, dbtest.Open(t)), all, opts)
			gridtest.Must(t, err)
			want, got := records(puzzles), records(puzzles)
			gridtest.Must(t, inMemory.Compute(t.Context(), want))
			gridtest.Must(t, driver.Compute(t.Context(), got))
			gridtest.Must(t, driver.Close(t.Context()))
			for i := range want {
				if c := want[i].Contradiction(); c != nil && c.Step > 1 {
					late++
				}
				if diff := cmp.Diff(want[i], got[i], inAnyOrder...); diff != "" {
					t.Errorf("audit %s, stop %t, %s:\n%s", audit, stop, puzzles[i], diff)
				}
			}
		}
	}
	if late == 0 {
		t.Error("no contradiction shows after several steps")
	}
}

// withWrongGiven returns a puzzle with another digit as one more given, without a repeat.
func withWrongGiven(t *testing.T, d setdoku.Grid) setdoku.Grid {
	t.Helper()
	solution, err := gridtest.Solve(d)
	gridtest.Must(t, err)
	for i := range d {
		for digit := uint8(1); d[i] == 0 && digit <= 9; digit++ {
			wrong := d
			if wrong[i] = digit; digit != solution[i] && wrong.Check() == nil {
				return wrong
			}
		}
	}
	return d
}

func records(puzzles []setdoku.Grid) []*record.Puzzle {
	list := make([]*record.Puzzle, len(puzzles))
	for i, d := range puzzles {
		list[i] = &record.Puzzle{PuzzleID: int64(i + 1), Start: setdoku.State{Givens: d}}
	}
	return list
}
