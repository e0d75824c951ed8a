package catalogue

import (
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// For returns the techniques of the catalogue that are possible on a variant, nil for classic, and those that need what it lacks.
func (c Catalogue) For(v *setdoku.Variant) (possible, left Catalogue, err error) {
	if v == nil || v == setdoku.Classic {
		return c, nil, nil
	}
	lacks := make(map[string]bool)
	for need, has := range sqlfiles.Needs {
		lacks[need] = !has(v)
	}
	for _, t := range c {
		needs, err := sqlfiles.NeedsOf(&t)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(needs, func(need string) bool { return lacks[need] }) {
			left = append(left, t)
		} else {
			possible = append(possible, t)
		}
	}
	return possible, left, nil
}
