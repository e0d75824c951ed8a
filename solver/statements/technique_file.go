package statements

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/store"
)

// Defaults for what the header of a technique file may leave out.
const (
	userLevel  = "extreme"
	userWeight = 600
	userTier   = 575 // after all techniques that read only the candidates, before forcing makes assumptions
)

// ReadTechnique reads a technique file: one or several statements, with a header like those of the files in sql/. The
// error says what is missing or wrong, or is that of the context.
func ReadTechnique(ctx context.Context, path string) (catalogue.Technique, catalogue.Header, error) {
	text, err := format.ReadFile(ctx, path)
	if err != nil {
		return catalogue.Technique{}, catalogue.Header{}, err
	}
	t, h, err := parseTechnique(path, string(text))
	if fault := (*Fault)(nil); err != nil && !errors.As(err, &fault) { // a Fault names the file
		err = fmt.Errorf("%s: %w", path, err)
	}
	return t, h, err
}

func parseTechnique(path, text string) (t catalogue.Technique, h catalogue.Header, err error) {
	if h, err = catalogue.ParseHeader(text); err != nil {
		return t, h, err
	}
	if len(h.Techniques) != 1 {
		return t, h, fmt.Errorf("header: %d techniques, want one line @technique", len(h.Techniques))
	}
	t = h.Techniques[0]
	t.AnyTier = t.Tier == 0
	t.Title, t.Family, t.File, t.Text, t.Path = cmp.Or(t.Title, t.Name), catalogue.UserFamily, t.Name, text, path
	t.Tier, t.Weight, t.Level = cmp.Or(t.Tier, userTier), cmp.Or(t.Weight, userWeight), cmp.Or(t.Level, userLevel)
	t.LevelNo = t.Level.Number()
	switch {
	case t.Tier >= catalogue.EndTier:
		return t, h, fmt.Errorf("header: tier %d, want a number from 1 to %d", t.Tier, catalogue.EndTier-1)
	case t.Weight >= catalogue.EndTier:
		return t, h, fmt.Errorf("header: weight %d, want a number from 1 to %d", t.Weight, catalogue.EndTier-1)
	case t.Places:
		return t, h, errors.New("header: a technique file does not place digits, only the singles, template_set and " +
			"search do")
	}
	list, err := Parse(text)
	if err != nil {
		return t, h, err
	}
	switch {
	case !h.WritesTable("deduction"):
		return t, h, errors.New("header: @writes does not name the table deduction")
	case !slices.ContainsFunc(list, func(s Statement) bool { return s.deduces() }):
		return t, h, errors.New("no statement inserts into deduction (puzzle_id, technique, placement, cell, digit, " +
			"pattern)")
	}
	return t, h, checkEffects(path, list)
}

// AddNames adds the user techniques of a catalogue and its techniques with a size to the table technique, so that
// audit and rating know their names. A user technique may be added again with another statement or title. But if a
// puzzle was solved with it, level, weight and the other columns must not change, because they rated that puzzle.
// AddNames adds all techniques or none.
func AddNames(ctx context.Context, db *store.DB, all catalogue.Catalogue) (err error) {
	own := slices.DeleteFunc(slices.Clone(all), func(t catalogue.Technique) bool { return t.Text == "" && !t.HasSize() })
	if len(own) == 0 {
		return nil
	}
	known, err := catalogue.LoadNames(ctx, db)
	if err != nil {
		return err
	}
	var list catalogue.Catalogue
	for _, t := range own {
		key, err := catalogue.ParseKey(&t)
		if err != nil {
			return err
		}
		sameKey, err := store.SameKey(ctx, db, t.Name, key)
		if err != nil {
			return err
		}
		old, again := known.Find(t.Name)
		if sameRating := rating(old) == rating(t); again && !(sameRating && sameKey) {
			used, err := isUsed(ctx, db, t.Name)
			switch {
			case err != nil:
				return err
			case used && !sameRating:
				return fmt.Errorf("technique %q was used in this database as %s and is now %s: give it another name",
					t.Name, rating(old), rating(t))
			case used && old.File != "": // a row that a shell has added has no file and no key
				return fmt.Errorf("technique %q was used in this database with another @key or @evidence: give it "+
					"another name", t.Name)
			}
		}
		if !again || !sameKey || named(old) != named(t) {
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
				INSERT INTO technique (name, title, family, tier, weight, level, level_no, assumes_unique, file, size,
					places)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (name) DO UPDATE
				SET title = excluded.title, tier = excluded.tier, weight = excluded.weight, level = excluded.level,
					level_no = excluded.level_no, assumes_unique = excluded.assumes_unique, file = excluded.file`,
				t.Name, t.Title, t.Family, t.Tier, t.Weight, t.Level, t.LevelNo, boolean(t.AssumesUnique), t.File,
				t.Size, boolean(t.Places))
			if err != nil {
				return fmt.Errorf("add technique %s: %w", t.Name, store.Explain(err))
			}
			key, err := catalogue.ParseKey(&t)
			if err == nil {
				err = conn.AddKey(ctx, t.Name, key)
			}
			if err != nil {
				return fmt.Errorf("add technique %s: %w", t.Name, store.Explain(err))
			}
		}
		return nil
	})
}

// named returns the columns of the table technique.
func named(t catalogue.Technique) catalogue.Technique {
	t.AnyTier, t.Text, t.Path = false, "", ""
	return t
}

// isUsed reports whether a step of a puzzle in the database uses the technique.
func isUsed(ctx context.Context, db *store.DB, name string) (used bool, err error) {
	err = db.GetContext(ctx, &used, `SELECT EXISTS (SELECT 1 FROM puzzle_technique WHERE technique = ?)`, name)
	if err != nil {
		return false, fmt.Errorf("look for uses of technique %s: %w", name, store.Explain(err))
	}
	return used, nil
}

// rating returns the values of a technique that rate puzzles.
func rating(t catalogue.Technique) string {
	s := fmt.Sprintf("%s, weight %d, tier %d", t.Level, t.Weight, t.Tier)
	if t.AssumesUnique {
		s += ", unique"
	}
	return s
}

// boolean returns 1 or 0, as the tables store truth values.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
