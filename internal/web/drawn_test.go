package web

import (
	"testing"

	"setdoku"
	"setdoku/store"
)

// TestPictureHasOnePattern checks that the picture of a puzzle page never joins the evidence of two patterns of a step.
func TestPictureHasOnePattern(t *testing.T) {
	cells := [2]int{11, 22}
	step := func(placement bool) *shown {
		v := &shown{Step: 1, Before: store.Position{Known: true}, Done: store.HistoryStep{Rule: "naked_pair"}}
		for k := range cells {
			done := store.HistoryDeduction{Placement: placement, Candidate: setdoku.Candidate{Cell: cells[k], Digit: uint8(k + 1)}, Pattern: int64(k)}
			v.Done.Deductions = append(v.Done.Deductions, done)
			v.Done.Evidence = append(v.Done.Evidence, setdoku.Evidence{Pattern: int64(k), Role: "cell", Cell: cells[k]})
			if placement {
				v.Done.Placements++
			} else {
				v.Done.Eliminations++
			}
		}
		v.Patterns = patternsOf(v.Done)
		return v
	}
	v := step(false)
	if d := diagramOf(v); len(d.Parts) != 1 || len(d.Eliminations) != 1 || v.Drawn() != "The picture shows pattern 1 of 2." {
		t.Errorf("eliminations: %v, %v, %q, want the first pattern", d.Parts, d.Eliminations, v.Drawn())
	}
	v = step(true)
	if d := diagramOf(v); len(d.Parts) != 0 || len(d.Placements) != 2 || v.Drawn() != "" {
		t.Errorf("placements: %v, %v, %q, want both placements and no pattern", d.Parts, d.Placements, v.Drawn())
	}
	v.Patterns = v.Patterns[1:]
	if d := diagramOf(v); len(d.Parts) != 1 || len(d.Placements) != 1 {
		t.Errorf("one placement: %v, %v, want its pattern", d.Parts, d.Placements)
	}
}
