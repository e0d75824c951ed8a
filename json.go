package setdoku

import (
	"encoding/json"
	"strings"
)

// MarshalJSON encodes the part without its step, pattern and ordinal. A missing value becomes null, and a unit becomes
// its kind and its number 1..9.
func (e Evidence) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Role     string  `json:"role"`
		Cell     *Cell   `json:"cell"`
		Digit    *uint8  `json:"digit"`
		UnitType *string `json:"unit_type"`
		Unit     *int    `json:"unit"`
	}{e.Role, nullable(e.Cell), nullable(e.Digit), nullable(UnitType(e.Unit)), nullable(UnitIndex(e.Unit))})
}

// MarshalJSON encodes the contradiction. A missing value becomes null, and a unit becomes its kind and its number 1..9.
func (c Contradiction) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Step     int     `json:"step"`
		Kind     string  `json:"kind"`
		Cell     *Cell   `json:"cell"`
		UnitType *string `json:"unit_type"`
		Unit     *int    `json:"unit"`
		Digit    *uint8  `json:"digit"`
	}{c.Step, c.Kind, nullable(c.Cell), nullable(UnitType(c.Unit)), nullable(UnitIndex(c.Unit)), nullable(c.Digit)})
}

// MarshalJSON encodes the names of the placements.
func (p Placements) MarshalJSON() ([]byte, error) { return namesJSON(p.Names()), nil }

// MarshalJSON encodes the names of the eliminations.
func (e Eliminations) MarshalJSON() ([]byte, error) { return namesJSON(e.Names()), nil }

// namesJSON returns names as a JSON array. The encoder of the whole decides whether to escape the < in them.
func namesJSON(names []string) []byte {
	if len(names) == 0 {
		return []byte("[]")
	}
	return []byte(`["` + strings.Join(names, `","`) + `"]`)
}

// nullable returns nil for the zero value.
func nullable[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
