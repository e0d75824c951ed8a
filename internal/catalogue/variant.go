package catalogue

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/solver/solutions"
)

// For returns the techniques of the catalogue for which a variant, nil for classic, has all that they need.
func (c Catalogue) For(v *setdoku.Variant) Catalogue {
	if v == nil {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), func(t Technique) bool { return !Possible(&t, v) })
}

// Withheld returns the techniques of the catalogue that are not tried in a state: those that need exactly one solution,
// unless it is known that its givens have one.
func (c Catalogue) Withheld(ctx context.Context, s setdoku.State) (Catalogue, error) {
	needing := slices.DeleteFunc(slices.Clone(c), func(t Technique) bool { return !t.NeedsOneSolution() })
	if len(needing) == 0 {
		return nil, nil
	}
	proper, err := solutions.Proper(ctx, s)
	if proper || err != nil {
		return nil, err
	}
	return needing, nil
}

// WhyWithheld is a sentence about Withheld.
const WhyWithheld = "The techniques that need exactly one solution are left out, because the puzzle does not have " +
	"exactly one."
