package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// findSizes returns the sizes that a name can have and their file. Sizes that have a name in the catalogue are
// included.
func (c Catalogue) findSizes(name string) (file string, sizes []int, err error) {
	all, err := OnRequest()
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
		// A name that can have a size may also be a technique of the catalogue itself, such as franken_fish.
		if t.File == file && !t.HasSize() && (t.Name == name || !slices.Contains(sizedNames(all), t.Name)) {
			sizes = append(sizes, t.SolveSize)
		}
	}
	slices.Sort(sizes)
	return file, slices.Compact(sizes), nil
}

// sizedNames lists the names that can have a size, in alphabetical order.
func sizedNames(onRequest []Technique) (names []string) {
	for _, t := range onRequest {
		names = append(names, t.BaseName())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// size splits a word such as naked_subset:5. name is "" for a word without a size. The error lists the names that can
// have a size, or the sizes.
func (c Catalogue) size(word string) (name, file string, size int, err error) {
	name, text, given := strings.Cut(word, SizeMark)
	if !given {
		return "", "", 0, nil
	}
	file, sizes, err := c.findSizes(name)
	if err != nil {
		return "", "", 0, err
	}
	if file == "" {
		all, err := OnRequest()
		if err != nil {
			return "", "", 0, err
		}
		names := sizedNames(all)
		if best := Nearest(name, names); best != "" {
			return "", "", 0, fmt.Errorf("technique %q takes no size: did you mean %q?", name,
				best+SizeMark+text)
		}
		return "", "", 0, fmt.Errorf("technique %q takes no size: those that do are %s", name,
			strings.Join(names, ", "))
	}
	size, err = strconv.Atoi(text)
	if err != nil || !slices.Contains(sizes, size) {
		return "", "", 0, fmt.Errorf("technique %q: size %q, want %d to %d", word, text, sizes[0], sizes[len(sizes)-1])
	}
	return name, file, size, nil
}

// named returns the technique of the catalogue for a name with a size: naked_subset:2 is naked_pair.
func (c Catalogue) named(name, file string, size int) (Technique, bool) {
	i := slices.IndexFunc(c, func(t Technique) bool {
		if t.File != file || t.SolveSize != size {
			return false
		}
		return t.Name == name || t.BaseName() == name || file != "complex_fish"
	})
	if i < 0 {
		return Technique{}, false
	}
	return c[i], true
}

// WithSizes returns the catalogue with the techniques for words such as naked_subset:5 that it does not have yet. It
// ignores all other words, which Select handles. The error names a word with a size that does not exist.
func (c Catalogue) WithSizes(words []string) (Catalogue, error) {
	for _, word := range words {
		name, file, size, err := c.size(c.proper(word))
		if err != nil {
			return nil, err
		}
		if name == "" {
			continue
		}
		if _, known := c.named(name, file, size); known {
			continue
		}
		onRequest, err := OnRequest()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(onRequest,
			func(t Technique) bool { return t.BaseName() == name && t.Size == size })
		if i < 0 {
			return nil, fmt.Errorf("technique %q has no size %d", name, size)
		}
		c = append(slices.Clone(c), onRequest[i])
		slices.SortFunc(c, func(a, b Technique) int { return a.Tier - b.Tier })
	}
	return c, nil
}

// Rule returns the technique of a rule in the audit: one of the catalogue or one with a size.
func (c Catalogue) Rule(name string) (Technique, bool) {
	if strings.Contains(name, SizeMark) {
		if more, err := c.WithSizes([]string{name}); err == nil {
			c = more
		}
	}
	return c.Find(name)
}

// CheckSizes compares the techniques with a size in the table of a database with the headers of their files. The
// error names the first one that differs.
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
			return fmt.Errorf("table technique: the row of %s differs from the header of sql/technique/%s.sql", t.Name, t.File)
		}
	}
	return nil
}

// tierOfSize returns the name of the on-request technique with a tier, "" if there is none.
func tierOfSize(tier int) string {
	all, err := OnRequest()
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
