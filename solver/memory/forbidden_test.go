package memory

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/store/record"
)

// TestForbidden checks that a puzzle is solved as with all techniques, until a forbidden technique would make a step.
func TestForbidden(t *testing.T) {
	techniques := []Selected{
		{Technique: catalogue.NewTechnique("naked_single", "naked_single", 1)},
		{Technique: catalogue.NewTechnique("hidden_single", "hidden_single", 1)},
		{Technique: catalogue.NewTechnique("pointing", "pointing", 1)},
		{Technique: catalogue.NewTechnique("naked_pair", "naked_subset", 2)},
		{Technique: catalogue.NewTechnique("search", setdoku.RuleSearch, 1)},
	}
	all, err := NewLogic(techniques, false)
	gridtest.Must(t, err)
	techniques = slices.Clone(techniques)
	techniques[2].Forbidden = true
	forbidden, err := NewLogic(techniques, false)
	gridtest.Must(t, err)
	rng := gridtest.New(3)
	met := 0
	for range 100 {
		p := gridtest.Minimal(rng)
		o := &record.Puzzle{Start: setdoku.State{Givens: p}}
		all.Solve(t.Context(), o)
		steps := slices.Clone(o.StepRows)
		want := len(steps)
		for i, s := range steps {
			if all.Index(s.Rule) == 2 {
				want = min(want, i)
			}
		}
		forbidden.Solve(t.Context(), o)
		status := setdoku.StatusSolved
		if want < len(steps) {
			status = setdoku.StatusStuck
			met++
		}
		if len(o.StepRows) != want || o.Status != status {
			t.Errorf("%v: %s after %d steps, want %s after %d", p, o.Status, len(o.StepRows), status, want)
		}
	}
	if met < 10 || met > 90 {
		t.Errorf("%d of 100 puzzles met the technique", met)
	}
}

// TestClassicTables counts the parts of the geometry of classic.
func TestClassicTables(t *testing.T) {
	c := classicTables
	if len(c.rectangles) != 486 || c.rectangles[485] != 485 {
		t.Errorf("%d rectangles, want the first 486", len(c.rectangles))
	}
	if len(c.crossings) != 54 || c.largest != 3 {
		t.Errorf("%d groups of up to %d cells, want 54 of 3", len(c.crossings), c.largest)
	}
	for base, list := range c.frames {
		if len(list) != 9 {
			t.Errorf("%d frames for base %d, want the 9 boxes", len(list), base)
		}
	}
	for group, list := range c.crossed[:54] {
		if len(list) != 3 {
			t.Errorf("group %d crosses %d groups, want 3", group, len(list))
		}
	}
}
