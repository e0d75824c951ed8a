package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku/migrations"
)

// ErrNoVersion is the error for a database without any applied schema version.
var ErrNoVersion = errors.New("no schema version is applied")

// OpenWithoutMigrating opens an existing database, which may be older or empty, and does not migrate it. The error
// wraps ErrNotSetdoku, ErrNewer and so on like that of Open. If it returns an error it has not changed the file.
func OpenWithoutMigrating(ctx context.Context, target string) (*DB, error) {
	return openWithoutMigrating(ctx, target, "rw")
}

// OpenReadOnlyWithoutMigrating is OpenWithoutMigrating for reading only.
func OpenReadOnlyWithoutMigrating(ctx context.Context, target string) (*DB, error) {
	return openWithoutMigrating(ctx, target, "ro")
}

func openWithoutMigrating(ctx context.Context, target, mode string) (*DB, error) {
	db, err := openChecked(ctx, target, mode, func(db *DB) error { return db.checkVersion(ctx) })
	if err != nil {
		return nil, openError(ctx, target, err)
	}
	return db, nil
}

// checkVersion returns an error for a database that this program cannot migrate.
func (db *DB) checkVersion(ctx context.Context) error {
	version, err := db.identify(ctx)
	if err != nil {
		return err
	}
	latest, err := LatestVersion()
	if err != nil {
		return err
	}
	if version > latest {
		return newerError(version, latest)
	}
	if version > 0 && version < migrations.First {
		return tooOldError(version)
	}
	return nil
}

// MigrateUp migrates the schema and returns the versions that it has applied.
func (db *DB) MigrateUp(ctx context.Context) ([]Migration, error) {
	before, err := db.SchemaVersions(ctx)
	if err != nil {
		return nil, err
	}
	if err := db.migrateUp(ctx); err != nil {
		return nil, fmt.Errorf("migrate %s up: %w", db.path, Explain(err))
	}
	after, err := db.SchemaVersions(ctx)
	if err != nil {
		return nil, err
	}
	var added []Migration
	for i, m := range after {
		if before[i].Applied.IsZero() && !m.Applied.IsZero() {
			added = append(added, m)
		}
	}
	return added, nil
}

// SchemaVersions lists all schema versions in order, even if a file has none yet.
func (db *DB) SchemaVersions(ctx context.Context) ([]Migration, error) {
	begun, err := db.hasTable(ctx, db.versionTable())
	var list []Migration
	if err == nil && begun {
		list, err = db.Migrations(ctx)
	} else if err == nil {
		list, err = versions(db.dialect)
	}
	if err != nil {
		return nil, fmt.Errorf("read the schema versions of %s: %w", db.path, Explain(err))
	}
	return list, nil
}

// NewestVersion returns the newest applied schema version. The error wraps ErrNoVersion if there is none.
func (db *DB) NewestVersion(ctx context.Context) (Migration, error) {
	versions, err := db.SchemaVersions(ctx)
	if err != nil {
		return Migration{}, err
	}
	for _, m := range slices.Backward(versions) {
		if !m.Applied.IsZero() {
			return m, nil
		}
	}
	return Migration{}, fmt.Errorf("%s: %w", db.path, ErrNoVersion)
}

// CountPuzzles returns the number of puzzles, 0 if the schema is too old to have the table.
func (db *DB) CountPuzzles(ctx context.Context) (int, error) {
	var n int
	found, err := db.hasTable(ctx, "puzzle")
	if err == nil && found {
		err = db.GetContext(ctx, &n, `SELECT COUNT(*) FROM puzzle`)
	}
	if err != nil {
		return 0, fmt.Errorf("count the puzzles of %s: %w", db.path, Explain(err))
	}
	return n, nil
}
