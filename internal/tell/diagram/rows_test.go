package diagram

import (
	"reflect"
	"testing"

	"setdoku"
	"setdoku/internal/tell/picture"
	"setdoku/store"
)

func TestRows(t *testing.T) {
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
	if got := Rows(h); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
