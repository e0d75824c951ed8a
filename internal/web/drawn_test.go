package web

import (
	"testing"

	"setdoku"
	"setdoku/internal/explain"
)

// TestPictureHasOnePattern checks that the picture of a puzzle page has the chosen pattern of a step, and nothing of
// the others.
func TestPictureHasOnePattern(t *testing.T) {
	cells := [2]setdoku.Cell{11, 22}
	step := func(placement bool) *shown {
		v := &shown{Step: 1, Before: setdoku.Position{Known: true}}
		for k := range cells {
			d := setdoku.Deduction{Pattern: int64(k),
				Evidence: []setdoku.Evidence{{Pattern: int64(k), Role: "cell", Cell: cells[k]}}}
			if changed := []setdoku.Candidate{{Cell: cells[k], Digit: uint8(k + 1)}}; placement {
				d.Placements = changed
			} else {
				d.Eliminations = changed
			}
			v.Patterns = append(v.Patterns, explain.Account{Deduction: d})
		}
		return v
	}
	for _, c := range []struct {
		name      string
		placement bool
		pattern   int // in the address
		want      int // index of the cell
	}{
		{"eliminations", false, 0, 0},
		{"eliminations, pattern 1", false, 1, 0},
		{"eliminations, pattern 2", false, 2, 1},
		{"placements", true, 0, 0},
		{"placements, pattern 2", true, 2, 1},
	} {
		v := step(c.placement)
		if err := v.choose(c.pattern); err != nil {
			t.Fatal(err)
		}
		d := diagramOf(v, place{})
		if len(d.Evidence) != 1 || d.Evidence[0].Cell != cells[c.want] {
			t.Errorf("%s: the evidence is %v, want that of %s", c.name, d.Evidence, cells[c.want])
		}
		done := append(d.Placements, d.Eliminations...)
		if len(done) != 1 || done[0].Cell != cells[c.want] || (len(d.Placements) > 0) != c.placement {
			t.Errorf("%s: %v are placed and %v eliminated, want cell %s", c.name, d.Placements, d.Eliminations,
				cells[c.want])
		}
		if after := diagramOf(v, place{After: true}); len(after.Evidence)+len(after.Placements)+
			len(after.Eliminations) != 0 {
			t.Errorf("%s: the grid after the step shows %v", c.name, after)
		}
	}
	if err := step(true).choose(3); err == nil {
		t.Error("a step with two patterns has a third one")
	}
	if err := (&shown{}).choose(1); err == nil {
		t.Error("step 0 has a pattern")
	}
}
