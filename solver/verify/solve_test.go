package verify

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/grid"
)

func TestNewErrors(t *testing.T) {
	run := Run{ID: 1, Techniques: names(2), Audit: auditFull}
	own := append(catalogue(), Technique{Name: "my_wing", Tier: 999, Level: "hard"})
	tests := []struct {
		name       string
		techniques []Technique
		runs       []Run
		want       string
	}{
		{"technique twice", append(catalogue(), catalogue()[3]), nil, "locked_pair"},
		{"unknown level", []Technique{{Name: "x_wing", Level: "tough"}}, nil, "tough"},
		{"run twice", catalogue(), []Run{run, run}, "run 1"},
		{"run 0", catalogue(), []Run{{Audit: auditFull}}, "run 0"},
		{"unknown audit", catalogue(), []Run{{ID: 3, Audit: "some"}}, "some"},
		{"technique out of the catalogue", catalogue(), []Run{{ID: 3, Audit: auditFull, Techniques: []string{"magic"}}}, "magic"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(tt.techniques, tt.runs)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New = %v, want an error with %q", err, tt.want)
			}
		})
	}
	if _, err := New(own, []Run{{ID: 3, Audit: auditFull, Techniques: []string{"my_wing"}}}); err != nil {
		t.Errorf("a technique of the user's own: %v", err)
	}
}

func TestSolveRefuses(t *testing.T) {
	c := mustNew(t)
	if r := c.Solve(filled(1, 1).s, Run{ID: 1, Audit: auditFull}); r != nil {
		t.Errorf("a digit twice: %v", r)
	}
	if r := c.Solve(grid.State{}, Run{ID: 1, Audit: auditFull, Techniques: []string{"xy_wing"}}); r != nil {
		t.Errorf("a technique out of the catalogue: %v", r)
	}
	wing := Technique{Name: "xy_wing", Tier: 240, Level: "hard"}
	if c, err := New(append(catalogue(), wing), nil); err != nil {
		t.Error(err)
	} else if r := c.Solve(grid.State{}, Run{ID: 1, Audit: auditFull, Techniques: []string{"xy_wing"}}); r != nil {
		t.Errorf("a technique that verify cannot look for: %v", r)
	}
}

// TestContradictions has one position for each kind, with smaller and greater
// cases of the same.
func TestContradictions(t *testing.T) {
	row1 := filled(1, 2, 3, 4, 5, 6, 7, 8)
	tests := []struct {
		name       string
		shape      shape
		techniques []string
		want       Contradiction
	}{
		{"no candidate", shape{}.cells(0, 47, 52).only(digits(1), 1), nil, Contradiction{Kind: "no_candidate", Cell: 47}},
		{"no place", shape{}.only(digits(6, 7), 12).only(digits(1), 20), nil,
			Contradiction{Kind: "no_place", UnitType: "column", Unit: 3, Digit: 6}},
		{"no candidate after a step", row1.cells(digits(9), 29).cells(digits(8, 9), 39), []string{"full_house"},
			Contradiction{Step: 1, Kind: "no_candidate", Cell: 29}},
		{"two digits", shape{}.only(digits(4, 5), 6, 6).only(digits(1, 2), 2, 9), []string{"hidden_single"},
			Contradiction{Kind: "two_digits", Cell: 29}},
		{"two places", shape{}.cells(digits(5), 72, 76, 92).cells(digits(3), 81, 89), []string{"naked_single"},
			Contradiction{Kind: "two_places", UnitType: "row", Unit: 7, Digit: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := Run{ID: 1, Techniques: tt.techniques, Audit: auditFull}
			c := mustNew(t, run)
			r := mustSolve(t, c, tt.shape.s, run)
			if r.Status != statusInvalid || !slices.Equal(r.Contradictions, []Contradiction{tt.want}) || len(r.Candidates) > 0 {
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

// TestSolveWritesRows spells out the record of a puzzle of one step: three cells
// of a row are open, each the last of its column.
func TestSolveWritesRows(t *testing.T) {
	full := "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	givens, err := grid.Parse("123456..." + full[9:])
	if err != nil {
		t.Fatal(err)
	}
	s := grid.State{Givens: givens}
	run := Run{ID: 9, Techniques: []string{"hidden_single", "full_house"}, Audit: auditFull}
	c := mustNew(t, run)
	r := mustSolve(t, c, s, run)
	if r.Status != statusSolved || r.Solution != full || r.Steps != 1 || r.Score != 4 || r.Hardest != "full_house" || r.Level != "easy" {
		t.Errorf("%s %q, %d steps, score %d, hardest %s %s", r.Status, r.Solution, r.Steps, r.Score, r.Hardest, r.Level)
	}
	wantSteps := []Step{{Step: 1, Rule: "full_house", Placements: 3, Run: 9}}
	if !slices.Equal(r.StepRows, wantSteps) {
		t.Errorf("steps %v, want %v", r.StepRows, wantSteps)
	}
	wantPlacements := []Placement{
		{1, 17, 7, "full_house", 16177}, {1, 18, 8, "full_house", 17188}, {1, 19, 9, "full_house", 18199},
	}
	if !slices.Equal(r.Placements, wantPlacements) {
		t.Errorf("placements %v, want %v", r.Placements, wantPlacements)
	}
	if got := r.Cells[len(r.Cells)-1]; len(r.Cells) != 81 || got != (Cell{19, 9, 1, "full_house"}) {
		t.Errorf("%d cells, the last %v", len(r.Cells), got)
	}
	wantEvidence := []Evidence{
		{1, 16177, 100, "single", 17, 7, "column", 7}, {1, 17188, 100, "single", 18, 8, "column", 8}, {1, 18199, 100, "single", 19, 9, "column", 9},
	}
	if !slices.Equal(r.Evidence, wantEvidence) {
		t.Errorf("evidence %v, want %v", r.Evidence, wantEvidence)
	}
	if len(r.Candidates)+len(r.Eliminations)+len(r.Contradictions) != 0 {
		t.Errorf("rows left: %v %v %v", r.Candidates, r.Eliminations, r.Contradictions)
	}

	steps := mustSolve(t, c, s, Run{ID: 9, Techniques: run.Techniques, Audit: auditSteps})
	if len(steps.StepRows) != 1 || len(steps.Evidence) != 0 || steps.Placements[0].Pattern != 0 {
		t.Errorf("audit steps left %v %v %v", steps.StepRows, steps.Evidence, steps.Placements)
	}
	none := mustSolve(t, c, s, Run{ID: 9, Techniques: run.Techniques, Audit: auditNone})
	if len(none.StepRows) != 0 || none.Steps != 1 || len(none.Cells) != 81 {
		t.Errorf("audit none left %v, %d steps, %d cells", none.StepRows, none.Steps, len(none.Cells))
	}
}

func TestStopAtFirst(t *testing.T) {
	run := Run{ID: 1, Techniques: names(everything), Audit: auditFull, StopAtFirst: true}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 4, 1)
	r := mustSolve(t, c, grid.State{Givens: puzzles[0]}, run)
	if r.Status != statusStuck || r.Steps != 1 || len(r.Candidates) == 0 {
		t.Errorf("%s after %d steps with %d candidates, want stuck after 1", r.Status, r.Steps, len(r.Candidates))
	}
}

// TestHardest orders techniques by level, then weight, then tier.
func TestHardest(t *testing.T) {
	tests := []struct {
		name string
		a, b Technique
	}{
		{"level before weight", Technique{Level: "hard", Weight: 1}, Technique{Level: "medium", Weight: 9}},
		{"unfair above hard", Technique{Level: "unfair"}, Technique{Level: "hard"}},
		{"extreme above unfair", Technique{Level: "extreme"}, Technique{Level: "unfair"}},
		{"weight before tier", Technique{Level: "easy", Weight: 2, Tier: 1}, Technique{Level: "easy", Weight: 1, Tier: 2}},
		{"tier last", Technique{Level: "easy", Weight: 2, Tier: 2}, Technique{Level: "easy", Weight: 2, Tier: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !harder(&tt.a, &tt.b) || harder(&tt.b, &tt.a) {
				t.Errorf("%+v is not harder than %+v", tt.a, tt.b)
			}
		})
	}
}

// TestFindingLine reads the message of a technique that is none.
func TestFindingLine(t *testing.T) {
	run := Run{ID: 1, Techniques: names(everything), Audit: auditFull}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 4, 1)
	r := mustSolve(t, c, grid.State{Givens: puzzles[0]}, run)
	r.PuzzleID = 17
	r.StepRows[0].Rule = "magic"
	want := `puzzle 17 step 1: step, step 1: the row says magic, which is not in the catalogue`
	if err := c.Check(r); err == nil || err.Error() != want {
		t.Errorf("Check = %v, want %s", err, want)
	}
}
