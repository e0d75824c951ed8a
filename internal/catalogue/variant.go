package catalogue

import (
	"slices"

	"setdoku"
	"setdoku/internal/rule"
	"setdoku/internal/solutions"
	sqlfiles "setdoku/sql"
)

// For returns the techniques of the catalogue for which a variant, nil for classic, has all that they need.
func (c Catalogue) For(v *setdoku.Variant) Catalogue {
	if v == nil {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), func(t rule.Technique) bool { return !sqlfiles.Possible(&t, v) })
}

// Withheld returns the techniques of the catalogue that are not tried in a state: if its givens do not have exactly one
// solution, those that need it.
func (c Catalogue) Withheld(s setdoku.State) Catalogue {
	needing := slices.DeleteFunc(slices.Clone(c), func(t rule.Technique) bool { return !t.NeedsOneSolution() })
	if len(needing) == 0 || solutions.Proper(s) {
		return nil
	}
	return needing
}

// WhyWithheld is a sentence about Withheld.
const WhyWithheld = "The techniques that need exactly one solution are left out, because the puzzle does not have " +
	"exactly one."
