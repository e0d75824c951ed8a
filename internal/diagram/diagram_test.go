package diagram

import (
	"testing"

	"setdoku"
	"setdoku/store"
)

// TestStepDoesNotJoinPatterns checks that the picture of a step with two patterns shows what the step does and neither of the
// patterns, and that a step with one pattern shows it.
func TestStepDoesNotJoinPatterns(t *testing.T) {
	cells := [2]int{11, 22}
	h := store.HistoryStep{Rule: "naked_single", Placements: 2}
	for k := range cells {
		h.Deductions = append(h.Deductions, store.HistoryDeduction{Placement: true, Candidate: setdoku.Candidate{Cell: cells[k], Digit: uint8(k + 1)}, Pattern: int64(k)})
		h.Evidence = append(h.Evidence, setdoku.Evidence{Pattern: int64(k), Role: "single", Cell: cells[k]})
	}
	before := store.Position{Known: true}
	if d := Step(before, h); len(d.Parts) != 0 || len(d.Placements) != 2 {
		t.Errorf("two patterns: parts %v, placements %v, want no part and both placements", d.Parts, d.Placements)
	}
	h.Deductions, h.Evidence = h.Deductions[1:], h.Evidence[1:]
	if d := Step(before, h); len(d.Parts) != 1 || d.Parts[0].Cell != 22 {
		t.Errorf("one pattern: parts %v, want that of cell 22", d.Parts)
	}
}
