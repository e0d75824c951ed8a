// Package solver finds deductions and repeats the techniques to a fixed point.
// What a technique is stands in sql/, one statement a file; this package chooses
// which statement runs when, for all puzzles of a chunk at once.
package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
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

// LoadCatalogue reads the catalogue of a database. What a run with a technique file has left there is not
// in it: the file must be named again.
func LoadCatalogue(ctx context.Context, q sqlx.QueryerContext) (Catalogue, error) {
	c, err := LoadNames(ctx, q)
	return slices.DeleteFunc(c, func(t Technique) bool {
		_, err := Text(t.File)
		return err != nil
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
// is empty) without those in without, in catalogue order.
func (c Catalogue) Select(only, without []string) (Catalogue, error) {
	keep := make(map[string]bool)
	mark := func(words []string, value bool) error {
		for _, w := range words {
			found := false
			for _, t := range c {
				if t.Name == w || t.Family == w {
					keep[t.Name] = value
					found = true
				}
			}
			if !found {
				return c.unknown(w)
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

// solvingSize is the size that the technique is run with when puzzles are solved. The catalogue
// has the greatest that find looks for; complex fish in solve end at four base units.
func (t Technique) solvingSize() int {
	if t.File == "complex_fish" {
		return min(t.Size, 4)
	}
	return t.Size
}

// sized are the names that find takes with a size, each with the file behind it and the sizes. Complex
// fish have that many base units at most, the others just as many.
var sized = []struct {
	name, file string
	low, high  int
}{
	{"naked_subset", "naked_subset", 1, 8}, {"hidden_subset", "hidden_subset", 1, 8}, {"basic_fish", "basic_fish", 1, 8},
	{"franken_fish", "complex_fish", 2, 6}, {"mutant_fish", "complex_fish", 2, 6},
}

// Resolve turns what `find --technique` takes into techniques: a name, a family, naked_subset:K,
// hidden_subset:K or basic_fish:K with K from 1 to 8, franken_fish:K or mutant_fish:K with K from 2 to 6.
func (c Catalogue) Resolve(word string) (Catalogue, error) {
	base, size, hasSize := strings.Cut(word, ":")
	for _, s := range sized {
		if s.name != base {
			continue
		}
		if !hasSize {
			list, err := c.Select([]string{word}, nil)
			if err != nil {
				err = fmt.Errorf("technique %q needs a size: %s:%d to %s:%d", base, base, s.low, base, s.high)
			}
			return list, err
		}
		k, err := strconv.Atoi(size)
		if err != nil || k < s.low || k > s.high {
			return nil, fmt.Errorf("technique %q: size %q, want %d to %d", word, size, s.low, s.high)
		}
		return Catalogue{{Name: base, File: s.file, Size: k}}, nil
	}
	if !hasSize {
		return c.Select([]string{word}, nil)
	}
	names := make([]string, len(sized))
	for i, s := range sized {
		names[i] = s.name
	}
	if best := spell.Nearest(base, names); best != "" {
		return nil, fmt.Errorf("technique %q takes no size: did you mean %q?", base, best+":"+size)
	}
	return nil, fmt.Errorf("technique %q takes no size: those that do are %s", base, strings.Join(names, ", "))
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
	return fmt.Errorf("unknown technique %q: 'setdoku techniques' lists names and families", word)
}

// index is the place of a technique in the catalogue, -1 for a name that is none.
func (c Catalogue) index(name string) int {
	return slices.IndexFunc(c, func(t Technique) bool { return t.Name == name })
}

// Harder reports whether the technique rates a puzzle higher than another one does.
func (t *Technique) Harder(than *Technique) bool {
	return cmp.Or(cmp.Compare(t.LevelNo, than.LevelNo), cmp.Compare(t.Weight, than.Weight), cmp.Compare(t.Tier, than.Tier)) > 0
}
