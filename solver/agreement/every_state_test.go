package agreement_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
)

// everyState is how many puzzles TestEveryState takes of each list: all of them in turn are 1,000 minimal puzzles, all
// of forum_hardest_1106 and 200 of forum_hardest_1905.
var everyState = flag.Int("every-state", 12, "puzzles of each list that TestEveryState takes, 1000 for all that are wanted")

// TestEveryState runs every technique at every state that puzzles come through, and not only the first that
// finds something. None may remove a digit of the solution.
func TestEveryState(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(gridtest.SharedDir(t), "data")
	var techniques []memory.Technique
	for _, x := range solvertest.Catalogue(t) {
		in, _ := memory.Of(x)
		in.AssumesUnique = false // the puzzles have one solution
		techniques = append(techniques, in)
	}
	path, err := memory.NewLogic(techniques, true)
	if err != nil {
		t.Fatal(err)
	}
	var alone []*memory.Logic
	for i := range techniques {
		l, err := memory.NewLogic(techniques[i:i+1], true)
		if err != nil {
			t.Fatal(err)
		}
		alone = append(alone, l)
	}
	found := make([]int, len(techniques))
	states := 0
	for _, list := range []struct {
		name string
		most int
	}{{"generated_minimal", 1000}, {"forum_hardest_1106", 188}, {"forum_hardest_1905", 200}} {
		text, err := os.ReadFile(filepath.Join(dir, list.name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range bytes.Fields(text)[:min(list.most, *everyState)] {
			givens, err := setdoku.ParseGrid(string(line))
			if err != nil {
				t.Fatal(err)
			}
			solution, _ := solutions.Solve(givens)
			start := memory.Start{Digits: givens, Givens: &givens}
			for {
				states++
				for i, l := range alone {
					found[i] += holds(t, techniques[i].Name, l.Solve(&start), solution)
				}
				o := path.Solve(&start)
				if o.Status != setdoku.StatusStuck || len(o.Steps) == 0 {
					break
				}
				marks := o.Candidates
				start.Digits, start.Candidates = o.Digits, &marks
			}
		}
	}
	for i, n := range found {
		t.Logf("%-22s %d deductions", techniques[i].Name, n)
	}
	t.Logf("%d states", states)
}

// holds fails for a deduction that the solution contradicts and returns how many there were.
func holds(t *testing.T, name string, o *memory.Outcome, solution setdoku.Grid) int {
	t.Helper()
	for _, d := range o.Placements {
		if solution[setdoku.CellIndex(d.Cell)] != d.Digit {
			t.Fatalf("%s places %d in %s, solution %s", name, d.Digit, setdoku.CellName(setdoku.CellIndex(d.Cell)), solution)
		}
	}
	for _, d := range o.Eliminations {
		if solution[setdoku.CellIndex(d.Cell)] == d.Digit {
			t.Fatalf("%s removes %d from %s, solution %s", name, d.Digit, setdoku.CellName(setdoku.CellIndex(d.Cell)), solution)
		}
	}
	return len(o.Placements) + len(o.Eliminations)
}
