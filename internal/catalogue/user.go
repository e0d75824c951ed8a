package catalogue

import (
	"errors"
	"fmt"
	"slices"
)

// UserFamily is the family of user techniques, which come from technique files of the user.
const UserFamily = "user"

// EndTier is the tier of a puzzle that has tried all selected techniques. It is greater than every tier of a technique.
// Techniques inside of hypotheses have greater tiers there.
const EndTier = 9999

// With returns the catalogue with a user technique added at its tier. known are all techniques in the table of a
// database, nil without a database. Their tiers are taken too. So are the tiers of techniques with a size, even if
// they are not selected. The error names the technique that already has the name or the tier.
func (c Catalogue) With(t Technique, known Catalogue) (Catalogue, error) {
	if _, taken := c.Find(t.Name); taken {
		return nil, fmt.Errorf("technique %q is in the catalogue already", t.Name)
	}
	if _, sizes, err := c.findSizes(t.Name); t.Text != "" && (err != nil || sizes != nil) {
		return nil, errors.Join(err, fmt.Errorf("technique %q: the name belongs to techniques with a size, such as "+
			"%s:%d", t.Name, t.Name, sizes[0]))
	}
	for {
		has := func(o Technique) bool { return o.Tier == t.Tier && o.Name != t.Name }
		i := slices.IndexFunc(c, has)
		j := slices.IndexFunc(known, has)
		sized := tierOfSize(t.Tier)
		switch {
		case i < 0 && j < 0 && sized == "":
			all := append(slices.Clone(c), t)
			slices.SortFunc(all, func(a, b Technique) int { return a.Tier - b.Tier })
			return all, nil
		case t.AnyTier:
			t.Tier++
		case sized != "":
			return nil, fmt.Errorf("technique %q: %[3]q has tier %[2]d, choose another", t.Name, t.Tier, sized)
		case i >= 0:
			return nil, fmt.Errorf("technique %q: %[3]q has tier %[2]d, choose another", t.Name, t.Tier, c[i].Name)
		default:
			return nil, fmt.Errorf("technique %q: %[3]q has tier %[2]d in this database, choose another", t.Name,
				t.Tier, known[j].Name)
		}
	}
}

// WithOwn is With for all techniques of a user.
func (c Catalogue) WithOwn(own Own, known Catalogue) (_ Catalogue, err error) {
	for _, t := range own.Techniques() {
		if c, err = c.With(t, known); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Path, err)
		}
	}
	return c, nil
}
