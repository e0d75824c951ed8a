package verify

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
)

func TestNewErrors(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(2), Audit: setdoku.AuditFull}
	own := append(catalogue(), setdoku.Technique{Name: "my_wing", Tier: 999, Level: "hard"})
	tests := []struct {
		name       string
		techniques []setdoku.Technique
		runs       []setdoku.Run
		want       string
	}{
		{"technique twice", append(catalogue(), catalogue()[3]), nil, "locked_pair"},
		{"unknown level", []setdoku.Technique{{Name: "x_wing", Level: "tough"}}, nil, "tough"},
		{"run twice", catalogue(), []setdoku.Run{run, run}, "run 1"},
		{"run 0", catalogue(), []setdoku.Run{{Audit: setdoku.AuditFull}}, "run 0"},
		{"unknown audit", catalogue(), []setdoku.Run{{ID: 3, Audit: "some"}}, "some"},
		{"technique out of the catalogue", catalogue(), []setdoku.Run{{ID: 3, Audit: setdoku.AuditFull, Techniques: []string{"magic"}}}, "magic"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(tt.techniques, tt.runs)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New = %v, want an error with %q", err, tt.want)
			}
		})
	}
	if _, err := New(own, []setdoku.Run{{ID: 3, Audit: setdoku.AuditFull, Techniques: []string{"my_wing"}}}); err != nil {
		t.Errorf("a technique of the user's own: %v", err)
	}
}

func TestSolveRefuses(t *testing.T) {
	c := mustNew(t)
	if r := c.Solve(filled(1, 1).s, setdoku.Run{ID: 1, Audit: setdoku.AuditFull}); r != nil {
		t.Errorf("a digit twice: %v", r)
	}
	if r := c.Solve(setdoku.State{}, setdoku.Run{ID: 1, Audit: setdoku.AuditFull, Techniques: []string{"xy_wing"}}); r != nil {
		t.Errorf("a technique out of the catalogue: %v", r)
	}
	wing := setdoku.Technique{Name: "xy_wing", Tier: 240, Level: "hard"}
	if c, err := New(append(catalogue(), wing), nil); err != nil {
		t.Error(err)
	} else if r := c.Solve(setdoku.State{}, setdoku.Run{ID: 1, Audit: setdoku.AuditFull, Techniques: []string{"xy_wing"}}); r != nil {
		t.Errorf("a technique that verify cannot look for: %v", r)
	}
}

// TestContradictions has one position for each kind of contradiction. Each also has smaller and greater ones of
// the same kind.
func TestContradictions(t *testing.T) {
	row1 := filled(1, 2, 3, 4, 5, 6, 7, 8)
	tests := []struct {
		name       string
		shape      shape
		techniques []string
		want       setdoku.Contradiction
	}{
		{"no candidate", shape{}.cells(0, 47, 52).only(digits(1), 1), nil, setdoku.Contradiction{Kind: "no_candidate", Cell: 47}},
		{"no place", shape{}.only(digits(6, 7), 12).only(digits(1), 20), nil,
			setdoku.Contradiction{Kind: "no_place", Unit: 12, Digit: 6}},
		{"no candidate after a step", row1.cells(digits(9), 29).cells(digits(8, 9), 39), []string{"full_house"},
			setdoku.Contradiction{Step: 1, Kind: "no_candidate", Cell: 29}},
		{"two digits", shape{}.only(digits(4, 5), 6, 6).only(digits(1, 2), 2, 9), []string{"hidden_single"},
			setdoku.Contradiction{Kind: "two_digits", Cell: 29}},
		{"two places", shape{}.cells(digits(5), 72, 76, 92).cells(digits(3), 81, 89), []string{"naked_single"},
			setdoku.Contradiction{Kind: "two_places", Unit: 7, Digit: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := setdoku.Run{ID: 1, Techniques: tt.techniques, Audit: setdoku.AuditFull}
			c := mustNew(t, run)
			r := mustSolve(t, c, tt.shape.s, run)
			if r.Status != setdoku.StatusInvalid || !slices.Equal(r.Contradictions, []setdoku.Contradiction{tt.want}) || len(r.Candidates) > 0 {
				t.Errorf("%s %v, want %v", r.Status, r.Contradictions, tt.want)
			}
			if len(r.StepRows) != tt.want.Step {
				t.Errorf("%d steps, want %d", len(r.StepRows), tt.want.Step)
			}
			if err := c.Check(r); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSolveWritesRows checks the complete record of a puzzle of one step: three cells of a row are open, and each
// is the last open cell of its column.
func TestSolveWritesRows(t *testing.T) {
	full := "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	givens, err := setdoku.ParseGrid("123456..." + full[9:])
	if err != nil {
		t.Fatal(err)
	}
	s := setdoku.State{Givens: givens}
	run := setdoku.Run{ID: 9, Techniques: []string{"hidden_single", "full_house"}, Audit: setdoku.AuditFull}
	c := mustNew(t, run)
	r := mustSolve(t, c, s, run)
	if r.Status != setdoku.StatusSolved || r.Solution != full || r.Steps != 1 || r.Score != 4 || r.Hardest != "full_house" || r.Level != "easy" {
		t.Errorf("%s %q, %d steps, score %d, hardest %s %s", r.Status, r.Solution, r.Steps, r.Score, r.Hardest, r.Level)
	}
	wantSteps := []setdoku.Step{{Step: 1, Rule: "full_house", Placements: 3, Run: 9}}
	if !slices.Equal(r.StepRows, wantSteps) {
		t.Errorf("steps %v, want %v", r.StepRows, wantSteps)
	}
	wantPlacements := []setdoku.Change{
		{Step: 1, Cell: 17, Digit: 7, Rule: "full_house", Pattern: 16177}, {Step: 1, Cell: 18, Digit: 8, Rule: "full_house", Pattern: 17188}, {Step: 1, Cell: 19, Digit: 9, Rule: "full_house", Pattern: 18199},
	}
	if !slices.Equal(r.Placements, wantPlacements) {
		t.Errorf("placements %v, want %v", r.Placements, wantPlacements)
	}
	if got := r.Cells[len(r.Cells)-1]; len(r.Cells) != 81 || got != (setdoku.FilledCell{Cell: 19, Digit: 9, Step: 1, Rule: "full_house"}) {
		t.Errorf("%d cells, the last %v", len(r.Cells), got)
	}
	wantEvidence := []setdoku.Evidence{
		{Step: 1, Pattern: 16177, Ordinal: 100, Role: "single", Cell: 17, Digit: 7, Unit: 16}, {Step: 1, Pattern: 17188, Ordinal: 100, Role: "single", Cell: 18, Digit: 8, Unit: 17}, {Step: 1, Pattern: 18199, Ordinal: 100, Role: "single", Cell: 19, Digit: 9, Unit: 18},
	}
	if !slices.Equal(r.Evidence, wantEvidence) {
		t.Errorf("evidence %v, want %v", r.Evidence, wantEvidence)
	}
	if len(r.Candidates)+len(r.Eliminations)+len(r.Contradictions) != 0 {
		t.Errorf("rows left: %v %v %v", r.Candidates, r.Eliminations, r.Contradictions)
	}

	steps := mustSolve(t, c, s, setdoku.Run{ID: 9, Techniques: run.Techniques, Audit: setdoku.AuditSteps})
	if len(steps.StepRows) != 1 || len(steps.Evidence) != 0 || steps.Placements[0].Pattern != 0 {
		t.Errorf("audit steps left %v %v %v", steps.StepRows, steps.Evidence, steps.Placements)
	}
	none := mustSolve(t, c, s, setdoku.Run{ID: 9, Techniques: run.Techniques, Audit: setdoku.AuditNone})
	if len(none.StepRows) != 0 || none.Steps != 1 || len(none.Cells) != 81 {
		t.Errorf("audit none left %v, %d steps, %d cells", none.StepRows, none.Steps, len(none.Cells))
	}
}

func TestStopAtFirst(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull, StopAtFirst: true}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 4, 1)
	r := mustSolve(t, c, setdoku.State{Givens: puzzles[0]}, run)
	if r.Status != setdoku.StatusStuck || r.Steps != 1 || len(r.Candidates) == 0 {
		t.Errorf("%s after %d steps with %d candidates, want stuck after 1", r.Status, r.Steps, len(r.Candidates))
	}
}

// TestHardest orders techniques by level, then weight, then tier.
func TestHardest(t *testing.T) {
	tests := []struct {
		name string
		a, b setdoku.Technique
	}{
		{"level before weight", setdoku.Technique{Level: "hard", Weight: 1}, setdoku.Technique{Level: "medium", Weight: 9}},
		{"unfair above hard", setdoku.Technique{Level: "unfair"}, setdoku.Technique{Level: "hard"}},
		{"extreme above unfair", setdoku.Technique{Level: "extreme"}, setdoku.Technique{Level: "unfair"}},
		{"weight before tier", setdoku.Technique{Level: "easy", Weight: 2, Tier: 1}, setdoku.Technique{Level: "easy", Weight: 1, Tier: 2}},
		{"tier last", setdoku.Technique{Level: "easy", Weight: 2, Tier: 2}, setdoku.Technique{Level: "easy", Weight: 2, Tier: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !harder(&tt.a, &tt.b) || harder(&tt.b, &tt.a) {
				t.Errorf("%+v is not harder than %+v", tt.a, tt.b)
			}
		})
	}
}

// TestFindingLine checks the message for an unknown technique.
func TestFindingLine(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 4, 1)
	r := mustSolve(t, c, setdoku.State{Givens: puzzles[0]}, run)
	r.PuzzleID = 17
	r.StepRows[0].Rule = "magic"
	want := `puzzle 17 step 1: step, step 1: the row says magic, which is not in the catalogue`
	if err := c.Check(r); err == nil || err.Error() != want {
		t.Errorf("Check = %v, want %s", err, want)
	}
}
