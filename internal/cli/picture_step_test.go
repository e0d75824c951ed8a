package cli

import (
	"reflect"
	"testing"

	"setdoku"
	"setdoku/internal/tell/picture"
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
	if d := pictureOf(before, h, "", ""); len(d.Evidence) != 0 || len(d.Placements) != 2 {
		t.Errorf("two patterns: parts %v, placements %v, want no part and both placements", d.Evidence, d.Placements)
	}
	h.Deductions, h.Evidence = h.Deductions[1:], h.Evidence[1:]
	if d := pictureOf(before, h, "", ""); len(d.Evidence) != 1 || d.Evidence[0].Cell != 22 {
		t.Errorf("one pattern: parts %v, want that of cell 22", d.Evidence)
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
		h, all, chosen := onePattern(tt.step, tt.number)
		if all != 2 || chosen != tt.chosen || h.Placements != tt.placed || h.Eliminations != tt.eliminated ||
			len(h.Deductions) != tt.placed+tt.eliminated || len(h.Evidence) != tt.evidence {
			t.Errorf("%s: pattern %d of %d: %+v", tt.name, chosen, all, h)
		}
	}
	if len(eliminates.Deductions) != 2 || len(eliminates.Evidence) != 2 {
		t.Error("the step that was given is changed")
	}
}

func TestRowTables(t *testing.T) {
	h := store.HistoryStep{
		Step: 3, Rule: "pointing", Eliminations: 1,
		Deductions: []store.HistoryDeduction{{Candidate: setdoku.Candidate{Cell: 45, Digit: 7}, Pattern: 1234}},
		Evidence:   []setdoku.Evidence{{Ordinal: 1, Role: "base", Digit: 7, Unit: 23}, {Ordinal: 2, Role: "pivot", Cell: 99}},
	}
	want := []picture.Table{
		{Title: "step", Columns: []string{"step", "rule", "placements", "eliminations"}, Rows: [][]string{{"3", "pointing", "0", "1"}}},
		{Title: "elimination", Columns: []string{"cell_name", "digit", "rule", "pattern"}, Rows: [][]string{{"r4c5", "7", "pointing", "1234"}}},
		{Title: "evidence", Columns: []string{"role", "cell_name", "digit", "unit_type", "unit"},
			Rows: [][]string{{"base", "", "7", "box", "5"}, {"pivot", "r9c9", "", "", ""}}},
	}
	if got := rowTables(h); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
