package catalogue

import (
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// For returns the techniques of the catalogue for which a variant, nil for classic, has all that they need.
func (c Catalogue) For(v *setdoku.Variant) Catalogue {
	if v == nil {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), func(t setdoku.Technique) bool { return !sqlfiles.Possible(&t, v) })
}
