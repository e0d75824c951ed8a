package setdoku

// EvidenceJSON is a part of a pattern as the commands and the explorer print it. A missing value is null, and a unit
// has its kind and its number 1..9.
type EvidenceJSON struct {
	Role     string  `json:"role"`
	Cell     *int    `json:"cell"`
	Digit    *uint8  `json:"digit"`
	UnitType *string `json:"unit_type"`
	Unit     *int    `json:"unit"`
}

// JSON returns the part in the form in which it is printed, without its step, pattern and ordinal.
func (e Evidence) JSON() EvidenceJSON {
	return EvidenceJSON{e.Role, nullable(e.Cell), nullable(e.Digit), nullable(UnitType(e.Unit)), nullable(UnitIndex(e.Unit))}
}

// AppendJSON appends the printed form of parts to a list.
func AppendJSON(list []EvidenceJSON, rows []Evidence) []EvidenceJSON {
	for _, e := range rows {
		list = append(list, e.JSON())
	}
	return list
}

// ContradictionJSON is a contradiction as the commands and the explorer print it. A missing value is null, and a unit
// has its kind and its number 1..9.
type ContradictionJSON struct {
	Step     int     `json:"step"`
	Kind     string  `json:"kind"`
	Cell     *int    `json:"cell"`
	UnitType *string `json:"unit_type"`
	Unit     *int    `json:"unit"`
	Digit    *uint8  `json:"digit"`
}

// JSON returns the contradiction in the form in which it is printed, nil for nil.
func (c *Contradiction) JSON() *ContradictionJSON {
	if c == nil {
		return nil
	}
	return &ContradictionJSON{c.Step, c.Kind, nullable(c.Cell), nullable(UnitType(c.Unit)), nullable(UnitIndex(c.Unit)), nullable(c.Digit)}
}

// nullable returns nil for the zero value.
func nullable[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
