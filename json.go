package setdoku

import "encoding/json"

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

// nullable returns nil for the zero value.
func nullable[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
