package store

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// A server rewrites definitions when it prints them, and each server version does so in its own way. So the
// migrations run again in a temporary schema, in a transaction that is rolled back, and the same server prints the
// definitions to compare with.

//go:embed server_objects.sql
var serverObjects string

// readServerObjects returns the definitions in the current schema of a connection.
func readServerObjects(ctx context.Context, q sqlx.QueryerContext) ([]object, error) {
	var rows []struct{ Kind, Name, Definition string }
	if err := sqlx.SelectContext(ctx, q, &rows, serverObjects); err != nil {
		return nil, err
	}
	list := make([]object, len(rows))
	for i, r := range rows {
		list[i] = object{r.Kind, r.Name, definition(r.Definition)}
	}
	return list, nil
}

// migratedServers caches the definitions that the migrations make, by server version.
var migratedServers = struct {
	mutex   sync.Mutex
	objects map[string][]object
}{objects: make(map[string][]object)}

// checkServerSchema is CheckSchema on a server.
func (s *Snapshot) checkServerSchema(ctx context.Context) (doubt, err error) {
	found, err := readServerObjects(ctx, s.tx)
	if err != nil {
		return nil, fmt.Errorf("read the definitions: %w", Explain(err))
	}
	layout, err := s.db.Layout(ctx)
	if err != nil {
		return nil, err
	}
	made, err := s.db.migratedObjects(ctx)
	switch err := Explain(err); {
	case errors.Is(err, ErrPermission), errors.Is(err, ErrReadOnly), errors.Is(err, ErrTooManyConnections):
		return err, nil
	case err != nil:
		return nil, fmt.Errorf("find out what the migrations make: %w", err)
	}
	if len(layout.Distributed) > 0 {
		// Citus changes tables, and the script that distributes them drops triggers. The functions are for the triggers
		// of the views, which the coordinator has, and other nodes have not. So compare only these kinds.
		kinds := []string{"view", "function"}
		switch err := s.db.checkCoordinator(ctx); {
		case errors.Is(err, ErrNotCoordinator):
			kinds = kinds[:1]
		case err != nil:
			return nil, err
		}
		made = slices.DeleteFunc(slices.Clone(made), func(o object) bool { return !slices.Contains(kinds, o.kind) })
	}
	if err := compareObjects(made, found); err != nil || len(layout.Distributed) > 0 {
		return nil, err // with Citus only the coordinator has the versions
	}
	return nil, s.checkVersions(ctx)
}

// migratedObjects returns the definitions that the migrations make on this server.
func (db *DB) migratedObjects(ctx context.Context) (list []object, err error) {
	migratedServers.mutex.Lock()
	defer migratedServers.mutex.Unlock()
	var version string
	if err := db.GetContext(ctx, &version, `SELECT VERSION()`); err != nil {
		return nil, err
	}
	c, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	var standby bool
	if err := c.GetContext(ctx, &standby, `SELECT PG_IS_IN_RECOVERY()`); err != nil {
		return nil, err
	}
	version = fmt.Sprint(version, " ", c.distributed)
	if list := migratedServers.objects[version]; list != nil {
		return list, nil
	}
	if standby {
		return nil, fmt.Errorf("the server is a hot standby: %w", ErrReadOnly)
	}
	var process int64
	if err := c.GetContext(ctx, &process, `SELECT PG_BACKEND_PID()`); err != nil {
		return nil, err
	}
	schema := fmt.Sprintf("setdoku_as_migrated_%d", process) // two processes would wait for each other with one name
	begin := []string{
		`BEGIN READ WRITE`, `CREATE SCHEMA ` + schema, `SET LOCAL search_path = ` + schema,
		`SET LOCAL setdoku.partitions = 1`,
	}
	defer func() { _, _ = c.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`) }()
	for _, q := range begin {
		if _, err := c.ExecContext(ctx, q); err != nil {
			return nil, err
		}
	}
	texts, err := migrations.For(string(Postgres))
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(texts, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := c.runMigration(ctx, texts, f); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
	}
	if c.distributed {
		err = c.runCitusViews(ctx)
	}
	if err == nil {
		list, err = readServerObjects(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	migratedServers.objects[version] = list
	return list, nil
}

// runCitusViews makes the views that are other ones where Citus has distributed the tables.
func (c *Conn) runCitusViews(ctx context.Context) error {
	script, err := migrations.Citus()
	for paragraph := range strings.SplitSeq(string(script), "\n\n") {
		if err == nil && strings.HasPrefix(paragraph, "CREATE OR REPLACE VIEW") {
			_, err = c.ExecContext(ctx, paragraph)
		}
	}
	return err
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
