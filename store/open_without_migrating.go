package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	return openChecked(ctx, target, mode, func(db *DB) error {
		_, err := db.checkVersion(ctx)
		return err
	})
}

// MigrateUp migrates the schema and returns the versions that it has applied.
func (db *DB) MigrateUp(ctx context.Context) ([]Migration, error) {
	added, err := db.migrateUp(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate %s up: %w", db.path, Explain(err))
	}
	return added, nil
}

// SchemaVersions lists all schema versions in order, even if a file has none yet.
func (db *DB) SchemaVersions(ctx context.Context) ([]Migration, error) {
	list, err := db.schemaVersions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the schema versions of %s: %w", db.path, Explain(err))
	}
	return list, nil
}

func (db *DB) schemaVersions(ctx context.Context) ([]Migration, error) {
	list, err := versions(db.dialect)
	if err != nil {
		return nil, err
	}
	if begun, err := db.hasTable(ctx, db.versionTable()); err != nil || !begun {
		return list, err
	}
	p, err := db.provider()
	if err != nil {
		return nil, err
	}
	status, err := p.Status(ctx)
	for i, s := range status {
		list[i].Applied = s.AppliedAt
	}
	return list, err
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
