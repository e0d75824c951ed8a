package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"setdoku"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// What the header of a technique file does not say.
const (
	ownLevel  = "extreme"
	ownWeight = 600
	ownTier   = 575 // after all techniques that look at the candidates, before forcing assumes any
	ownFamily = "own"
)

// leastTier is the least tier of a technique from a technique file: hypotheses run the techniques before it.
var leastTier = len(hypothesisSingles) + 2

// ReadTechnique reads a technique file: one statement or several, with a header as the files of sql/ have it. The error
// says what is missing or wrong.
func ReadTechnique(path string) (setdoku.Technique, sqlfiles.Header, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return setdoku.Technique{}, sqlfiles.Header{}, err
	}
	t, h, err := parseTechnique(string(text))
	if err != nil {
		return t, h, fmt.Errorf("%s: %w", path, err)
	}
	return t, h, nil
}

func parseTechnique(text string) (t setdoku.Technique, h sqlfiles.Header, err error) {
	if h, err = sqlfiles.ParseHeader(text); err != nil {
		return t, h, err
	}
	if len(h.Techniques) != 1 {
		return t, h, fmt.Errorf("header: %d techniques, want one line @technique", len(h.Techniques))
	}
	t = h.Techniques[0]
	t.AnyTier = t.Tier == 0
	t.Title, t.Family, t.File, t.Text = cmp.Or(t.Title, t.Name), ownFamily, t.Name, text
	t.Tier, t.Weight, t.Level = cmp.Or(t.Tier, ownTier), cmp.Or(t.Weight, ownWeight), cmp.Or(t.Level, ownLevel)
	t.LevelNo = setdoku.LevelNo(t.Level)
	switch {
	case t.Tier < leastTier || t.Tier >= endTier:
		return t, h, fmt.Errorf("header: tier %d, want a number from %d to %d", t.Tier, leastTier, endTier-1)
	case t.Weight >= endTier:
		return t, h, fmt.Errorf("header: weight %d, want a number from 1 to %d", t.Weight, endTier-1)
	case t.Places:
		return t, h, errPlaces
	}
	list, err := parse(text)
	if err != nil {
		return t, h, err
	}
	if !slices.ContainsFunc(list, func(s statement) bool { return s.deduces }) {
		return t, h, errors.New("no statement begins INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)")
	}
	return t, h, nil
}

// With returns the catalogue with a technique of one's own at its tier. known are all techniques that a database
// knows by name, nil without one: their tiers are taken too. The error names the technique that has the name
// or the tier.
func (c Catalogue) With(t setdoku.Technique, known Catalogue) (Catalogue, error) {
	if _, taken := c.Find(t.Name); taken {
		return nil, fmt.Errorf("technique %q is in the catalogue already", t.Name)
	}
	for {
		has := func(o setdoku.Technique) bool { return o.Tier == t.Tier && o.Name != t.Name }
		i := slices.IndexFunc(c, has)
		j := slices.IndexFunc(known, has)
		switch {
		case i < 0 && j < 0:
			all := append(slices.Clone(c), t)
			slices.SortFunc(all, func(a, b setdoku.Technique) int { return a.Tier - b.Tier })
			return all, nil
		case t.AnyTier:
			t.Tier++
		case i >= 0:
			return nil, fmt.Errorf("technique %q: tier %d is that of %q, choose another", t.Name, t.Tier, c[i].Name)
		default:
			return nil, fmt.Errorf("technique %q: tier %d is in this database that of %q, choose another", t.Name, t.Tier, known[j].Name)
		}
	}
}

// AddOwn notes the techniques of the catalogue that are one's own in the table technique, so that the
// audit and the rating know their names. A technique may come again with another text and another title; the
// puzzles that it was used for are rated by the rest, so that is refused when it changes.
func (c Catalogue) AddOwn(ctx context.Context, db *store.DB) error {
	known, err := LoadNames(ctx, db)
	if err != nil {
		return err
	}
	for _, t := range c {
		if t.Text == "" {
			continue
		}
		if err := unchanged(ctx, db, t, known); err != nil {
			return err
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

// unchanged refuses a technique that has rated puzzles of the database otherwise.
func unchanged(ctx context.Context, db *store.DB, t setdoku.Technique, known Catalogue) error {
	old, again := known.Find(t.Name)
	if !again || rating(old) == rating(t) {
		return nil
	}
	var used bool
	err := db.GetContext(ctx, &used, `SELECT COUNT(*) > 0 FROM puzzle WHERE techniques LIKE ? ESCAPE '!'`,
		`%"`+strings.ReplaceAll(t.Name, "_", "!_")+`":%`)
	if err != nil {
		return fmt.Errorf("look for uses of technique %s: %w", t.Name, store.Explain(err))
	}
	if used {
		return fmt.Errorf("technique %q was used in this database as %s and is now %s: give it another name", t.Name, rating(old), rating(t))
	}
	return nil
}

// rating is what the steps of a technique are judged by.
func rating(t setdoku.Technique) string {
	s := fmt.Sprintf("%s, weight %d, tier %d", t.Level, t.Weight, t.Tier)
	if t.AssumesUnique {
		s += ", unique"
	}
	return s
}

// boolean is 1 or 0, as the schema has it.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
