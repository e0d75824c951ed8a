package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/pressly/goose/v3"

	"setdoku/migrations"
)

// Migration is a schema version and the time when it was applied.
type Migration struct {
	Version int64
	Name    string
	Applied time.Time // zero when it is pending, and in the list of MigrateUp
}

// provider returns the goose provider for the database.
func (db *DB) provider() (*goose.Provider, error) {
	files, err := migrations.For(string(db.Dialect()))
	if err != nil {
		return nil, err
	}
	dialect, options, err := db.backend.migrator()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db.DB.DB, files, append(options,
		goose.WithTableName(db.texts().versionTable))...)
}

// LatestVersion returns the newest schema version of this program. It is the same for all databases.
func LatestVersion() (int64, error) { return latestVersion() }

var latestVersion = sync.OnceValues(func() (int64, error) {
	list, err := versions(SQLite)
	if err != nil {
		return 0, err
	}
	return list[len(list)-1].Version, nil
})

// versions lists the schema versions of this program in order, without times.
func versions(d Dialect) ([]Migration, error) {
	names := migrations.Names(string(d))
	list := make([]Migration, len(names))
	for i, name := range names {
		list[i].Name = name
		var err error
		if list[i].Version, err = goose.NumericComponent(name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// migrateUp migrates the schema, fills the catalogue and marks a file as a setdoku database. It returns the versions
// that it has applied.
func (db *DB) migrateUp(ctx context.Context) (added []Migration, err error) {
	if err := db.checkCoordinator(ctx); err != nil {
		return nil, err
	}
	p, err := db.provider()
	if err != nil {
		return nil, err
	}
	if added, err = db.backend.beginMigration(ctx, db); err != nil {
		return nil, err
	}
	applied, err := p.Up(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range applied {
		added = append(added, Migration{Version: r.Source.Version, Name: r.Source.Path})
	}
	return added, db.fillCatalogue(ctx)
}

// MigrateDown undoes the newest schema version and returns its number. Data that only that version has is lost.
func (db *DB) MigrateDown(ctx context.Context) (int64, error) {
	if err := db.checkCoordinator(ctx); err != nil {
		return 0, err
	}
	p, err := db.provider()
	if err != nil {
		return 0, err
	}
	r, err := p.Down(ctx)
	if err != nil {
		return 0, err
	}
	return r.Source.Version, nil
}

// ErrNoVersion is the error for a database without any applied schema version.
var ErrNoVersion = errors.New("no schema version is applied")

// OpenAnyVersion opens an existing database, which may be older or empty, for writing or for reading only, and does not
// migrate it. The error wraps the same errors as the error of Open. If OpenAnyVersion returns an error, it has not
// changed the file.
func OpenAnyVersion(ctx context.Context, target string, readOnly bool) (*DB, error) {
	mode := "rw"
	if readOnly {
		mode = "ro"
	}
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
	list, err := versions(db.Dialect())
	if err != nil {
		return nil, err
	}
	if begun, err := db.hasTable(ctx, db.texts().versionTable); err != nil || !begun {
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
