// Package solver finds deductions and repeats the techniques to a fixed point.
// What a technique is stands in sql/, one statement a file; this package chooses
// which statement runs when, for all puzzles of a chunk at once.
package solver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/spell"
	sqlfiles "setdoku/sql"
)

// SearchRule is the name of the last technique, and the rule of what it places.
const SearchRule = "search"

// Catalogue is techniques in order.
type Catalogue []setdoku.Technique

// BuiltIn returns the techniques of sql/ in order, as the headers of the statements say.
func BuiltIn() (Catalogue, error) {
	list, err := sqlfiles.BuiltIn()
	return list, err
}

// LoadNames reads all techniques that a database knows by name: those of sql/, and those that came from technique files.
// The texts of the latter are not known: the user must name the file again to run one.
func LoadNames(ctx context.Context, q sqlx.QueryerContext) (Catalogue, error) {
	var c Catalogue
	err := sqlx.SelectContext(ctx, q, &c, `
		SELECT name, title, family, tier, weight, level, level_no, assumes_unique, file, size
		FROM technique
		ORDER BY tier`)
	if err != nil {
		return nil, fmt.Errorf("read the technique catalogue: %w", err)
	}
	builtIn, err := BuiltIn()
	if err != nil {
		return nil, err
	}
	for i, t := range c {
		if known, ok := builtIn.Find(t.Name); ok {
			c[i] = known
		}
	}
	return c, nil
}

// Find returns the technique of a name.
func (c Catalogue) Find(name string) (setdoku.Technique, bool) {
	i := c.index(name)
	if i < 0 {
		return setdoku.Technique{}, false
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

// Resolve turns what `find --technique` takes into techniques: a name, a family, or NAME:K where the header of a
// statement names the sizes K that it finds (@sizes), such as naked_subset:5.
func (c Catalogue) Resolve(word string) (Catalogue, error) {
	sizes, files, err := sqlfiles.SizedNames()
	if err != nil {
		return nil, err
	}
	base, size, hasSize := strings.Cut(word, ":")
	if s, ok := sizes[base]; ok {
		if !hasSize {
			list, err := c.Select([]string{word}, nil)
			if err != nil {
				err = fmt.Errorf("technique %q needs a size: %s:%d to %s:%d", base, base, s.Low, base, s.High)
			}
			return list, err
		}
		k, err := strconv.Atoi(size)
		if err != nil || k < s.Low || k > s.High {
			return nil, fmt.Errorf("technique %q: size %q, want %d to %d", word, size, s.Low, s.High)
		}
		return Catalogue{{Name: base, File: files[base], Size: k, SolveSize: k}}, nil
	}
	if !hasSize {
		return c.Select([]string{word}, nil)
	}
	names := slices.Sorted(maps.Keys(sizes))
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
	return slices.IndexFunc(c, func(t setdoku.Technique) bool { return t.Name == name })
}
