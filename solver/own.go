package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"setdoku/internal/interrupt"
	"setdoku/store"
)

// What a technique of one's own is when its header does not say.
const (
	ownLevel  = "extreme"
	ownWeight = 600
	ownTier   = 575 // behind all that look at the candidates, before forcing assumes any
	// OwnFamily is the family of the techniques that come from files of one's own.
	OwnFamily = "own"
)

// leastTier is the first tier for which no hypothesis waits.
var leastTier = len(hypothesisSingles) + 2

var (
	ownName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*$`) })
	levels  = []string{"easy", "medium", "hard", "unfair", "extreme"}
)

// ReadTechnique reads a technique of one's own from a file: a statement, or several, with a header as those
// in sql/ have it. The error says what is missing or wrong, or is that of the context.
func ReadTechnique(ctx context.Context, path string) (Technique, Header, error) {
	text, err := interrupt.ReadFile(ctx, path)
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
	if len(h.Techniques) != 1 || !ownName().MatchString(h.Techniques[0]) {
		return t, h, errors.New("header: @technique wants one name of small letters, digits and _")
	}
	name := h.Techniques[0]
	t = Technique{
		Name: name, Title: cmp.Or(h.Title, name), Family: OwnFamily, Tier: ownTier, Weight: ownWeight,
		Level: cmp.Or(h.Level, ownLevel), File: name, Size: 1, Text: text,
	}
	if t.LevelNo = slices.Index(levels, t.Level) + 1; t.LevelNo == 0 {
		return t, h, fmt.Errorf("header: @level %q, want one of %v", t.Level, levels)
	}
	for _, f := range []struct {
		name, value string
		to          *int
		least       int
	}{{"weight", h.Weight, &t.Weight, 1}, {"tier", h.Tier, &t.Tier, leastTier}} {
		if f.value == "" {
			continue
		}
		if *f.to, err = strconv.Atoi(f.value); err != nil || *f.to < f.least || *f.to >= endTier {
			return t, h, fmt.Errorf("header: @%s %q, want a number from %d to %d", f.name, f.value, f.least, endTier-1)
		}
	}
	t.AnyTier = h.Tier == ""
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

// With returns the catalogue with a technique of one's own at its tier. known are all techniques that a database
// knows by name, nil without one: their tiers are taken too, and so are those of techniques with a size, whether they
// are selected or not. The error names the technique that has the name or the tier.
func (c Catalogue) With(t Technique, known Catalogue) (Catalogue, error) {
	if _, taken := c.Find(t.Name); taken {
		return nil, fmt.Errorf("technique %q is in the catalogue already", t.Name)
	}
	if _, sizes, err := c.sizesOf(t.Name); t.Text != "" && (err != nil || sizes != nil) {
		return nil, errors.Join(err, fmt.Errorf("technique %q: the name belongs to techniques with a size, such as %s:%d", t.Name, t.Name, sizes[0]))
	}
	for {
		has := func(o Technique) bool { return o.Tier == t.Tier && o.Name != t.Name }
		i := slices.IndexFunc(c, has)
		j := slices.IndexFunc(known, has)
		sized := tierOfSize(t.Tier)
		switch {
		case i < 0 && j < 0 && sized == "":
			all := append(slices.Clone(c), t)
			slices.SortFunc(all, func(a, b Technique) int { return a.Tier - b.Tier })
			return all, nil
		case t.AnyTier:
			t.Tier++
		case sized != "":
			return nil, fmt.Errorf("technique %q: @tier %d is that of %q, choose another", t.Name, t.Tier, sized)
		case i >= 0:
			return nil, fmt.Errorf("technique %q: @tier %d is that of %q, choose another", t.Name, t.Tier, c[i].Name)
		default:
			return nil, fmt.Errorf("technique %q: @tier %d is in this database that of %q, choose another", t.Name, t.Tier, known[j].Name)
		}
	}
}

// AddNames notes the techniques of the catalogue that no migration made, one's own and those with a size, in the table
// technique, so that the audit and the rating know their names. A technique of one's own may come again with another
// text and another title; the puzzles that it was used for are rated by the rest, so that is refused when it changes.
// It notes all of them or none.
func (c Catalogue) AddNames(ctx context.Context, db *store.DB) (err error) {
	known, err := LoadNames(ctx, db)
	if err != nil {
		return err
	}
	var list Catalogue
	for _, t := range c {
		if t.Text == "" && !t.hasSize() {
			continue
		}
		if err := unchanged(ctx, db, t, known); err != nil {
			return err
		}
		if old, again := known.Find(t.Name); !again || old.named() != t.named() {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return nil
	}
	conn, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return conn.Atomically(ctx, func() error {
		for _, t := range list {
			_, err := conn.ExecContext(ctx, `
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
	})
}

// named is the technique as the table technique has it.
func (t Technique) named() Technique {
	t.AnyTier, t.Text = false, ""
	return t
}

// unchanged refuses a technique that has rated puzzles of the database otherwise.
func unchanged(ctx context.Context, db *store.DB, t Technique, known Catalogue) error {
	old, again := known.Find(t.Name)
	if !again || old.rating() == t.rating() {
		return nil
	}
	var used bool
	err := db.GetContext(ctx, &used, `SELECT COUNT(*) > 0 FROM puzzle WHERE techniques LIKE ? ESCAPE '!'`,
		`%"`+strings.ReplaceAll(t.Name, "_", "!_")+`":%`)
	if err != nil {
		return fmt.Errorf("look for uses of technique %s: %w", t.Name, store.Explain(err))
	}
	if used {
		return fmt.Errorf("technique %q was used in this database as %s and is now %s: give it another name", t.Name, old.rating(), t.rating())
	}
	return nil
}

// rating is what the steps of a technique are judged by.
func (t Technique) rating() string {
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
