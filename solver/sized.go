package solver

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"setdoku/internal/spell"
	sqlfiles "setdoku/sql"
)

// Sized is a size of a statement that the catalogue has no name for, such as naked_subset:5. A puzzle is solved with it
// when it is asked for by name. The header of the statement's file lists them under @sizes.
type Sized struct {
	Name   string // without the size, such as naked_subset
	Size   int
	Level  string
	Weight int
	Tier   int // its place among the techniques of the catalogue
}

// sizeMark stands between the name and the size of a technique that has no name of its own.
const sizeMark = ":"

// parseSizes reads the field @sizes of a header: items such as "naked_subset 5 hard 140 131" between commas. A colon is
// no character for comments in SQL.
func parseSizes(field string) ([]Sized, error) {
	if field == "" {
		return nil, nil
	}
	var list []Sized
	for item := range strings.SplitSeq(field, ",") {
		words := strings.Fields(item)
		bad := fmt.Errorf("header: @sizes %q, want NAME SIZE LEVEL WEIGHT TIER", strings.TrimSpace(item))
		if len(words) != 5 {
			return nil, bad
		}
		s := Sized{Name: words[0], Level: words[2]}
		var err [3]error
		s.Size, err[0] = strconv.Atoi(words[1])
		s.Weight, err[1] = strconv.Atoi(words[3])
		s.Tier, err[2] = strconv.Atoi(words[4])
		if err != [3]error{} || s.Size < 1 || s.Weight < 1 || s.Tier < leastTier || !slices.Contains(levels, s.Level) {
			return nil, bad
		}
		list = append(list, s)
	}
	return list, nil
}

// sizedTechniques returns the sizes of all files of sql/ that have no name in the catalogue, by file.
var sizedTechniques = sync.OnceValues(func() (map[string][]Sized, error) {
	names, err := fs.Glob(sqlfiles.FS, "*.sql")
	if err != nil {
		return nil, err
	}
	sizes := make(map[string][]Sized)
	for _, name := range names {
		file := strings.TrimSuffix(name, ".sql")
		text, err := Text(file)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(text, "-- @technique") {
			continue // no technique, such as apply
		}
		h, err := ParseHeader(text)
		if err != nil {
			return nil, fmt.Errorf("sql/%s: %w", name, err)
		}
		if len(h.Sizes) > 0 {
			sizes[file] = h.Sizes
		}
	}
	return sizes, nil
})

// hasSize reports whether the technique is a size that the catalogue has no name for.
func (t Technique) hasSize() bool { return strings.Contains(t.Name, sizeMark) }

// baseName is the name under which the statement knows the technique, which has no size.
func (t Technique) baseName() string {
	name, _, _ := strings.Cut(t.Name, sizeMark)
	return name
}

// solvingSize is the size that the technique is run with when puzzles are solved. The catalogue has the greatest that
// find looks for; complex fish in solve end at four base units unless another size is asked for.
func (t Technique) solvingSize() int {
	if t.File == "complex_fish" && !t.hasSize() {
		return min(t.Size, complexSize)
	}
	return t.Size
}

// complexSize is the greatest number of base units of the complex fish that the catalogue names.
const complexSize = 4

// technique makes the size a technique of the catalogue, in the file and family of those that are there.
func (s Sized) technique(file, family string) Technique {
	title := strings.ToUpper(s.Name[:1]) + strings.ReplaceAll(s.Name[1:], "_", " ")
	return Technique{
		Name: s.Name + sizeMark + strconv.Itoa(s.Size), Title: fmt.Sprintf("%s of size %d", title, s.Size), Family: family,
		Tier: s.Tier, Weight: s.Weight, Level: s.Level, LevelNo: slices.Index(levels, s.Level) + 1, File: file, Size: s.Size,
	}
}

// sizesOf returns the sizes that a name takes, with the file that has them: those with a name in the catalogue too.
func (c Catalogue) sizesOf(name string) (file string, sizes []int, err error) {
	all, err := sizedTechniques()
	if err != nil {
		return "", nil, err
	}
	for f, list := range all {
		for _, s := range list {
			if s.Name == name {
				file, sizes = f, append(sizes, s.Size)
			}
		}
	}
	if sizes == nil {
		return "", nil, nil
	}
	for _, t := range c {
		// A name that takes sizes may be one of the catalogue itself, such as franken_fish.
		if t.File == file && !t.hasSize() && (t.Name == name || !slices.Contains(sizedNames(all), t.Name)) {
			sizes = append(sizes, t.solvingSize())
		}
	}
	slices.Sort(sizes)
	return file, slices.Compact(sizes), nil
}

// sizedNames lists the names that take a size, in alphabetical order.
func sizedNames(all map[string][]Sized) (names []string) {
	for _, list := range all {
		for _, s := range list {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// size reads a word such as naked_subset:5. name is "" for a word without a size; the error says which names take a
// size and which sizes there are.
func (c Catalogue) size(word string) (name, file string, size int, err error) {
	name, text, given := strings.Cut(word, sizeMark)
	if !given {
		return "", "", 0, nil
	}
	file, sizes, err := c.sizesOf(name)
	if err != nil {
		return "", "", 0, err
	}
	if file == "" {
		all, err := sizedTechniques()
		if err != nil {
			return "", "", 0, err
		}
		names := sizedNames(all)
		if best := spell.Nearest(name, names); best != "" {
			return "", "", 0, fmt.Errorf("technique %q takes no size: did you mean %q?", name, best+sizeMark+text)
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
func (c Catalogue) named(name, file string, size int) (Technique, bool) {
	i := slices.IndexFunc(c, func(t Technique) bool {
		if t.File != file || t.solvingSize() != size {
			return false
		}
		return t.Name == name || t.baseName() == name || file != "complex_fish"
	})
	if i < 0 {
		return Technique{}, false
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
		t, err := c.sizedTechnique(name, file, size)
		if err != nil {
			return nil, err
		}
		c = append(slices.Clone(c), t)
		slices.SortFunc(c, func(a, b Technique) int { return a.Tier - b.Tier })
	}
	return c, nil
}

// Rule returns the technique behind a rule of the audit: one of the catalogue, or one with a size that it has no name for.
func (c Catalogue) Rule(name string) (Technique, bool) {
	if strings.Contains(name, sizeMark) {
		if more, err := c.WithSizes([]string{name}); err == nil {
			c = more
		}
	}
	return c.Find(name)
}

// Sizes returns the techniques with a size that the catalogue has no name for, all of them, in order.
func (c Catalogue) Sizes() (list Catalogue, err error) {
	all, err := sizedTechniques()
	if err != nil {
		return nil, err
	}
	for file, sizes := range all {
		for _, s := range sizes {
			t, err := c.sizedTechnique(s.Name, file, s.Size)
			if err != nil {
				return nil, err
			}
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b Technique) int { return a.Tier - b.Tier })
	return list, nil
}

// sizedTechnique returns the technique of a name and a size that the header of a file lists.
func (c Catalogue) sizedTechnique(name, file string, size int) (Technique, error) {
	all, err := sizedTechniques()
	if err != nil {
		return Technique{}, err
	}
	i := slices.IndexFunc(all[file], func(s Sized) bool { return s.Name == name && s.Size == size })
	j := slices.IndexFunc(c, func(t Technique) bool { return t.File == file })
	if i < 0 || j < 0 {
		return Technique{}, fmt.Errorf("technique %q has no size %d", name, size)
	}
	return all[file][i].technique(file, c[j].Family), nil
}

// CheckSizes compares the techniques with a size that a database knows by name with the headers of their files. The
// error names the first that somebody changed.
func (c Catalogue) CheckSizes(ctx context.Context) error {
	builtIn, err := BuiltIn(ctx)
	if err != nil {
		return err
	}
	for _, t := range c {
		if !t.hasSize() {
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

// tierOfSize returns the name of the technique with a size that has a tier, "" when none has.
func tierOfSize(tier int) string {
	all, err := sizedTechniques()
	if err != nil {
		return ""
	}
	for _, list := range all {
		for _, s := range list {
			if s.Tier == tier {
				return s.Name + sizeMark + strconv.Itoa(s.Size)
			}
		}
	}
	return ""
}
