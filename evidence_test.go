package setdoku

import (
	"encoding/json"
	"testing"
)

// TestNames checks how candidates, units and contradictions are written.
func TestNames(t *testing.T) {
	c := Candidate{Cell: 45, Digit: 7}
	for got, want := range map[string]string{
		c.Placement(): "r4c5=7", c.Elimination(): "r4c5<>7",
		Contradiction{Kind: "no_candidate", Cell: 45}.String():                 "r4c5 has no candidate left",
		Contradiction{Kind: "no_place", Unit: 22, Digit: 7}.String():           "digit 7 has no place left in box 4",
		Contradiction{Kind: "two_digits", Cell: 45}.String():                   "two different digits must go into r4c5",
		Contradiction{Kind: "two_places", Unit: 22, Digit: 7}.String():         "digit 7 must go into two places of box 4",
		UnitName(1) + UnitName(9) + UnitName(10) + UnitName(18) + UnitName(19): "row 1row 9column 1column 9box 1",
		UnitName(27) + UnitName(28) + UnitName(37) + UnitName(49):              "box 9region 1diagonal 1window 4",
		UnitName(0) + UnitName(55) + UnitName(-1):                              " 0 0 0",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestJSON checks the JSON of evidence and contradictions that the commands and the explorer print. A missing value
// is null.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		is   any
		want string
	}{
		{Evidence{Step: 3, Pattern: 12, Ordinal: 1, Role: "cell", Cell: 45},
			`{"role":"cell","cell":45,"digit":null,"unit_type":null,"unit":null}`},
		{Evidence{Role: "base", Digit: 7, Unit: 1}, `{"role":"base","cell":null,"digit":7,"unit_type":"row","unit":1}`},
		{Evidence{Role: "unit", Unit: 27}, `{"role":"unit","cell":null,"digit":null,"unit_type":"box","unit":9}`},
		{(&Contradiction{Step: 2, Kind: "no_candidate", Cell: 11}),
			`{"step":2,"kind":"no_candidate","cell":11,"unit_type":null,"unit":null,"digit":null}`},
		{(*Contradiction)(nil), `null`},
		{(&Contradiction{Kind: "no_place", Unit: 18, Digit: 9}),
			`{"step":0,"kind":"no_place","cell":null,"unit_type":"column","unit":9,"digit":9}`},
	} {
		if got, err := json.Marshal(c.is); err != nil || string(got) != c.want {
			t.Errorf("%+v: %s, error %v, want %s", c.is, got, err, c.want)
		}
	}
}
