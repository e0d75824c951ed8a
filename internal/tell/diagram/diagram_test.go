package diagram

import (
	"testing"

	"setdoku"
	"setdoku/store"
)

// TestStepDoesNotJoinPatterns checks that the picture of a step with two patterns shows the effect of the step and
// neither pattern, and that a step with one pattern shows it.
func TestStepDoesNotJoinPatterns(t *testing.T) {
	cells := [2]int{11, 22}
	h := store.HistoryStep{Rule: "naked_single", Placements: 2}
	for k := range cells {
		h.Deductions = append(h.Deductions, store.HistoryDeduction{Placement: true, Candidate: setdoku.Candidate{Cell: cells[k], Digit: uint8(k + 1)}, Pattern: int64(k)})
		h.Evidence = append(h.Evidence, setdoku.Evidence{Pattern: int64(k), Role: "single", Cell: cells[k]})
	}
	before := store.Position{Known: true}
	if d := Step(before, h, "", ""); len(d.Parts) != 0 || len(d.Placements) != 2 {
		t.Errorf("two patterns: parts %v, placements %v, want no part and both placements", d.Parts, d.Placements)
	}
	h.Deductions, h.Evidence = h.Deductions[1:], h.Evidence[1:]
	if d := Step(before, h, "", ""); len(d.Parts) != 1 || d.Parts[0].Cell != 22 {
		t.Errorf("one pattern: parts %v, want that of cell 22", d.Parts)
	}
}

// TestOnePattern checks the deductions and evidence that remain of a step with two patterns.
func TestOnePattern(t *testing.T) {
	cells := [2]int{11, 22}
	var eliminates store.HistoryStep
	for k := range cells {
		eliminates.Deductions = append(eliminates.Deductions, store.HistoryDeduction{Candidate: setdoku.Candidate{Cell: cells[k], Digit: 5}, Pattern: int64(7 * k)})
		eliminates.Evidence = append(eliminates.Evidence, setdoku.Evidence{Pattern: int64(7 * k), Role: "unit", Cell: cells[k]})
	}
	eliminates.Eliminations = 2
	places := eliminates
	places.Deductions = append([]store.HistoryDeduction{{Placement: true, Candidate: setdoku.Candidate{Cell: 33, Digit: 1}, Pattern: 7}}, eliminates.Deductions...)
	places.Placements = 1
	for _, tt := range []struct {
		name                         string
		step                         store.HistoryStep
		number                       int
		chosen                       int
		placed, eliminated, evidence int
	}{
		{"the first of eliminations", eliminates, 0, 1, 0, 1, 1},
		{"the second of eliminations", eliminates, 2, 2, 0, 1, 1},
		{"all of a step that places", places, 0, 0, 1, 2, 2},
		{"the second of a step that places", places, 2, 2, 1, 1, 1},
		{"one that is not there", eliminates, 3, 3, 0, 2, 2},
	} {
		h, all, chosen := OnePattern(tt.step, tt.number)
		if all != 2 || chosen != tt.chosen || h.Placements != tt.placed || h.Eliminations != tt.eliminated ||
			len(h.Deductions) != tt.placed+tt.eliminated || len(h.Evidence) != tt.evidence {
			t.Errorf("%s: pattern %d of %d: %+v", tt.name, chosen, all, h)
		}
	}
	if len(eliminates.Deductions) != 2 || len(eliminates.Evidence) != 2 {
		t.Error("the step that was given is changed")
	}
}
