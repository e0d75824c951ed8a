package cli

import (
	"reflect"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/record"
)

// TestStepDoesNotJoinPatterns checks that the picture of a step with two patterns shows the effect of the step and
// neither pattern, and that a step with one pattern shows it.
func TestStepDoesNotJoinPatterns(t *testing.T) {
	var list []setdoku.Deduction
	for k, cell := range []setdoku.Cell{11, 22} {
		list = append(list, setdoku.Deduction{Pattern: int64(k + 1),
			Placements: []setdoku.Candidate{{Cell: cell, Digit: uint8(k + 1)}},
			Evidence:   []setdoku.Evidence{{Role: "single", Cell: cell}}})
	}
	before := setdoku.Position{Known: true}
	step := setdoku.Step{Number: 1, Rule: "naked_single", Deductions: list}
	if d := pictureOf(before, step, "", ""); len(d.Evidence) != 0 || len(d.Placements) != 2 {
		t.Errorf("two patterns: parts %v, placements %v, want no part and both placements", d.Evidence, d.Placements)
	}
	step.Deductions = list[1:]
	if d := pictureOf(before, step, "", ""); len(d.Evidence) != 1 ||
		d.Evidence[0].Cell != 22 {
		t.Errorf("one pattern: parts %v, want that of cell 22", d.Evidence)
	}
}

// TestOnePattern checks the deductions and evidence that remain of a step with two patterns.
func TestOnePattern(t *testing.T) {
	var list []setdoku.Deduction
	for k, cell := range []setdoku.Cell{11, 22} {
		list = append(list, setdoku.Deduction{Pattern: int64(7 * k),
			Eliminations: []setdoku.Candidate{{Cell: cell, Digit: 5}},
			Evidence:     []setdoku.Evidence{{Role: "unit", Cell: cell}}})
	}
	eliminates := setdoku.Step{Number: 1, Rule: "pointing", Deductions: list}
	list = slices.Clone(list)
	list[1].Placements = []setdoku.Candidate{{Cell: 33, Digit: 1}}
	places := setdoku.Step{Number: 1, Rule: "pointing", Deductions: list}
	for _, tt := range []struct {
		name               string
		step               setdoku.Step
		number             int
		chosen             int
		placed, eliminated int
		patterns           int
	}{
		{"the first of eliminations", eliminates, 0, 1, 0, 1, 1},
		{"the second of eliminations", eliminates, 2, 2, 0, 1, 1},
		{"all of a step that places", places, 0, 0, 1, 2, 2},
		{"the second of a step that places", places, 2, 2, 1, 1, 1},
		{"one that is not there", eliminates, 3, 3, 0, 2, 2},
	} {
		h, chosen := onePattern(tt.step, tt.number)
		placed, eliminated := record.Counts(&h)
		if chosen != tt.chosen || placed != tt.placed || eliminated != tt.eliminated ||
			len(h.Deductions) != tt.patterns {
			t.Errorf("%s: pattern %d: %+v", tt.name, chosen, h)
		}
	}
	if len(eliminates.Deductions) != 2 {
		t.Error("the step that was given is changed")
	}
}

func TestRowTables(t *testing.T) {
	s := setdoku.Step{Number: 3, Rule: "pointing", Deductions: []setdoku.Deduction{{
		Pattern: 1234, Eliminations: []setdoku.Candidate{{Cell: 45, Digit: 7}},
		Evidence: []setdoku.Evidence{{Ordinal: 1, Role: "base", Digit: 7, Unit: 23},
			{Ordinal: 2, Role: "pivot", Cell: 99}},
	}}}
	want := []picture.Table{
		{Title: "step", Columns: []string{"step", "rule", "placements", "eliminations"},
			Rows: [][]string{{"3", "pointing", "0", "1"}}},
		{Title: "elimination", Columns: []string{"cell_name", "digit", "rule", "pattern"},
			Rows: [][]string{{"r4c5", "7", "pointing", "1234"}}},
		{Title: "evidence", Columns: []string{"role", "cell_name", "digit", "unit_type", "unit"},
			Rows: [][]string{{"base", "", "7", "box", "5"}, {"pivot", "r9c9", "", "", ""}}},
	}
	if got := rowTables(s); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
