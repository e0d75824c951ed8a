package setdoku

import (
	"encoding/json"
	"testing"
)

func TestContradictionWords(t *testing.T) {
	for _, c := range []struct {
		is   Contradiction
		want string
	}{
		{Contradiction{Kind: "no_candidate", Cell: 45}, "r4c5 has no candidate left"},
		{Contradiction{Kind: "no_place", Unit: 22, Digit: 7}, "digit 7 has no place left in box 4"},
		{Contradiction{Kind: "two_digits", Cell: 45}, "two different digits must go into r4c5"},
		{Contradiction{Kind: "two_places", Unit: 22, Digit: 7}, "digit 7 must go into two places of box 4"},
		{Contradiction{Kind: "no_solution"}, "no_solution"},
	} {
		if got := c.is.String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.is, got, c.want)
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

func TestUnitName(t *testing.T) {
	for unit, want := range map[int]string{1: "row 1", 9: "row 9", 10: "column 1", 18: "column 9", 19: "box 1",
		27: "box 9", 0: " 0", 28: "region 1", 37: "diagonal 1", 49: "window 4", 55: " 0", -1: " 0"} {
		if got := UnitName(unit); got != want {
			t.Errorf("unit %d is %q, want %q", unit, got, want)
		}
	}
}

func TestCandidateNames(t *testing.T) {
	c := Candidate{Cell: 45, Digit: 7}
	if c.Placement() != "r4c5=7" || c.Elimination() != "r4c5<>7" {
		t.Errorf("%s and %s, want r4c5=7 and r4c5<>7", c.Placement(), c.Elimination())
	}
}
