package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
	sqlfiles "setdoku/sql"
)

var (
	fieldColumns = []string{"technique", "field_no", "name", "kind", "divisor", "modulus"}
	partColumns  = []string{
		"technique", "part_no", "role", "cell_divisor", "cell_modulus", "digit_divisor", "digit_modulus",
		"unit_divisor", "unit_modulus", "unit_factor", "unit_offset", "member_kind", "member_divisor", "member_modulus", "member_is",
		"within_divisor", "within_modulus", "within_offset",
	}
	memberColumns = []string{"member_kind", "value", "member"}
)

// fillPatterns fills pattern_field, pattern_part and pattern_member from the headers of sql/. The rows of user
// techniques stay.
func (c *Conn) fillPatterns(ctx context.Context) error {
	var keys keyRows
	for _, list := range []func() ([]setdoku.Technique, error){sqlfiles.BuiltIn, sqlfiles.OnRequest} {
		techniques, err := list()
		if err != nil {
			return err
		}
		for i := range techniques {
			t := &techniques[i]
			k, err := sqlfiles.KeyOf(t)
			if err != nil {
				return err
			}
			keys.add(t.Name, k)
			keys.add(t.BaseName(), k)
		}
	}
	if err := keys.write(ctx, c); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, `DELETE FROM pattern_member`); err != nil {
		return err
	}
	var members []any
	for _, kind := range slices.Sorted(maps.Keys(sqlfiles.MemberKinds)) {
		for value := min(1, sqlfiles.MemberKinds[kind]); value <= sqlfiles.MemberKinds[kind]; value++ {
			for _, m := range sqlfiles.MembersOf(kind, value) {
				members = append(members, kind, value, m)
			}
		}
	}
	return c.Insert(ctx, "pattern_member", memberColumns, members)
}

// AddKey stores the key of a user technique, so that the view evidence can decode its patterns.
func (c *Conn) AddKey(ctx context.Context, technique string, k *sqlfiles.Key) error {
	var keys keyRows
	keys.add(technique, k)
	return keys.write(ctx, c)
}

// SameKey reports whether the database has exactly this key for a technique.
func SameKey(ctx context.Context, db *DB, technique string, k *sqlfiles.Key) (bool, error) {
	var want keyRows
	want.add(technique, k)
	for _, t := range []struct {
		table   string
		columns []string
		values  []any
	}{{"pattern_field", fieldColumns, want.fields}, {"pattern_part", partColumns, want.parts}} {
		have, err := rowValues(ctx, db, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.table+` WHERE technique = ? ORDER BY `+t.columns[1], technique)
		if err != nil {
			return false, fmt.Errorf("read %s of %s: %w", t.table, technique, Explain(err))
		}
		if fmt.Sprint(have...) != fmt.Sprint(t.values...) {
			return false, nil
		}
	}
	return true, nil
}

// rowValues returns the values of the rows of a query, row after row.
func rowValues(ctx context.Context, db *DB, query string, args ...any) (values []any, err error) {
	rows, err := db.QueryxContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			return nil, err
		}
		values = append(values, row...)
	}
	return values, rows.Err()
}

// keyRows holds rows of pattern_field and pattern_part.
type keyRows struct {
	techniques    []string
	fields, parts []any
}

func (r *keyRows) add(technique string, k *sqlfiles.Key) {
	if k == nil || slices.Contains(r.techniques, technique) {
		return
	}
	r.techniques = append(r.techniques, technique)
	for i, f := range k.Fields {
		r.fields = append(r.fields, technique, i+1, f.Name, f.Kind, f.Divisor, f.Modulus)
	}
	for _, p := range k.Parts {
		r.parts = append(r.parts, technique, p.No, p.Role, p.CellDivisor, p.CellModulus, p.DigitDivisor, p.DigitModulus,
			p.UnitDivisor, p.UnitModulus, p.UnitFactor, p.UnitOffset, p.Members, p.MemberDivisor, p.MemberModulus, p.MemberIs,
			p.WithinDivisor, p.WithinModulus, p.WithinOffset)
	}
}

// write replaces the rows of the techniques.
func (r *keyRows) write(ctx context.Context, c *Conn) error {
	for _, table := range []string{"pattern_field", "pattern_part"} {
		if err := c.execIn(ctx, `DELETE FROM `+table+` WHERE technique IN (?)`, r.techniques); err != nil {
			return fmt.Errorf("replace rows of %s: %w", table, err)
		}
	}
	if err := c.Insert(ctx, "pattern_field", fieldColumns, r.fields); err != nil {
		return err
	}
	return c.Insert(ctx, "pattern_part", partColumns, r.parts)
}
