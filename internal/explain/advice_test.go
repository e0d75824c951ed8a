package explain_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/minimize"
)

// TestFirstSingle requires the single that a person sees first: a full house, a hidden single of a box, of a line, and
// then a naked single. Only selected techniques count.
func TestFirstSingle(t *testing.T) {
	all := solvertest.Catalogue(t)
	naked, err := all.Select([]string{"naked_single"}, nil)
	gridtest.Must(t, err)
	for _, tt := range []struct {
		name      string
		state     string
		selected  catalogue.Catalogue
		technique string
		box       bool
	}{
		{"full house", docs.Lessons("full_house")[0].State, all, "full_house", true},
		{"naked and hidden singles", docs.Lessons("naked_single")[0].State, all, "hidden_single", true},
		{"no hidden singles selected", docs.Lessons("naked_single")[0].State, naked, "naked_single", false},
		{"a hidden single of a row and a box", docs.Lessons("hidden_single")[2].State, all, "hidden_single", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			by, err := explain.NewAdviser(all, tt.selected, nil)
			gridtest.Must(t, err)
			defer by.Close(t.Context())
			s := solvertest.Puzzles(t, "state", tt.state+"\n")[0].State
			a, err := by.Next(t.Context(), s)
			if err != nil || a.Deduction == nil {
				t.Fatal(a.Message, err)
			}
			single := a.Deduction.Evidence[0]
			if a.Technique.Name != tt.technique || (single.Unit > 18) != tt.box {
				t.Errorf("%s in unit %d, want %s, in a box %v", a.Technique.Name, single.Unit, tt.technique, tt.box)
			}
			step := setdoku.Step{Rule: a.Technique.Name, Deductions: []setdoku.Deduction{*a.Deduction}}
			if err := minimize.Prove(t.Context(), &setdoku.Path{Start: s, Steps: []setdoku.Step{step}}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAdviceNotCounted asks for advice about an empty board on which no search for solutions ends. The advice says so,
// and not that the board is solved. If the context ends in the searches, there is no advice.
func TestAdviceNotCounted(t *testing.T) {
	v, err := setdoku.ParseVariant("windoku+x+anti-knight")
	gridtest.Must(t, err)
	all := solvertest.Catalogue(t)
	by, err := explain.NewAdviser(all, all, nil)
	gridtest.Must(t, err)
	defer func() { _ = by.Close(t.Context()) }()
	s := setdoku.State{Variant: v}
	ctx := &gridtest.Countdown{Context: t.Context(), Left: 1 << 30}
	a, err := by.Next(ctx, s)
	if err != nil || a.Status != setdoku.StatusStuck || !strings.Contains(a.Detail, explain.NotCounted) {
		t.Errorf("%s, %q, %q, error %v", a.Status, a.Message, a.Detail, err)
	}
	asked := 1<<30 - ctx.Left
	ctx.Left = asked / 2
	if a, err := by.Next(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %s, %q, error %v", a.Status, a.Message, err)
	}
	ctx.Left = 1
	if text, err := explain.Ending(ctx, s, setdoku.StatusStuck, nil, 0); !errors.Is(err, context.Canceled) ||
		strings.Contains(text, "solution") {
		t.Errorf("an interrupted story ends with %q, error %v", text, err)
	}
}
