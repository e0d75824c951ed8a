package catalogue

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// TestKeysOfCatalogue checks that every technique of sql/ has a key with known roles.
func TestKeysOfCatalogue(t *testing.T) {
	all, err := statements()
	gridtest.Must(t, err)
	for file, s := range all {
		for _, technique := range s.Header.Techniques {
			k := s.Header.Key(technique.Name)
			if k == nil {
				t.Errorf("sql/technique/%s.sql: %s has no key", file, technique.Name)
				continue
			}
			shared := strings.Contains(s.Text, "-- @shared chain_evidence\n")
			if len(k.Parts) == 0 && !shared && !strings.Contains(s.Text, "INSERT INTO deduction_evidence") &&
				!strings.Contains(s.Text, "INSERT INTO hypothesis") {
				t.Errorf("sql/technique/%s.sql: the patterns of %s have no evidence", file, technique.Name)
			}
			for _, p := range k.Parts {
				if _, known := ClassForRole(p.Role); !known {
					t.Errorf("sql/technique/%s.sql: role %q is unknown", file, p.Role)
				}
			}
		}
	}
}

// TestEncode encodes the smallest and the largest values of each field of every technique, and decodes them again.
func TestEncode(t *testing.T) {
	for name, k := range keys() {
		for largest := range len(k.Fields) + 2 { // of all fields, or of one, or of none
			var values []int
			want := int64(0)
			for i, f := range k.Fields {
				v := 0
				if largest == len(k.Fields) || largest == i {
					v = int(min(f.Modulus, math.MaxInt64/f.Divisor) - 1) // 63 bits may limit the first field
				}
				values, want = append(values, v), want*f.Modulus+int64(v)
			}
			got := k.Encode(values...)
			if got != want {
				t.Errorf("%s: %v is %d, want %d", name, values, got, want)
			}
			for i, f := range k.Fields {
				if v := k.Value(f.Name, got); v != values[i] {
					t.Errorf("%s: field %s of %v is %d", name, f.Name, values, v)
				}
			}
		}
	}
}

func TestParseKeyRefuses(t *testing.T) {
	for _, c := range []struct{ name, key, evidence, want string }{
		{"unknown kind", "cells", "", `header: @key "cells": want a kind`},
		{"no modulus", "number depth", "", `header: @key "number depth": want a kind`},
		{"bad modulus", "number x depth", "", `want number, how many values there are, and a name`},
		{"twice", "cell, cell", "", `header: @key has two fields "cell"`},
		{"places of no unit", "cell, places in cell", "", `want 'in' and the name of a field of the kind unit`},
		{"corner of nothing", "corner", "", `want 'in' and the name of a field of the kind rectangle`},
		{"cell in a unit", "unit, cell in unit", "", `a field of the kind cell is not in another`},
		{"too long", "cell, number 100000000000 a, number 100000000000 b", "", "more fields than 63 bits hold"},
		{"no fields", "cell", "pivot", `header: @evidence "pivot": want a role and the names of fields of @key`},
		{"no such field", "cell", "pivot digit", `@key has no field "digit"`},
		{"a number as a part", "number 9 depth", "pivot depth", `is not a cell, digit or unit`},
		{"two sets", "digits, unit, places in unit", "cell digits places", `a part has one set of members, not two`},
		{"not of a cell", "cell", "pivot not cell", `"not" does not go with a field of the kind cell`},
	} {
		if _, err := parseKey(c.key, c.evidence); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

// TestDecode decodes a pattern of every kind of field.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, key, evidence string
		pattern             int64
		want                []string // ordinal, role, cell, digit, unit
	}{
		{"cells", "cell pivot, cell first, cell second", "pivot pivot, pincer first, pincer second", 111542,
			[]string{"100 pivot 11 0 0", "200 pincer 15 0 0", "300 pincer 42 0 0"}},
		{"units", "row, column, box, unit, digit", "base row digit, base column digit, base box digit, base unit digit",
			234187,
			[]string{"100 base 0 7 2", "200 base 0 7 12", "300 base 0 7 22", "400 base 0 7 18"}},
		{"sets", "box, digits, places in box", "unit box, cell places, digit digits", 5005257,
			[]string{"100 unit 0 0 23", "201 cell 44 0 0", "209 cell 66 0 0", "301 digit 0 1 0", "303 digit 0 3 0"}},
		{"lines", "orientation, digit, lines base in orientation, crossings cover in orientation",
			"base base digit, cover cover digit", 25003136,
			[]string{"101 base 0 5 10", "102 base 0 5 11", "204 cover 0 5 4", "208 cover 0 5 8"}},
		{"corners", "rectangle, corner in rectangle",
			"floor not corner, roof corner, open opposite corner, filled adjacent corner", 12,
			[]string{"101 floor 11 0 0", "103 floor 21 0 0", "104 floor 24 0 0", "202 roof 14 0 0",
				"303 open 21 0 0", "401 filled 11 0 0", "404 filled 24 0 0"}},
		{"a digit that is not there", "digit, digit other", "restricted digit, restricted other", 30,
			[]string{"100 restricted 0 3 0"}},
		{"no such set", "unit, digits", "digit digits", 1000, nil},
		{"no such orientation", "orientation, crossings in orientation", "cover crossings", 9001,
			[]string{"101 cover 0 0 0"}},
		{"no such cell", "cell, unit", "pivot cell, base unit", 3099, []string{"100 pivot 0 0 0", "200 base 0 0 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := parseKey(c.key, c.evidence)
			gridtest.Must(t, err)
			var got []string
			for _, e := range k.Decode(setdoku.Classic(), c.pattern) {
				got = append(got, fmt.Sprintf("%d %s %d %d %d", e.Ordinal, e.Role, e.Cell, e.Digit, e.Unit))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%d is %v, want %v", c.pattern, got, c.want)
			}
		})
	}
}

// TestDocumentsNameAll checks that docs/writing-a-technique.md has every kind of field and README.md every role.
func TestDocumentsNameAll(t *testing.T) {
	text, err := os.ReadFile("../../docs/writing-a-technique.md")
	gridtest.Must(t, err)
	for name := range kinds {
		if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "`"+name+" ") {
			t.Errorf("docs/writing-a-technique.md does not describe the kind %q", name)
		}
	}
	if text, err = os.ReadFile("../../sql/README.md"); err != nil {
		t.Fatal(err)
	}
	want := "| role | a row has | says |\n|---|---|---|\n"
	for _, r := range Roles {
		want += "| `" + r.Name + "` | " + r.Shows + " | " + r.Says + " |\n"
	}
	if !strings.Contains(string(text)+"\n", want+"\n") {
		t.Errorf("sql/README.md does not have the table of the roles. It would be\n%s", want)
	}
}
