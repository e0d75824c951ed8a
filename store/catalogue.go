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
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("fill the table technique: %w", err), tx.Rollback())
		}
	}()
	// The update locks the row, so another process that fills the table at the same time waits here and fills it again.
	if _, err = tx.ExecContext(ctx, tx.Rebind(`UPDATE catalogue_version SET fingerprint = ?`), want); err != nil {
		return err
	}
	if err = replaceTechniques(ctx, tx, techniques); err != nil {
		return err
	}
	if err = fillPatterns(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

var techniqueColumns = []string{
	"name", "title", "family", "tier", "weight", "level", "level_no", "assumes_unique", "file", "size", "places",
}

// replaceTechniques replaces the built-in techniques in the table by those of sql/. A user technique whose tier they need moves to
// the end.
func replaceTechniques(ctx context.Context, tx *sqlx.Tx, techniques []setdoku.Technique) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM technique WHERE family <> 'user'`); err != nil {
		return err
	}
	var rows []any
	names, tiers := make([]string, len(techniques)), make([]int, len(techniques))
	for i, t := range techniques {
		names[i], tiers[i] = t.Name, t.Tier
		rows = append(rows, t.Name, t.Title, t.Family, t.Tier, t.Weight, t.Level, t.LevelNo, boolean(t.AssumesUnique), t.File, t.Size, boolean(t.Places))
	}
	query, args, err := sqlx.In(`DELETE FROM technique WHERE name IN (?)`, names)
	if err == nil {
		_, err = tx.ExecContext(ctx, tx.Rebind(query), args...)
	}
	if err != nil {
		return err
	}
	query, args, err = sqlx.In(`
		UPDATE technique
		SET tier = tier + (SELECT MAX(m.tier) FROM technique AS m) + ?
		WHERE tier IN (?)`, slices.Max(tiers), tiers)
	if err == nil {
		_, err = tx.ExecContext(ctx, tx.Rebind(query), args...)
	}
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, "technique", techniqueColumns, rows)
}

// boolean returns a truth value as the tables store it, 0 or 1.
func boolean(is bool) int {
	if is {
		return 1
	}
	return 0
}
