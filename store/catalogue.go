package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/catalogue"
)

// fillCatalogue fills the table technique from the headers of sql/, unless it was filled from the same headers
// before. User techniques stay, but a new technique of sql/ replaces a user technique with the same name or tier.
func (db *DB) fillCatalogue(ctx context.Context) (err error) {
	want, err := catalogue.Fingerprint()
	if err != nil {
		return err
	}
	var have string
	if err := db.GetContext(ctx, &have, `SELECT fingerprint FROM catalogue_version`); err != nil || have == want {
		return err
	}
	techniques, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	c, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	err = c.attempt(ctx, func() error {
		// The update locks the row, so another process that fills the table at the same time waits here and fills it
		// again.
		if _, err := c.ExecContext(ctx, `UPDATE catalogue_version SET fingerprint = ?`, want); err != nil {
			return err
		}
		if err := c.replaceTechniques(ctx, techniques); err != nil {
			return err
		}
		return c.fillPatterns(ctx)
	})
	if err != nil {
		err = fmt.Errorf("fill the table technique: %w", err)
	}
	return err
}

var techniqueColumns = []string{
	"name", "title", "family", "tier", "weight", "level", "level_no", "assumes_unique", "file", "size", "places",
}

// replaceTechniques replaces the built-in techniques in the table by the techniques of sql/. If one of them needs the
// tier of a user technique, the user technique moves to the end.
func (c *Conn) replaceTechniques(ctx context.Context, techniques []catalogue.Technique) error {
	names, tiers := make([]string, len(techniques)), make([]int, len(techniques))
	for i, t := range techniques {
		names[i], tiers[i] = t.Name, t.Tier
	}
	err := c.execIn(ctx, `DELETE FROM technique WHERE family <> 'user' OR name IN (?)`, names)
	if err == nil {
		err = c.execIn(ctx, `
			UPDATE technique
			SET tier = tier + (SELECT MAX(m.tier) FROM technique AS m) + ?
			WHERE tier IN (?)`, slices.Max(tiers), tiers)
	}
	if err != nil {
		return err
	}
	return c.Insert(ctx, "technique", techniqueColumns, func(rows *Inserter) {
		for _, t := range techniques {
			rows.Add(t.Name, t.Title, t.Family, t.Tier, t.Weight, t.Level, t.LevelNo, oneIf(t.AssumesUnique), t.File,
				t.SolveSize, oneIf(t.Places))
		}
	})
}

// execIn executes a statement with lists as parameters.
func (c *Conn) execIn(ctx context.Context, statement string, args ...any) error {
	query, args, err := sqlx.In(statement, args...)
	if err == nil {
		_, err = c.ExecContext(ctx, query, args...)
	}
	return err
}

// The columns of pattern_field and pattern_part after technique.
var (
	fieldColumns = []string{"field_no", "name", "kind", "divisor", "modulus"}
	partColumns  = []string{
		"part_no", "role", "cell_divisor", "cell_modulus", "digit_divisor", "digit_modulus",
		"unit_divisor", "unit_modulus", "unit_factor", "unit_offset", "member_kind", "member_divisor", "member_modulus",
		"member_is",
		"within_divisor", "within_modulus", "within_offset",
	}
)

// fillPatterns fills pattern_field, pattern_part and pattern_member from the headers of sql/. The rows of user
// techniques stay.
func (c *Conn) fillPatterns(ctx context.Context) error {
	keys := make(map[string]*catalogue.Key) // by technique
	for _, list := range []func() (catalogue.Catalogue, error){catalogue.BuiltIn, catalogue.OnRequest} {
		techniques, err := list()
		if err != nil {
			return err
		}
		for i := range techniques {
			t := &techniques[i]
			k, err := catalogue.ParseKey(t)
			if err != nil {
				return err
			}
			keys[t.Name], keys[t.BaseName()] = k, k
		}
	}
	if err := c.addKeys(ctx, keys); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, `DELETE FROM pattern_member`); err != nil {
		return err
	}
	return c.Insert(ctx, "pattern_member", []string{"member_kind", "value", "member"}, func(rows *Inserter) {
		for _, kind := range slices.Sorted(maps.Keys(catalogue.MemberKinds)) {
			for value := min(1, catalogue.MemberKinds[kind]); value <= catalogue.MemberKinds[kind]; value++ {
				for _, m := range catalogue.Members(kind, value) {
					rows.Add(kind, value, m)
				}
			}
		}
	})
}

// AddKey stores the key of a user technique, so that the view evidence can decode its patterns.
func (c *Conn) AddKey(ctx context.Context, technique string, k *catalogue.Key) error {
	return c.addKeys(ctx, map[string]*catalogue.Key{technique: k})
}

// addKeys replaces the keys of techniques. A technique with the key nil has none.
func (c *Conn) addKeys(ctx context.Context, keys map[string]*catalogue.Key) error {
	techniques := slices.Sorted(maps.Keys(keys))
	if len(techniques) == 0 {
		return nil
	}
	for _, table := range []string{"pattern_field", "pattern_part"} {
		if err := c.execIn(ctx, `DELETE FROM `+table+` WHERE technique IN (?)`, techniques); err != nil {
			return fmt.Errorf("replace rows of %s: %w", table, err)
		}
	}
	techniques = slices.DeleteFunc(techniques, func(name string) bool { return keys[name] == nil })
	err := c.Insert(ctx, "pattern_field", append([]string{"technique"}, fieldColumns...), func(rows *Inserter) {
		for _, t := range techniques {
			for i, f := range keys[t].Fields {
				rows.Add(t, i+1, f.Name, f.Kind, f.Divisor, f.Modulus)
			}
		}
	})
	if err != nil {
		return err
	}
	return c.Insert(ctx, "pattern_part", append([]string{"technique"}, partColumns...), func(rows *Inserter) {
		for _, t := range techniques {
			for _, p := range keys[t].Parts {
				rows.Add(t, p.No, p.Role, p.CellDivisor, p.CellModulus, p.DigitDivisor, p.DigitModulus,
					p.UnitDivisor, p.UnitModulus, p.UnitFactor, p.UnitOffset, p.Members, p.MemberDivisor,
					p.MemberModulus, p.MemberIs,
					p.WithinDivisor, p.WithinModulus, p.WithinOffset)
			}
		}
	})
}

// SameKey reports whether the database has exactly this key for a technique. nil is not a key.
func SameKey(ctx context.Context, db *DB, technique string, k *catalogue.Key) (bool, error) {
	var have catalogue.Key
	err := db.SelectContext(ctx, &have.Fields, `
		SELECT name, kind, divisor, modulus FROM pattern_field WHERE technique = ? ORDER BY field_no`, technique)
	if err == nil {
		err = db.SelectContext(ctx, &have.Parts, `
			SELECT part_no AS no, role, cell_divisor AS celldivisor, cell_modulus AS cellmodulus,
				digit_divisor AS digitdivisor,
				digit_modulus AS digitmodulus, unit_divisor AS unitdivisor, unit_modulus AS unitmodulus,
					unit_factor AS unitfactor,
				unit_offset AS unitoffset, member_kind AS members, member_divisor AS memberdivisor,
					member_modulus AS membermodulus,
				member_is AS memberis, within_divisor AS withindivisor, within_modulus AS withinmodulus,
					within_offset AS withinoffset
			FROM pattern_part
			WHERE technique = ?
			ORDER BY part_no`, technique)
	}
	if err != nil {
		return false, fmt.Errorf("read the key of %s: %w", technique, Explain(err))
	}
	if k == nil {
		k = new(catalogue.Key)
	}
	sameField := func(a, b catalogue.Field) bool {
		b.In = "" // the tables need no name for it
		return a == b
	}
	return slices.EqualFunc(have.Fields, k.Fields, sameField) && slices.Equal(have.Parts, k.Parts), nil
}
