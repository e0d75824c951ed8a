package cli

import (
	"reflect"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
)

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
