package catalogue

import (
	"slices"
	"strings"
	"unicode"
)

// Called returns the technique with a name in any spelling, such as X-Wing, or the only one with an alias.
func (c Catalogue) Called(word string) (Technique, bool) {
	if t, known := c.Find(c.proper(word)); known {
		return t, true
	}
	if names := c.withAlias(word); len(names) == 1 {
		return c.Find(names[0])
	}
	return Technique{}, false
}

// proper returns the name or the family that a word means in another spelling: XY-Wing is xy_wing. It returns any other
// word as it is.
func (c Catalogue) proper(word string) string {
	spelled := spelling(word)
	base, _, _ := strings.Cut(spelled, SizeMark)
	for _, t := range c {
		if name := t.BaseName(); base == name || spelled == t.Name || spelled == t.Family {
			return spelled
		}
	}
	if file, _, _ := c.findSizes(base); file != "" {
		return spelled
	}
	return word
}

// withAlias returns the names of the techniques that have an alias or a title, in any spelling.
func (c Catalogue) withAlias(alias string) (names []string) {
	for _, t := range c {
		called := append(Aliases(t.Name), t.Title)
		if slices.ContainsFunc(called, func(a string) bool { return spelling(a) == spelling(alias) }) {
			names = append(names, t.Name)
		}
	}
	return names
}

// spelling returns a name in small letters, with one underscore for each run of other characters. It keeps the mark of
// a size.
func spelling(word string) string {
	parts := strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && string(r) != SizeMark
	})
	return strings.Join(parts, "_")
}
