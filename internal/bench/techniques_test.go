package bench

import (
	"testing"

	"setdoku/solver/driver"
)

func TestTechniquesTellsWhatEachFound(t *testing.T) {
	dir := lists(t)
	list, err := readList(dir, "17_clue.txt", 4)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, p := range list {
		for _, d := range p.State.Givens {
			if d == 0 {
				open++
			}
		}
	}
	p, err := Techniques(t.Context(), TechniqueOptions{Data: dir, List: "17_clue.txt", Puzzles: 4, Engine: driver.EngineSQL})
	if err != nil {
		t.Fatal(err)
	}
	if p.Puzzles != 4 || p.Solved != 4 || p.Time <= 0 || p.Rest() < 0 || p.Rest() > p.Time || p.PerSecond() <= 0 {
		t.Errorf("got %+v", p)
	}
	placed := 0
	for i, c := range p.Techniques {
		if c.Calls < 1 || c.Puzzles < c.Calls || c.Time <= 0 {
			t.Errorf("got %+v", c)
		}
		if i > 0 && c.Time > p.Techniques[i-1].Time {
			t.Errorf("%s is dearer than what stands before it", c.Name)
		}
		switch c.Name {
		case "full_house", "naked_single", "hidden_single":
			placed += c.Found
		}
	}
	if placed != open {
		t.Errorf("the singles found %d placements, want %d, one for each open cell", placed, open)
	}
}

func TestTechniquesHasNoProfileOfACTE(t *testing.T) {
	if _, err := Techniques(t.Context(), TechniqueOptions{Data: lists(t), List: "17_clue.txt", Puzzles: 1, Engine: driver.EngineCTE}); err == nil {
		t.Error("no error")
	}
}
