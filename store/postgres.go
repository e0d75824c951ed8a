package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

// serverName returns a URL without its password, to be shown.
func serverName(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return "postgres://..."
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	q.Del("password")
	u.RawQuery = q.Encode()
	return u.String()
}

// connectServer makes a pool of connections to a server. mode is ro, rw or rwc as for a
// file. No connection is opened yet.
func connectServer(ctx context.Context, target, mode string) (*DB, error) {
	config, err := pgx.ParseConfig(target)
	if err != nil {
		return nil, withoutSecrets(err)
	}
	patience := patienceOf(ctx)
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = patience
	}
	set := func(name, value string) {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	set("application_name", "setdoku")
	set("lock_timeout", strconv.FormatInt(patience.Milliseconds(), 10))
	if parts := partitionsOf(ctx); parts > 0 {
		set("setdoku.partitions", strconv.Itoa(parts))
	}
	set("temp_buffers", "64MB") // what a chunk needs, so that nothing of it is written to files
	if mode == "ro" {
		config.RuntimeParams["default_transaction_read_only"] = "on"
	}
	// A context that ends cancels the statement and leaves the connection in order, so that the
	// transaction can be rolled back.
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: 5 * time.Second}
	}
	pool := sql.OpenDB(serverConnector{stdlib.GetConnector(*config)})
	return &DB{
		DB: sqlx.NewDb(pool, "pgx"), dialect: Postgres, path: serverName(target), config: config, patience: patience,
	}, nil
}

// withoutSecrets takes the URL, and so the password, out of an error that is about it.
func withoutSecrets(err error) error {
	var pe *pgconn.ParseConfigError
	if errors.As(err, &pe) && pe.Unwrap() != nil {
		return fmt.Errorf("no valid URL of a server: %w", pe.Unwrap())
	}
	var ue *url.Error
	if errors.As(err, &ue) {
		return fmt.Errorf("no valid URL of a server: %w", ue.Err)
	}
	return errors.New("no valid URL of a server, want postgres://user:password@host:port/database")
}

// serverConnector opens connections on which parameters are written ?, as everywhere in
// setdoku. A statement without parameters goes through as it is.
type serverConnector struct{ driver.Connector }

func (c serverConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &serverConn{conn.(*stdlib.Conn)}, nil
}

type serverConn struct{ *stdlib.Conn }

func (c *serverConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *serverConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, placeholders(query))
}

func (c *serverConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		query = placeholders(query)
	}
	return c.Conn.ExecContext(ctx, query, args)
}

func (c *serverConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if len(args) > 0 {
		query = placeholders(query)
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// identifyServer returns the schema version of the tables in the current schema, 0 when
// there are none.
func (db *DB) identifyServer(ctx context.Context) (int64, error) {
	var schema sql.NullString
	if err := db.GetContext(ctx, &schema, `SELECT QUOTE_IDENT(CURRENT_SCHEMA())`); err != nil {
		return 0, err
	}
	if !schema.Valid {
		return 0, errors.New("none of the schemas of its search_path exists")
	}
	db.schema = schema.String
	marked, err := db.hasTable(ctx, serverVersions)
	if err != nil {
		return 0, err
	}
	if marked {
		return db.appliedVersion(ctx)
	}
	foreign, err := db.hasTable(ctx, "cell")
	if err != nil {
		return 0, err
	}
	if foreign {
		return 0, fmt.Errorf("%w: schema %s has a table cell of another program", ErrNotSetdoku, db.schema)
	}
	return 0, nil
}

// explainServer names the cause of an error that comes from a server or the way to it,
// nil when it is no such error.
func explainServer(err error) (cause error, detail string) {
	var ce *pgconn.ConnectError
	var pe *pgconn.PgError
	switch {
	case errors.As(err, &pe):
		return serverCause(pe), pe.Message
	case errors.As(err, &ce):
		return ErrAway, lastLine(ce.Unwrap())
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), pgconn.Timeout(err),
		strings.Contains(err.Error(), "conn closed"), strings.Contains(err.Error(), "unexpected EOF"),
		strings.Contains(err.Error(), "connection reset by peer"), strings.Contains(err.Error(), "broken pipe"):
		return ErrLost, err.Error()
	}
	return nil, ""
}

// serverCause is the sentinel error for a code of the server, else its severity in words.
func serverCause(pe *pgconn.PgError) error {
	switch pe.Code {
	case "28P01", "28000":
		return ErrRefused
	case "55P03":
		return ErrLocked
	case "25006":
		return ErrReadOnly
	case "53100":
		return ErrFull
	case "57P01", "57P02", "57P03":
		return ErrLost
	case "53300":
		return ErrAway
	case "XX001", "XX002":
		return ErrDamaged
	}
	return nil
}

// lastLine is the last line of what went wrong with the addresses of a server.
func lastLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

type partitionsKey struct{}

// WithPartitions returns a context under which the tables of a server are made with so many
// partitions instead of 16.
func WithPartitions(ctx context.Context, parts int) context.Context {
	return context.WithValue(ctx, partitionsKey{}, parts)
}

func partitionsOf(ctx context.Context) int {
	parts, _ := ctx.Value(partitionsKey{}).(int)
	return parts
}
