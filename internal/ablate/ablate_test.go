package ablate

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

func builtIn(t *testing.T) catalogue.Catalogue {
	t.Helper()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// samplePuzzles reads testdata/sample.sdm.
func samplePuzzles(t *testing.T) (list []format.Puzzle) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "sample.sdm"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r := format.NewReader(f, "sample.sdm"); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// TestCompare compares the results of Compare with two separate solves of each puzzle.
func TestCompare(t *testing.T) {
	all, puzzles := builtIn(t), samplePuzzles(t)
	without, err := all.Select(nil, []string{"subsets", "basic_fish", "search"})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(all, all, without, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	list, err := a.Compare(t.Context(), puzzles)
	if err != nil || len(list) != len(puzzles) {
		t.Fatalf("%d comparisons of %d puzzles, error %v", len(list), len(puzzles), err)
	}
	count := make(map[Outcome]int)
	for i, techniques := range []catalogue.Catalogue{all, without} {
		m, err := batch.NewInMemory(all, driver.Options{Engine: driver.EngineAuto, Jobs: 1, Techniques: techniques, Audit: setdoku.AuditNone})
		if err != nil {
			t.Fatal(err)
		}
		results, err := m.Solve(t.Context(), puzzles)
		if err := errors.Join(err, m.Close(t.Context())); err != nil {
			t.Fatal(err)
		}
		for n, r := range results {
			got := []Rating{list[n].With, list[n].Without}[i]
			if diff := gocmp.Diff(ratingOf(r), got); diff != "" || list[n].Givens != r.Givens {
				t.Errorf("puzzle %d, %s (-solve +compare):\n%s", n+1, list[n].Givens, diff)
			}
		}
	}
	for _, c := range list {
		count[c.Outcome]++
	}
	if count[Same] == len(puzzles) || count[Lost]+count[Harder] == 0 {
		t.Errorf("outcomes %v: without subsets, fish and search some puzzles must be lost or harder", count)
	}
	if list, err := a.Compare(t.Context(), nil); len(list) != 0 || err != nil {
		t.Errorf("no puzzles: %v, %v", list, err)
	}
}

func TestOutcome(t *testing.T) {
	a := &Ablation{catalogue: builtIn(t)}
	result := func(status, hardest string, score, steps int) store.Result {
		r := store.Result{Status: status, Score: score, Steps: steps}
		if hardest != "" {
			r.Uses = []setdoku.Use{{Technique: hardest, Steps: 1, Deductions: 1}}
			r.Hardest = &hardest
		}
		return r
	}
	with := result("solved", "x_wing", 300, 20)
	for _, c := range []struct {
		want          Outcome
		with, without store.Result
	}{
		{Same, with, with},
		{Lost, with, result("stuck", "naked_pair", 100, 10)},
		{Lost, with, result("solved", "search", 1000, 10)},
		{Harder, with, result("solved", "x_wing", 301, 20)},
		{Harder, with, result("solved", "swordfish", 200, 18)},
		{Easier, with, result("solved", "x_wing", 299, 20)},
		{Easier, with, result("solved", "naked_pair", 300, 20)},
		{Harder, with, result("solved", "naked_pair", 301, 20)},
		{Changed, with, result("solved", "x_wing", 300, 19)},
		{Same, result("stuck", "", 0, 0), result("stuck", "", 0, 0)},
		{Harder, result("solved", "search", 900, 9), result("solved", "search", 901, 9)},
		{Lost, result("invalid", "naked_pair", 9, 9), result("stuck", "naked_single", 4, 4)},
	} {
		if got := a.outcome(c.with, c.without); got != c.want {
			t.Errorf("%s of %+v after %+v, want %s", got, c.without, c.with, c.want)
		}
	}
}
