package verify

import (
	"slices"
	"testing"

	"setdoku"
)

func TestEvidenceOf(t *testing.T) {
	wing := shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7).only(digits(6), 10, 9).s
	tests := []struct {
		technique string
		pattern   int64
		want      []setdoku.Evidence
	}{
		{"full_house", 1199, []setdoku.Evidence{{Role: "single", Cell: 19, Digit: 9, Unit: 1}}},
		{"naked_single", 476, []setdoku.Evidence{{Role: "single", Cell: 47, Digit: 6}}},
		{"hidden_single", 27998, []setdoku.Evidence{{Role: "single", Cell: 99, Digit: 8, Unit: 27}}},
		{"locked_pair", 318003036, []setdoku.Evidence{
			{Role: "unit", Unit: 21}, {Role: "unit", Unit: 18},
			{Role: "cell", Cell: 19}, {Role: "cell", Cell: 29}, {Role: "digit", Digit: 1}, {Role: "digit", Digit: 2},
		}},
		{"pointing", 5047, []setdoku.Evidence{
			{Role: "base", Digit: 7, Unit: 23}, {Role: "cover", Digit: 7, Unit: 4},
		}},
		{"claiming", 1143, []setdoku.Evidence{
			{Role: "base", Digit: 3, Unit: 11}, {Role: "cover", Digit: 3, Unit: 22},
		}},
		{"naked_triple", 12007273, []setdoku.Evidence{
			{Role: "unit", Unit: 12},
			{Role: "cell", Cell: 13}, {Role: "cell", Cell: 53}, {Role: "cell", Cell: 93},
			{Role: "digit", Digit: 1}, {Role: "digit", Digit: 2}, {Role: "digit", Digit: 3},
		}},
		{"hidden_subset", 27384130, []setdoku.Evidence{
			{Role: "unit", Unit: 27}, {Role: "cell", Cell: 78}, {Role: "cell", Cell: 98},
			{Role: "digit", Digit: 8}, {Role: "digit", Digit: 9},
		}},
		{"x_wing", 15130068, []setdoku.Evidence{
			{Role: "base", Digit: 5, Unit: 2}, {Role: "base", Digit: 5, Unit: 8},
			{Role: "cover", Digit: 5, Unit: 12}, {Role: "cover", Digit: 5, Unit: 16},
			{Role: "body", Cell: 23, Digit: 5}, {Role: "body", Cell: 27, Digit: 5},
			{Role: "body", Cell: 83, Digit: 5}, {Role: "body", Cell: 87, Digit: 5},
		}},
		{"basic_fish", 26001256, []setdoku.Evidence{
			{Role: "base", Digit: 6, Unit: 10}, {Role: "cover", Digit: 6, Unit: 9},
			{Role: "body", Cell: 91, Digit: 6},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.technique, func(t *testing.T) {
			got, err := EvidenceOf(wing, tt.technique, tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			for i := range min(len(tt.want), len(got)) {
				tt.want[i].Pattern, tt.want[i].Ordinal = tt.pattern, got[i].Ordinal
				if i > 0 && got[i].Ordinal <= got[i-1].Ordinal {
					t.Errorf("ordinal %d stands behind %d", got[i].Ordinal, got[i-1].Ordinal)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("EvidenceOf(%d) =\n%v, want\n%v", tt.pattern, got, tt.want)
			}
		})
	}
}

func TestEvidenceOfErrors(t *testing.T) {
	tests := []struct {
		name, technique string
		pattern         int64
	}{
		{"unknown technique", "xy_wing", 1},
		{"nothing", "full_house", 0},
		{"negative", "x_wing", -15130068},
		{"digit 0", "full_house", 1190},
		{"cell 10", "hidden_single", 1101},
		{"cell 20", "naked_single", 201},
		{"unit 28", "full_house", 28119},
		{"too few members", "naked_triple", 12003017},
		{"sets of two sizes", "naked_subset", 12003001},
		{"set 512", "hidden_pair", 12512003},
		{"unit 0", "hidden_pair", 3003},
		{"line 19", "locked_pair", 119003003},
		{"box 10", "pointing", 10017},
		{"claiming of box 0", "claiming", 101},
		{"base type 3", "x_wing", 35003003},
		{"base of another size", "x_wing", 15007003},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := EvidenceOf(setdoku.State{}, tt.technique, tt.pattern); err == nil {
				t.Errorf("EvidenceOf = %v, want an error", got)
			}
		})
	}
}
