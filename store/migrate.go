package store

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"

	"setdoku/migrations"
)

// Migration is one schema version and when it was applied.
type Migration struct {
	Version int64
	Name    string
	Applied time.Time // zero when it is pending
}

func (db *DB) provider() (*goose.Provider, error) {
	return newProvider(db)
}

func newProvider(db *DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations.SQLite, "sqlite")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db.DB.DB, files)
}

// LatestVersion is the schema version that this program makes.
func LatestVersion() (int64, error) {
	files, err := fs.Glob(migrations.SQLite, "sqlite/*.sql")
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("no migrations embedded: %w", err)
	}
	return goose.NumericComponent(files[len(files)-1])
}

// migrateUp brings the schema up to date and marks the file as ours.
func (db *DB) migrateUp(ctx context.Context) error {
	if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return err
	}
	p, err := db.provider()
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
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
