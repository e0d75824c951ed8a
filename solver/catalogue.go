// Package solver finds deductions and repeats the techniques to a fixed point.
// What a technique is stands in sql/, one statement a file; this package chooses
// which statement runs when, for all puzzles of a chunk at once.
package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/spell"
	"setdoku/solver/bitmask"
)

// Technique is a row of the catalogue, the table technique.
type Technique struct {
	Name          string `db:"name" json:"name"`
	Title         string `db:"title" json:"title"`
	Family        string `db:"family" json:"family"`
	Tier          int    `db:"tier" json:"tier"` // place in the catalogue, easiest first
	Weight        int    `db:"weight" json:"weight"`
	Level         string `db:"level" json:"level"`
	LevelNo       int    `db:"level_no" json:"-"` // easiest first
	AssumesUnique bool   `db:"assumes_unique" json:"assumes_unique"`
	File          string `db:"file" json:"file"` // statement in sql/, without .sql
	Size          int    `db:"size" json:"size"` // what pass.size is set to
	// Places says that the technique places digits; all others eliminate.
	Places bool `db:"places" json:"-"`
	// AnyTier says that the next free tier will do where Tier is taken.
	AnyTier bool `db:"-" json:"-"`
	// Text is the statement of a technique that is not in sql/, "" for those that are.
	Text string `db:"-" json:"-"`
}

// single reports whether the technique places a digit because a cell or a unit leaves nothing else.
func (t Technique) single() bool { return t.Family == "singles" }

// Bitmask returns the technique as the memory path wants it, and whether that has it.
func (t Technique) Bitmask() (in bitmask.Technique, has bool) {
	in = bitmask.Technique{Name: t.Name, File: t.File, Size: t.Size, AssumesUnique: t.AssumesUnique}
	return in, t.Text == "" && bitmask.Has(in)
}

// Solving returns the technique as the memory path runs it when puzzles are solved, and whether that has it. Its size
// may be smaller than the one that find looks for.
func (t Technique) Solving() (in bitmask.Technique, has bool) {
	in, has = t.Bitmask()
	in.Size, in.AnyUnit = t.solvingSize(), t.hasSize()
	return in, has
}

// SearchRule is the name of the last technique, and the rule of what it places.
const SearchRule = "search"

// Asked is the name under which find runs the technique: with the size where the
// catalogue has no name for it.
func (t Technique) Asked() string {
	if t.Tier == 0 {
		return fmt.Sprintf("%s:%d", t.Name, t.Size)
	}
	return t.Name
}

// Catalogue is the techniques in order.
type Catalogue []Technique

// LoadCatalogue reads the catalogue of a database. What a run with a technique file or with a size such as
// naked_subset:5 has left there is not in it: it must be named again.
func LoadCatalogue(ctx context.Context, q sqlx.QueryerContext) (Catalogue, error) {
	c, err := LoadNames(ctx, q)
	return slices.DeleteFunc(c, func(t Technique) bool {
		_, err := Text(t.File)
		return err != nil || t.hasSize()
	}), err
}

// LoadNames reads all techniques that a database knows by name, those too that came from technique files.
func LoadNames(ctx context.Context, q sqlx.QueryerContext) (Catalogue, error) {
	var c Catalogue
	err := sqlx.SelectContext(ctx, q, &c, `
		SELECT name, title, family, tier, weight, level, level_no, assumes_unique, file, size, places
		FROM technique
		ORDER BY tier`)
	if err != nil {
		return nil, fmt.Errorf("read the technique catalogue: %w", err)
	}
	return c, nil
}

// Find returns the technique of a name.
func (c Catalogue) Find(name string) (Technique, bool) {
	i := slices.IndexFunc(c, func(t Technique) bool { return t.Name == name })
	if i < 0 {
		return Technique{}, false
	}
	return c[i], true
}

// Select returns the techniques that names and families in only stand for (all when it
// is empty) without those in without, in catalogue order. A name with a size stands for the technique that WithSizes added.
func (c Catalogue) Select(only, without []string) (Catalogue, error) {
	keep := make(map[string]bool)
	mark := func(words []string, value bool) error {
		for _, w := range words {
			found, err := c.stands(w)
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
	var selected Catalogue
	for _, t := range c {
		if keep[t.Name] {
			selected = append(selected, t)
		}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("no technique is left: everything that was selected is left out too")
	}
	return selected, nil
}

// stands returns the names of the techniques that a word of a selection stands for: a name, a family, or a name with
// a size, of which the catalogue must have the technique already (see WithSizes) unless it is to be left out.
func (c Catalogue) stands(word string) (names []string, err error) {
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
	for _, t := range c {
		if t.Name == word || t.Family == word {
			names = append(names, t.Name)
		}
	}
	if names != nil {
		return names, nil
	}
	if _, sizes, err := c.sizesOf(word); err != nil || sizes != nil {
		return nil, errors.Join(err, needsSize(word, sizes))
	}
	return nil, c.unknown(word)
}

// Resolve turns what `find --technique` takes into techniques: a name, a family, or a name with a size such as
// naked_subset:5.
func (c Catalogue) Resolve(word string) (Catalogue, error) {
	name, file, size, err := c.size(word)
	switch {
	case err != nil:
		return nil, err
	case name != "":
		return Catalogue{{Name: name, File: file, Size: size}}, nil
	}
	return c.Select([]string{word}, nil)
}

// needsSize is the error for a name that stands for nothing without a size.
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

// unknown is the error for a word that is no name or family, with the nearest one.
func (c Catalogue) unknown(word string) error {
	var words []string
	for _, t := range c {
		words = append(words, t.Name, t.Family)
	}
	if best := spell.Nearest(word, words); best != "" {
		return fmt.Errorf("unknown technique %q: did you mean %q?", word, best)
	}
	return fmt.Errorf("unknown technique %q: 'setdoku techniques --wide' lists names and families", word)
}

// index is the place of a technique in the catalogue, -1 for a name that is none.
func (c Catalogue) index(name string) int {
	return slices.IndexFunc(c, func(t Technique) bool { return t.Name == name })
}

// Harder reports whether the technique rates a puzzle higher than another one does.
func (t *Technique) Harder(than *Technique) bool {
	return cmp.Or(cmp.Compare(t.LevelNo, than.LevelNo), cmp.Compare(t.Weight, than.Weight), cmp.Compare(t.Tier, than.Tier)) > 0
}
