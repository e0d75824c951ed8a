package store

import (
	"context"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"setdoku/migrations"
)

// Migration is one schema version and when it was applied.
type Migration struct {
	Version int64
	Name    string
	Applied time.Time // zero when it is pending
}

// serverVersions is the table of schema versions on a server, where its name marks the
// tables as ours. A file has another mark, and the name that goose prefers.
const serverVersions = "setdoku_version"

func (db *DB) versionTable() string {
	if db.dialect == Postgres {
		return serverVersions
	}
	return goose.DefaultTablename
}

// provider returns what migrates the database. On a server it holds a lock meanwhile, so
// that of several processes one makes the tables and the others wait for it.
func (db *DB) provider() (*goose.Provider, error) {
	files, err := migrations.For(string(db.dialect))
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithTableName(db.versionTable())}
	if db.dialect == Postgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120), lock.WithUnlockTimeout(1, 10))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(db.dialect.goose(), db.DB.DB, files, options...)
}

// LatestVersion is the schema version that this program makes, on all databases alike.
func LatestVersion() (int64, error) {
	list, err := versions(SQLite)
	if err != nil {
		return 0, err
	}
	return list[len(list)-1].Version, nil
}

// versions lists the schema versions of this program in order, none of them applied.
func versions(d Dialect) ([]Migration, error) {
	files, err := migrations.For(string(d))
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	list := make([]Migration, len(names))
	for i, name := range names {
		list[i].Name = name
		if list[i].Version, err = goose.NumericComponent(name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// migrateUp brings the schema and the catalogue up to date and marks a file as ours.
func (db *DB) migrateUp(ctx context.Context) error {
	if db.dialect == SQLite {
		if err := db.markFile(ctx); err != nil {
			return err
		}
	}
	p, err := db.provider()
	if err != nil {
		return err
	}
	if _, err = p.Up(ctx); err != nil {
		return err
	}
	return db.fillCatalogue(ctx)
}

// Migrations lists all schema versions in order.
func (db *DB) Migrations(ctx context.Context) ([]Migration, error) {
	p, err := db.provider()
	if err != nil {
		return nil, err
	}
	status, err := p.Status(ctx)
	if err != nil {
		return nil, err
	}
	var list []Migration
	for _, s := range status {
		list = append(list, Migration{Version: s.Source.Version, Name: s.Source.Path, Applied: s.AppliedAt})
	}
	return list, nil
}

// MigrateDown takes back the newest schema version and returns its number. Data
// that only that version knows is lost.
func (db *DB) MigrateDown(ctx context.Context) (int64, error) {
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
