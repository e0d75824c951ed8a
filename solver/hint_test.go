package solver_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/explain"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver"
	"setdoku/solver/minimize"
)

// TestFirstSingle requires the single that a person sees first: a full house, a hidden single of a box, of a line, and
// then a naked single. Only selected techniques count.
func TestFirstSingle(t *testing.T) {
	naked := []string{"naked_single"}
	for _, tt := range []struct {
		name      string
		state     string
		selected  []string
		technique string
		box       bool
	}{
		{"full house", docs.Lessons("full_house")[0].State, nil, "full_house", true},
		{"naked and hidden singles", docs.Lessons("naked_single")[0].State, nil, "hidden_single", true},
		{"no hidden singles selected", docs.Lessons("naked_single")[0].State, naked, "naked_single", false},
		{"a hidden single of a row and a box", docs.Lessons("hidden_single")[2].State, nil, "hidden_single", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustParse(tt.state)
			h, err := solver.Next(t.Context(), s, solver.Options{Techniques: tt.selected})
			if err != nil || h.Status != solver.StatusStep {
				t.Fatal(h, err)
			}
			single := h.Deduction.Evidence[0]
			if h.Technique.Name != tt.technique || (single.Unit > 18) != tt.box {
				t.Errorf("%s in unit %d, want %s, in a box %v", h.Technique.Name, single.Unit, tt.technique, tt.box)
			}
			step := setdoku.Step{Rule: h.Technique.Name, Deductions: []setdoku.Deduction{h.Deduction}}
			if err := minimize.Prove(t.Context(), &setdoku.Path{Start: s, Steps: []setdoku.Step{step}}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHintNotCounted asks for a hint about an empty board on which no search for solutions ends. The hint says so,
// and not that the board is solved. If the context ends in the searches, there is no hint.
func TestHintNotCounted(t *testing.T) {
	v, err := setdoku.ParseVariant("windoku+x+anti-knight")
	gridtest.Must(t, err)
	s := setdoku.State{Variant: v}
	ctx := &gridtest.Countdown{Context: t.Context(), Left: 1 << 30}
	h, err := solver.Next(ctx, s, solver.Options{})
	if err != nil || h.Status != setdoku.StatusStuck || !strings.Contains(h.Detail, explain.NotCounted) {
		t.Errorf("%+v, error %v", h, err)
	}
	asked := 1<<30 - ctx.Left
	ctx.Left = asked / 2
	if h, err := solver.Next(ctx, s, solver.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %+v, error %v", h, err)
	}
	ctx.Left = 1
	if text, err := explain.Ending(ctx, s, setdoku.StatusStuck, nil, 0); !errors.Is(err, context.Canceled) ||
		strings.Contains(text, "solution") {
		t.Errorf("an interrupted story ends with %q, error %v", text, err)
	}
}
