// Package catalogue has what the program knows of techniques besides how to find them. The comment at the top of a file
// of sql/ says it: names, levels, weights, the key that decodes a pattern, and templates of words (Header, Key). A
// Catalogue selects techniques by name, family and size. Roles lists what a part of a pattern does in its proof, and
// Queries the named queries, whose headers are alike.
//
// Begin with BuiltIn. A field of a header is read in header.go, a key in key.go, and a pattern is decoded in decode.go.
package catalogue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// Catalogue is a list of techniques, sorted by tier.
type Catalogue []Technique

// LoadNames reads the techniques in the table technique of a database: those of sql/ and user techniques. The
// database does not store the statements of user techniques. To run one, the user must name its file again.
func LoadNames(ctx context.Context, q interface {
	SelectContext(ctx context.Context, rows any, query string, args ...any) error
}) (Catalogue, error) {
	var c Catalogue
	err := q.SelectContext(ctx, &c, `
		SELECT name, title, family, tier, weight, level, level_no, assumes_unique, file, size, places
		FROM technique
		ORDER BY tier`)
	if err != nil {
		return nil, fmt.Errorf("read the technique catalogue: %w", err)
	}
	builtIn, err := BuiltIn()
	if err != nil {
		return nil, err
	}
	onRequest, err := OnRequest()
	if err != nil {
		return nil, err
	}
	headers := append(builtIn, onRequest...)
	for i, t := range c {
		c[i].SolveSize = t.Size
		// The table has the size for solve. The header has what the table lacks, unless somebody has changed the row.
		known, ok := headers.Find(t.Name)
		if row := known; ok {
			row.Size, row.OnRequest, row.LibraryCodes = row.SolveSize, false, ""
			if c[i] == row {
				c[i] = known
			}
		}
	}
	return c, nil
}

// Find returns the technique with a name.
func (c Catalogue) Find(name string) (Technique, bool) {
	i := c.Index(name)
	if i < 0 {
		return Technique{}, false
	}
	return c[i], true
}

// Select returns the techniques that the words in only select (all if it is empty), except those that the words in
// without select, in catalogue order. A word is a name, a family or a name with a size. A word that is both,
// such as forcing, selects the technique and leaves out the family. WithSizes must have added the technique of a name
// with a size.
func (c Catalogue) Select(only, without []string) (Catalogue, error) {
	keep := make(map[string]bool)
	mark := func(words []string, value bool) error {
		for _, w := range words {
			found, err := c.namesFor(w, !value)
			if err != nil {
				return err
			}
			if value && len(found) == 0 {
				return c.unknown(w)
			}
			for _, name := range found {
				keep[name] = value
			}
		}
		return nil
	}
	for _, t := range c {
		keep[t.Name] = len(only) == 0
	}
	if err := mark(only, true); err != nil {
		return nil, err
	}
	if err := mark(without, false); err != nil {
		return nil, err
	}
	selected := make(Catalogue, 0, len(c))
	for _, t := range c {
		if keep[t.Name] {
			selected = append(selected, t)
		}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("no technique is left: all selected techniques are left out")
	}
	return selected, nil
}

// LeftOut returns the techniques that words leave out, as the second argument of Select does.
func (c Catalogue) LeftOut(words []string) (out Catalogue, err error) {
	var names []string
	for _, w := range words {
		found, err := c.namesFor(w, true)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	for _, t := range c {
		if slices.Contains(names, t.Name) {
			out = append(out, t)
		}
	}
	return out, nil
}

// namesFor returns the names of the techniques that a word selects or leaves out: a name, a family, a name with a size,
// or an alias. A word that is both, such as forcing, selects the technique and leaves out the family. The catalogue
// must have the technique of a name with a size already (see WithSizes), unless it is to be left out.
func (c Catalogue) namesFor(word string, leftOut bool) (names []string, err error) {
	word = c.proper(word)
	name, file, size, err := c.size(word)
	if err != nil {
		return nil, err
	}
	if name != "" {
		if t, known := c.named(name, file, size); known {
			names = append(names, t.Name)
		}
		return names, nil
	}
	_, isName := c.Find(word)
	for _, t := range c {
		if t.Name == word || (leftOut || !isName) && t.Family == word {
			names = append(names, t.Name)
		}
	}
	if names != nil {
		return names, nil
	}
	if names = c.withAlias(word); names != nil {
		return names, nil
	}
	if _, sizes, err := c.findSizes(word); err != nil || sizes != nil {
		return nil, errors.Join(err, needsSize(word, sizes))
	}
	return nil, c.unknown(word)
}

// Resolve returns the techniques for a value of `find --technique`: a name, a family, or a name with a size such as
// naked_subset:5.
func (c Catalogue) Resolve(word string) (Catalogue, error) {
	word = c.proper(word)
	name, file, size, err := c.size(word)
	switch {
	case err != nil:
		return nil, err
	case name != "":
		return Catalogue{NewTechnique(name, file, size)}, nil
	}
	return c.Select([]string{word}, nil)
}

// needsSize is the error for a name that must have a size.
func needsSize(name string, sizes []int) error {
	return fmt.Errorf("technique %q needs a size: %s:%d to %s:%d", name, name, sizes[0], name, sizes[len(sizes)-1])
}

// Names joins the names of the techniques with commas.
func (c Catalogue) Names() string {
	names := make([]string, len(c))
	for i, t := range c {
		names[i] = t.Name
	}
	return strings.Join(names, ",")
}

// ErrUnknown is the error for a word that is neither a name nor a family.
var ErrUnknown = errors.New("unknown technique")

// unknown is the error for a word that is neither a name nor a family. It suggests the nearest one.
func (c Catalogue) unknown(word string) error {
	var words []string
	for _, t := range c {
		words = append(words, t.Name, t.Family)
	}
	word = c.proper(word)
	if best := Nearest(word, words); best != "" {
		return fmt.Errorf("%w %q: did you mean %q?", ErrUnknown, word, best)
	}
	return fmt.Errorf("%w %q: 'setdoku techniques --wide' lists names and families", ErrUnknown, word)
}

// Index returns the position of a technique in the catalogue, -1 for an unknown name.
func (c Catalogue) Index(name string) int {
	return slices.IndexFunc(c, func(t Technique) bool { return t.Name == name })
}

// Levels returns the levels of the techniques, the easiest first.
func (c Catalogue) Levels() (levels []setdoku.Level) {
	byLevel := slices.Clone(c)
	slices.SortStableFunc(byLevel, func(a, b Technique) int { return a.LevelNo - b.LevelNo })
	for _, t := range byLevel {
		if !slices.Contains(levels, t.Level) {
			levels = append(levels, t.Level)
		}
	}
	return levels
}

// Used returns the techniques that made a step, in the order of uses. It leaves out those that it does not know.
func (c Catalogue) Used(uses []setdoku.Use) (list []Technique) {
	for _, u := range uses {
		if t, known := c.Find(u.Technique); known {
			list = append(list, t)
		}
	}
	return list
}
