package store

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3/database"

	"setdoku/migrations"
)

// beginMigration applies all schema versions to a schema that has none, in one transaction: an interrupt or an error
// leaves nothing. Other processes wait for it. In any other schema it does nothing.
func (postgresBackend) beginMigration(ctx context.Context, db *DB) (added []Migration, err error) {
	texts, err := migrations.For(string(Postgres))
	if err != nil {
		return nil, err
	}
	list, err := versions(Postgres)
	if err != nil {
		return nil, err
	}
	table, err := database.NewStore(database.DialectPostgres, postgresTexts.versionTable)
	if err != nil {
		return nil, err
	}
	err = db.Writing(ctx, func(c *Conn) error {
		return c.Atomically(ctx, func() error {
			added = nil
			begun := false
			// The two numbers identify the lock. Any numbers work as long as they are unique.
			_, err := c.ExecContext(ctx, `SELECT PG_ADVISORY_XACT_LOCK(7365746, 14)`)
			if err == nil {
				err = c.GetContext(ctx, &begun, postgresTexts.hasTable, postgresTexts.versionTable)
			}
			if err != nil || begun {
				return err
			}
			if err := table.CreateVersionTable(ctx, c.Conn.Conn); err != nil {
				return err
			}
			for _, m := range append([]Migration{{}}, list...) { // goose begins with version 0
				if m.Version > 0 {
					if err := c.runMigration(ctx, texts, m.Name); err != nil {
						return fmt.Errorf("%s: %w", m.Name, err)
					}
					added = append(added, m)
				}
				if err := table.Insert(ctx, c.Conn.Conn, database.InsertRequest{Version: m.Version}); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return added, err
}

// runMigration runs the up part of a migration.
func (c *Conn) runMigration(ctx context.Context, texts fs.FS, file string) error {
	text, err := fs.ReadFile(texts, file)
	if err != nil {
		return err
	}
	_, up, _ := strings.Cut(string(text), "-- +goose Up\n")
	up, _, _ = strings.Cut(up, "-- +goose Down\n")
	return c.server(func(conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, up).ReadAll()
		return err
	})
}
