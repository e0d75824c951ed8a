package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/spell"
	sqlfiles "setdoku/sql"
)

// sizesOf returns the sizes that a name takes, with the file that has them: those with a name in the catalogue too.
func (c Catalogue) sizesOf(name string) (file string, sizes []int, err error) {
	all, err := sqlfiles.OnRequest()
	if err != nil {
		return "", nil, err
	}
	for _, t := range all {
		if t.BaseName() == name {
			file, sizes = t.File, append(sizes, t.Size)
		}
	}
	if sizes == nil {
		return "", nil, nil
	}
	for _, t := range c {
		// A name that takes sizes may be one of the catalogue itself, such as franken_fish.
		if t.File == file && !t.HasSize() && (t.Name == name || !slices.Contains(sizedNames(all), t.Name)) {
			sizes = append(sizes, t.SolveSize)
		}
	}
	slices.Sort(sizes)
	return file, slices.Compact(sizes), nil
}

// sizedNames lists the names that take a size, in alphabetical order.
func sizedNames(onRequest []setdoku.Technique) (names []string) {
	for _, t := range onRequest {
		names = append(names, t.BaseName())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// size reads a word such as naked_subset:5. name is "" for a word without a size; the error says which names take a
// size and which sizes there are.
func (c Catalogue) size(word string) (name, file string, size int, err error) {
	name, text, given := strings.Cut(word, setdoku.SizeMark)
	if !given {
		return "", "", 0, nil
	}
	file, sizes, err := c.sizesOf(name)
	if err != nil {
		return "", "", 0, err
	}
	if file == "" {
		all, err := sqlfiles.OnRequest()
		if err != nil {
			return "", "", 0, err
		}
		names := sizedNames(all)
		if best := spell.Nearest(name, names); best != "" {
			return "", "", 0, fmt.Errorf("technique %q takes no size: did you mean %q?", name, best+setdoku.SizeMark+text)
		}
		return "", "", 0, fmt.Errorf("technique %q takes no size: those that do are %s", name, strings.Join(names, ", "))
	}
	size, err = strconv.Atoi(text)
	if err != nil || !slices.Contains(sizes, size) {
		return "", "", 0, fmt.Errorf("technique %q: size %q, want %d to %d", word, text, sizes[0], sizes[len(sizes)-1])
	}
	return name, file, size, nil
}

// named returns the technique that the catalogue has for a name with a size: naked_subset:2 is naked_pair.
func (c Catalogue) named(name, file string, size int) (setdoku.Technique, bool) {
	i := slices.IndexFunc(c, func(t setdoku.Technique) bool {
		if t.File != file || t.SolveSize != size {
			return false
		}
		return t.Name == name || t.BaseName() == name || file != "complex_fish"
	})
	if i < 0 {
		return setdoku.Technique{}, false
	}
	return c[i], true
}

// WithSizes returns the catalogue together with the techniques of words such as naked_subset:5, for which it has no
// name. All other words are left to Select. The error names a word whose size there is not.
func (c Catalogue) WithSizes(words []string) (Catalogue, error) {
	for _, word := range words {
		name, file, size, err := c.size(word)
		if err != nil {
			return nil, err
		}
		if name == "" {
			continue
		}
		if _, known := c.named(name, file, size); known {
			continue
		}
		onRequest, err := sqlfiles.OnRequest()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(onRequest, func(t setdoku.Technique) bool { return t.BaseName() == name && t.Size == size })
		if i < 0 {
			return nil, fmt.Errorf("technique %q has no size %d", name, size)
		}
		c = append(slices.Clone(c), onRequest[i])
		slices.SortFunc(c, func(a, b setdoku.Technique) int { return a.Tier - b.Tier })
	}
	return c, nil
}

// Rule returns the technique behind a rule of the audit: one of the catalogue, or one with a size that it has no name for.
func (c Catalogue) Rule(name string) (setdoku.Technique, bool) {
	if strings.Contains(name, setdoku.SizeMark) {
		if more, err := c.WithSizes([]string{name}); err == nil {
			c = more
		}
	}
	return c.Find(name)
}

// Sizes returns the techniques on request, by tier.
func (c Catalogue) Sizes() (Catalogue, error) {
	list, err := sqlfiles.OnRequest()
	return list, err
}

// CheckSizes compares the techniques with a size that a database knows by name with the headers of their files. The
// error names the first that somebody changed.
func (c Catalogue) CheckSizes(ctx context.Context) error {
	builtIn, err := BuiltIn()
	if err != nil {
		return err
	}
	for _, t := range c {
		if !t.HasSize() {
			continue
		}
		want, err := builtIn.WithSizes([]string{t.Name})
		if err != nil {
			return fmt.Errorf("table technique: %w", err)
		}
		if w, _ := want.Find(t.Name); w != t {
			return fmt.Errorf("table technique: %s is not as sql/%s.sql has it", t.Name, t.File)
		}
	}
	return nil
}

// tierOfSize returns the name of the technique on request that has a tier, "" when none has.
func tierOfSize(tier int) string {
	all, err := sqlfiles.OnRequest()
	if err != nil {
		return ""
	}
	for _, t := range all {
		if t.Tier == tier {
			return t.Name
		}
	}
	return ""
}
