package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku/migrations"
)

// ErrNoVersion says that no schema version is applied.
var ErrNoVersion = errors.New("no schema version is applied")

// OpenWithoutMigrating opens an existing database for migrating and leaves its schema as it is,
// older or empty. The error wraps ErrNotSetdoku, ErrNewer and so on as that of Open
// does. A file that is refused has not been touched.
func OpenWithoutMigrating(ctx context.Context, target string) (*DB, error) {
	return openWithoutMigrating(ctx, target, "rw")
}

// OpenReadOnlyWithoutMigrating opens a database as OpenWithoutMigrating does, for reading alone.
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

// checkVersion refuses a database that this program does not know.
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

// MigrateUp brings the schema up to date and returns the versions that it added.
func (db *DB) MigrateUp(ctx context.Context) ([]Migration, error) {
	before, err := db.SchemaVersions(ctx)
	if err != nil {
		return nil, err
	}
	if err := db.migrateUp(ctx); err != nil {
		return nil, fmt.Errorf("migrate %s up: %w", db.path, Explain(err))
	}
	if err := db.complete(ctx); err != nil {
		return nil, err
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

// SchemaVersions lists all schema versions in order, also of a file that has none yet.
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

// NewestVersion returns the newest schema version that is applied; the error wraps
// ErrNoVersion when none is.
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

// CountPuzzles returns the number of puzzles, 0 where the schema is too old to hold any.
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
