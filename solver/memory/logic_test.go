package memory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// inMemory lists the techniques that Logic can find, in catalogue order.
var inMemory = []memory.Selected{
	named("full_house", "full_house", 1), named("naked_single", "naked_single", 1),
	named("hidden_single", "hidden_single", 1), named("locked_pair", "locked_subset", 2),
	named("locked_triple", "locked_subset", 3), named("pointing", "pointing", 1),
	named("claiming", "claiming", 1), named("naked_pair", "naked_subset", 2),
	named("hidden_pair", "hidden_subset", 2), named("naked_triple", "naked_subset", 3),
	named("hidden_triple", "hidden_subset", 3), named("naked_quadruple", "naked_subset", 4),
	named("hidden_quadruple", "hidden_subset", 4), named("x_wing", "basic_fish", 2),
	named("swordfish", "basic_fish", 3), named("jellyfish", "basic_fish", 4),
}

func named(name, file string, size int) memory.Selected {
	return memory.Selected{Technique: catalogue.NewTechnique(name, file, size)}
}

func newLogic(t testing.TB) *memory.Logic {
	t.Helper()
	l, err := memory.NewLogic(inMemory, false)
	gridtest.Must(t, err)
	return l
}

func TestLogicNamesWhatItHasNot(t *testing.T) {
	if _, err := memory.NewLogic([]memory.Selected{{Technique: catalogue.NewTechnique("my_wing", "my_wing", 0)}},
		false); err == nil {
		t.Error("my_wing is taken")
	}
}

// TestLogicAllocates checks that solving allocates nothing once its lists have grown.
func TestLogicAllocates(t *testing.T) {
	for _, measured := range []bool{false, true} {
		l := newLogic(t)
		if measured {
			l.OnPass = func(memory.Pass) {}
		}
		p := &record.Puzzle{Start: setdoku.State{Givens: gridtest.Minimal(gridtest.New(43))}}
		l.Solve(t.Context(), p)
		if n := testing.AllocsPerRun(20, func() { l.Solve(t.Context(), p) }); n > 0 {
			t.Errorf("%.0f allocations a puzzle, measured: %t", n, measured)
		}
	}
}

// TestLogicPasses compares the passes with the steps: a technique runs as often as those before it have found nothing.
func TestLogicPasses(t *testing.T) {
	l := newLogic(t)
	got, want := make(map[string]int), make(map[string]int)
	var took time.Duration
	l.OnPass = func(p memory.Pass) {
		got[p.Technique]++
		took += p.Time
	}
	o := &record.Puzzle{Start: setdoku.State{Givens: gridtest.Minimal(gridtest.New(43))}}
	l.Solve(t.Context(), o)
	for _, s := range o.StepRows {
		for _, technique := range inMemory[:l.Index(s.Rule)+1] {
			want[technique.Name]++
		}
	}
	if o.Status == setdoku.StatusStuck {
		for _, technique := range inMemory {
			want[technique.Name]++
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("passes of each technique (-want +got):\n%s", diff)
	}
	if took <= 0 {
		t.Errorf("all passes took %s", took)
	}
}
