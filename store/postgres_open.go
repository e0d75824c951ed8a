package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// parseServer parses the URL of a server. The error does not contain any part of the URL.
func parseServer(target string) (*pgx.ConnConfig, error) {
	// An unescaped @ or / in a password would make a part of the password look like the host, which is printed.
	scheme, rest, _ := strings.Cut(target, "://")
	user, host, found := strings.Cut(rest, "@")
	if found && (strings.Contains(user, "/") || strings.Contains(host, "@")) {
		return nil, fmt.Errorf("%s: in a user or password write @ as %%40 and / as %%2F", noURL)
	}
	config, err := pgx.ParseConfig(strings.ToLower(scheme) + "://" + rest)
	if err != nil {
		return nil, withoutSecrets(err)
	}
	return config, nil
}

const noURL = "no valid URL of a server"

// withoutSecrets removes the URL, and so the password, from an error about it.
func withoutSecrets(err error) error {
	var pe *pgconn.ParseConfigError
	var ne *strconv.NumError
	switch {
	case errors.As(err, &ne):
		return fmt.Errorf("%s: %q is not a number", noURL, ne.Num)
	case errors.As(err, &pe) && pe.Unwrap() != nil:
		return fmt.Errorf("%s: %w", noURL, pe.Unwrap())
	}
	return errors.New(noURL + ", want postgres://user:password@host:port/database")
}

// serverName returns the URL of a server without its password. It includes the settings that the environment adds to
// the URL.
func serverName(target string) string {
	config, err := parseServer(target)
	if err != nil {
		return "postgres://..."
	}
	hosts := []string{net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))}
	for _, f := range config.Fallbacks {
		if h := net.JoinHostPort(f.Host, strconv.Itoa(int(f.Port))); !slices.Contains(hosts, h) {
			hosts = append(hosts, h)
		}
	}
	u := url.URL{Scheme: "postgres", User: url.User(config.User), Host: strings.Join(hosts, ","),
		Path: "/" + config.Database}
	if path := config.RuntimeParams["search_path"]; path != "" {
		// a server takes + for itself and not for a blank
		u.RawQuery = "search_path=" + strings.ReplaceAll(url.QueryEscape(path), "+", "%20")
	}
	return u.String()
}

// connectTimeout limits the time to connect to a server, unless the URL sets another limit.
const connectTimeout = 10 * time.Second

const readOnlySetting = "default_transaction_read_only"

func (postgresBackend) connect(ctx context.Context, target, mode string) (*DB, error) {
	config, err := parseServer(target)
	if err != nil {
		return nil, err
	}
	lockWait := lockWaitFrom(ctx)
	if lockWait.limit == noLimit {
		lockWait.limit = serverLockTimeout
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = min(lockWait.limit, connectTimeout)
	}
	set := func(name, value string) {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	// The driver reads and writes UTF-8. The server stores the times of the schema versions as its session reads the
	// clock.
	config.RuntimeParams["client_encoding"] = "UTF8"
	config.RuntimeParams["timezone"] = "UTC"
	if schema, found := ctx.Value(searchPathKey{}).(string); found {
		config.RuntimeParams["search_path"] = schema
	}
	set("application_name", "setdoku")
	set("lock_timeout", strconv.FormatInt(lockWait.limit.Milliseconds(), 10))
	if parts := partitionsFrom(ctx); parts > 0 {
		set("setdoku.partitions", strconv.Itoa(parts))
	}
	set("jit", "off") // compiling takes longer than the statements do
	// enough for the temporary tables of a chunk, so that the server writes none of them to files
	set("temp_buffers", "64MB")
	set("citus.enable_repartition_joins", "on") // joins by other columns than puzzle_id; other servers ignore it
	if mode == "ro" {
		config.RuntimeParams[readOnlySetting] = "on"
	} else if config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	bounds := boundsFrom(ctx)
	bounds.addToServer(config)
	settings := sessionSettings(config.RuntimeParams)
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error { return c.Exec(ctx, settings).Close() }
	// When the context ends, cancel the statement and keep the connection usable, so that the transaction can be
	// rolled back.
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: 5 * time.Second}
	}
	pool := sql.OpenDB(connector{
		Connector: stdlib.GetConnector(*config),
		rewrite:   func(query string) string { return sqlx.Rebind(sqlx.DOLLAR, query) },
		call:      func(ctx context.Context, do func() error) error { return contextFirst(ctx, do()) },
	})
	return &DB{
		DB: sqlx.NewDb(pool, "pgx"), backend: postgresBackend{}, path: serverName(target), config: config,
		lockWait: lockWait, bounds: bounds,
	}, nil
}

// sessionSettings returns a statement that sets the parameters of a connection. A server has them from its beginning,
// but a pooler that is set to ignore them does not hand them on. The size of temp_buffers cannot change where a
// session before had temporary tables.
func sessionSettings(parameters map[string]string) string {
	calls := []string{"1"}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if !slices.Contains([]string{"application_name", "client_encoding", "options", "replication", "temp_buffers",
			"timezone"}, name) {
			calls = append(calls, fmt.Sprintf("SET_CONFIG('%s', '%s', FALSE)", strings.ReplaceAll(name, "'", "''"),
				strings.ReplaceAll(parameters[name], "'", "''")))
		}
	}
	return "SELECT " + strings.Join(calls, ", ")
}

// contextFirst returns the error of the context if the context has ended. Otherwise the driver's error would hide it:
// the server cancels the statement, or the driver does not send it and reports a bad connection, which the pool then
// discards.
func contextFirst(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// searchPathKey is the key of a context value: the search_path that connect sets.
type searchPathKey struct{}

// elsewhereError is the error for a database in a schema that comes after the current one on the search_path. schema is
// as a statement names it.
type elsewhereError struct{ schema string }

func (e elsewhereError) Error() string { return "the database is in the schema " + e.schema }

// findElsewhere returns an elsewhereError if the current schema has no database, and a later one on the search_path
// has.
func (db *DB) findElsewhere(ctx context.Context) error {
	var schemas []string
	err := db.SelectContext(ctx, &schemas, `
		SELECT QUOTE_IDENT(s.name)
		FROM UNNEST(CURRENT_SCHEMAS(FALSE)) WITH ORDINALITY AS s (name, place)
		INNER JOIN pg_namespace AS n ON n.nspname = s.name
		INNER JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = ?
		ORDER BY s.place`, postgresTexts.versionTable)
	if err == nil && len(schemas) > 0 && schemas[0] != db.schema {
		err = elsewhereError{schemas[0]}
	}
	return err
}

// identify looks for the tables in the current schema.
func (postgresBackend) identify(ctx context.Context, db *DB) (int64, error) {
	var schema sql.NullString
	if err := db.GetContext(ctx, &schema, `SELECT QUOTE_IDENT(CURRENT_SCHEMA())`); err != nil {
		return 0, err
	}
	if !schema.Valid {
		return 0, errors.New("no schema of the search_path exists, or this user may not use it")
	}
	db.schema = schema.String
	if err := db.findElsewhere(ctx); err != nil {
		return 0, err
	}
	names, err := relationNames()
	if err != nil {
		return 0, err
	}
	// One statement reads all names, because another process may be creating the tables.
	var found []string
	err = db.SelectContext(ctx, &found, `
		SELECT c.relname
		FROM pg_class AS c
		INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname = CURRENT_SCHEMA() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
			AND c.relname = ANY (CAST(? AS TEXT[]))
		ORDER BY c.relname`, append(names, postgresTexts.versionTable))
	switch {
	case err != nil:
		return 0, err
	case slices.Contains(found, postgresTexts.versionTable):
		return db.appliedVersion(ctx)
	case len(found) > 0:
		return 0, fmt.Errorf("%w: schema %s has a table %s of another program", ErrNotSetdoku, db.schema, found[0])
	case db.config.RuntimeParams[readOnlySetting] == "on":
		return 0, nil
	}
	// Creating the tables would fail as well, but only after some seconds.
	var may bool
	err = db.GetContext(ctx, &may, `SELECT HAS_SCHEMA_PRIVILEGE(CURRENT_SCHEMA(), 'CREATE')`)
	if err == nil && !may {
		err = fmt.Errorf("%w: to make tables in schema %s", ErrPermission, db.schema)
	}
	return 0, err
}

var createRelation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?m)^CREATE (?:TABLE|VIEW) (\w+)`)
})

// relationNames returns the names of the tables and views that the migrations create on a server.
func relationNames() ([]string, error) {
	files, err := migrations.For(string(Postgres))
	if err != nil {
		return nil, err
	}
	list, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range list {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for _, m := range createRelation().FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	return names, nil
}

func (postgresBackend) checkMayWrite(ctx context.Context, db *DB) error {
	names, err := relationNames()
	if err != nil {
		return err
	}
	var may bool
	err = db.GetContext(ctx, &may, `
		SELECT EXISTS (
			SELECT 1
			FROM pg_class AS c
			INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
			WHERE n.nspname = CURRENT_SCHEMA() AND c.relkind IN ('r', 'p') AND c.relname = ANY (CAST(? AS TEXT[]))
				AND HAS_ANY_COLUMN_PRIVILEGE(c.oid, 'INSERT, UPDATE')
		)`, names)
	if err == nil && !may {
		err = fmt.Errorf("%w: to write to any table", ErrPermission)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", db.path, Explain(err))
	}
	return nil
}

type partitionsKey struct{}

// WithPartitions returns a context with which the tables of a server are created with this number of partitions instead
// of 16.
func WithPartitions(ctx context.Context, parts int) context.Context {
	return context.WithValue(ctx, partitionsKey{}, parts)
}

func partitionsFrom(ctx context.Context) int {
	parts, _ := ctx.Value(partitionsKey{}).(int)
	return parts
}
