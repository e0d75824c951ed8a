package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"setdoku/store"
)

// What a technique of one's own is when its header does not say.
const (
	ownLevel  = "extreme"
	ownWeight = 600
	ownTier   = 575 // behind all that look at the candidates, before forcing assumes any
	ownFamily = "own"
)

var (
	ownName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	levels  = []string{"easy", "medium", "hard", "unfair", "extreme"}
)

// ReadTechnique reads a technique of one's own from a file: a statement, or several, with a header as those
// in sql/ have it. The error says what is missing or wrong.
func ReadTechnique(path string) (Technique, Header, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Technique{}, Header{}, err
	}
	t, h, err := parseTechnique(string(text))
	if err != nil {
		return Technique{}, h, fmt.Errorf("%s: %w", path, err)
	}
	return t, h, nil
}

func parseTechnique(text string) (t Technique, h Header, err error) {
	if h, err = ParseHeader(text); err != nil {
		return t, h, err
	}
	if len(h.Techniques) != 1 || !ownName.MatchString(h.Techniques[0]) {
		return t, h, errors.New("header: @technique wants one name of small letters, digits and _")
	}
	name := h.Techniques[0]
	t = Technique{
		Name: name, Title: cmp.Or(h.Title, name), Family: ownFamily, Tier: ownTier, Weight: ownWeight,
		Level: cmp.Or(h.Level, ownLevel), File: name, Size: 1, Text: text,
	}
	if t.LevelNo = slices.Index(levels, t.Level) + 1; t.LevelNo == 0 {
		return t, h, fmt.Errorf("header: @level %q, want one of %v", t.Level, levels)
	}
	for _, f := range []struct {
		name, value string
		to          *int
	}{{"weight", h.Weight, &t.Weight}, {"tier", h.Tier, &t.Tier}} {
		if f.value == "" {
			continue
		}
		if *f.to, err = strconv.Atoi(f.value); err != nil || *f.to < 1 || *f.to >= endTier {
			return t, h, fmt.Errorf("header: @%s %q, want a number from 1 to %d", f.name, f.value, endTier-1)
		}
	}
	switch h.Unique {
	case "yes":
		t.AssumesUnique = true
	case "", "no":
	default:
		return t, h, fmt.Errorf("header: @unique %q, want yes or no", h.Unique)
	}
	deduces := false
	for _, q := range split(text) {
		deduces = deduces || strings.Contains(q, fillsDeduction)
	}
	if !deduces {
		return t, h, errors.New("no statement begins INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)")
	}
	return t, h, nil
}

// With returns the catalogue with a technique of one's own at its tier, behind what has that tier already.
func (c Catalogue) With(t Technique) (Catalogue, error) {
	if _, known := c.Find(t.Name); known {
		return nil, fmt.Errorf("technique %q is in the catalogue already", t.Name)
	}
	for slices.ContainsFunc(c, func(o Technique) bool { return o.Tier == t.Tier }) {
		t.Tier++
	}
	all := append(slices.Clone(c), t)
	slices.SortFunc(all, func(a, b Technique) int { return a.Tier - b.Tier })
	return all, nil
}

// AddOwn notes the techniques of the catalogue that are one's own in the table technique, so that the
// audit and the rating know their names.
func (c Catalogue) AddOwn(ctx context.Context, db *store.DB) error {
	for _, t := range c {
		if t.Text == "" {
			continue
		}
		_, err := db.ExecContext(ctx, `
			INSERT INTO technique (name, title, family, tier, weight, level, level_no, assumes_unique, file, size)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE
			SET title = excluded.title, tier = excluded.tier, weight = excluded.weight, level = excluded.level,
				level_no = excluded.level_no, assumes_unique = excluded.assumes_unique`,
			t.Name, t.Title, t.Family, t.Tier, t.Weight, t.Level, t.LevelNo, boolean(t.AssumesUnique), t.File, t.Size)
		if err != nil {
			return fmt.Errorf("add technique %s: %w", t.Name, store.Explain(err))
		}
	}
	return nil
}

// boolean is 1 or 0, as the schema has it.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
