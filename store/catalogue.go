package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// fillCatalogue fills the table technique from the headers of sql/, unless it was filled from the same headers
// before. User techniques stay, but a new technique of sql/ replaces a user technique with the same name or tier.
func (db *DB) fillCatalogue(ctx context.Context) (err error) {
	want, err := sqlfiles.Fingerprint()
	if err != nil {
		return err
	}
	var have string
	if err := db.GetContext(ctx, &have, `SELECT fingerprint FROM catalogue_version`); err != nil || have == want {
		return err
	}
	techniques, err := sqlfiles.BuiltIn()
	if err != nil {
		return err
	}
	c, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	err = c.attempt(ctx, func() error {
		// The update locks the row, so another process that fills the table at the same time waits here and fills it again.
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

// replaceTechniques replaces the built-in techniques in the table by those of sql/. A user technique whose tier they need moves to
// the end.
func (c *Conn) replaceTechniques(ctx context.Context, techniques []setdoku.Technique) error {
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
	return c.Insert(ctx, "technique", techniqueColumns, func(rows *Rows) {
		for _, t := range techniques {
			rows.Add(t.Name, t.Title, t.Family, t.Tier, t.Weight, t.Level, t.LevelNo, oneIf(t.AssumesUnique), t.File, t.Size, oneIf(t.Places))
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
