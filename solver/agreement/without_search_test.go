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

// withoutSearch is how many puzzles TestWithoutSearch takes of each list.
var withoutSearch = flag.Int("without-search", 10, "puzzles of each list that TestWithoutSearch takes, 5000 for all")

// gridsOf returns the puzzles of a list of ../shared/data.
func gridsOf(t *testing.T, name string) (list []setdoku.Grid) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(gridtest.SharedDir(t), "data", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Fields(text) {
		g, err := setdoku.ParseGrid(string(line))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestWithoutSearch solves the hardest known puzzles, and generated ones, without search. It compares every placement and every
// elimination of every path with the solution.
func TestWithoutSearch(t *testing.T) {
	t.Parallel()
	var puzzles []setdoku.Grid
	for _, name := range []string{"forum_hardest_1106", "forum_hardest_1905", "magictour_top1465"} {
		list := gridsOf(t, name)
		step := max(1, len(list) / *withoutSearch)
		for i := 0; i < len(list); i += step {
			puzzles = append(puzzles, list[i])
		}
	}
	rng := gridtest.New(81)
	for range 50 {
		puzzles = append(puzzles, gridtest.Minimal(rng))
	}
	var techniques []memory.Technique
	for _, x := range solvertest.Catalogue(t) {
		if x.File == setdoku.RuleSearch || x.OnRequest {
			continue
		}
		in, has := memory.Solving(x)
		if !has {
			t.Fatalf("memory does not have %s", x.Name)
		}
		techniques = append(techniques, in)
	}
	l, err := memory.NewLogic(techniques, false)
	if err != nil {
		t.Fatal(err)
	}
	l.Explain = true
	used, rows, most := map[string]int{}, 0, 0
	for _, p := range puzzles {
		solution, n := solutions.Solve(p)
		if n != 1 {
			t.Fatalf("%s has %d solutions", p, n)
		}
		o := l.Solve(&memory.Start{Digits: p})
		if o.Status != setdoku.StatusSolved || o.Digits != solution {
			t.Errorf("%s: %s, %s", p, o.Status, o.Digits)
		}
		holds(t, "the path of "+p.String(), o, solution)
		for _, s := range o.StepRows {
			used[s.Rule]++
		}
		rows, most = rows+len(o.Evidence), max(most, len(o.Evidence))
	}
	t.Logf("%d puzzles, %d rows of evidence each, %d at most; steps %v", len(puzzles), rows/len(puzzles), most, used)
	if used["nested_forcing"] < *withoutSearch {
		t.Errorf("nested_forcing made %d steps", used["nested_forcing"])
	}
}

// holds fails for a deduction that the solution contradicts.
func holds(t *testing.T, name string, o *memory.Outcome, solution setdoku.Grid) {
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
}
