package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
)

// Conn is one connection to the database, the writer of a run.
type Conn struct {
	*sqlx.Conn
	db       *DB
	inserter inserter
	trusts   bool      // rows are written without looking up their puzzle
	wrote    time.Time // when the last transaction that wrote ended
	inside   bool      // there is a transaction
}

// writePause is how long a writer leaves a file alone between two transactions, so that
// another process that waits gets its turn. It polls more often than that.
const writePause = 3 * time.Millisecond

// Acquire takes a connection out of the pool for a writer. Close gives it back.
func (db *DB) Acquire(ctx context.Context) (*Conn, error) {
	c, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", db.path, Explain(err))
	}
	var settings []string
	if db.dialect == Postgres {
		settings = serverSettings
	}
	for _, s := range settings {
		if _, err := c.ExecContext(ctx, s); err != nil {
			c.Close()
			return nil, Explain(err)
		}
	}
	return &Conn{Conn: c, db: db}, nil
}

// serverSettings suit the statements of the solver. They fix the order of their joins, so a
// plan is as good the hundredth time as it is the first, and none is worth compiling.
var serverSettings = []string{
	`SET join_collapse_limit = 1`,
	`SET jit = off`,
	`SET enable_mergejoin = off`,
	`SET enable_hashjoin = off`,
	`SET plan_cache_mode = force_generic_plan`,
}

// Trust makes the connection write rows of a file without looking up the puzzle that each
// belongs to, until Close. It must be called outside of a transaction.
func (c *Conn) Trust(ctx context.Context) error {
	if c.db.dialect != SQLite {
		return nil
	}
	c.trusts = true
	_, err := c.ExecContext(ctx, `PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1`)
	return err
}

// Close gives the connection back, without the settings that suit the solver alone.
func (c *Conn) Close() error {
	_ = c.Raw(func(any) error { return c.inserter.close() })
	switch {
	case c.db.dialect == Postgres:
		_, _ = c.ExecContext(context.Background(), `RESET ALL`)
	case c.trusts:
		_, _ = c.ExecContext(context.Background(), `PRAGMA foreign_keys = 1; PRAGMA ignore_check_constraints = 0`)
	}
	return c.Conn.Close()
}

// Dialect returns the SQL that the database speaks.
func (c *Conn) Dialect() Dialect { return c.db.dialect }

// Qualify writes a statement for the database, with main for the schema of its tables and
// temp for that of temporary ones.
func (c *Conn) Qualify(statement string) string { return c.db.dialect.qualify(statement, c.db.schema) }

// Atomically runs work in a transaction, on a file one that holds the write lock from its
// beginning. It commits when work returns nil, else nothing of it stays. Another process
// that holds a lock is waited for; ErrLocked comes back when that takes too long. Where a server
// gives the transaction up for the sake of another one, work runs again.
func (c *Conn) Atomically(ctx context.Context, work func() error) error {
	for tries := 1; ; tries++ {
		err := c.attempt(ctx, work)
		var pe *pgconn.PgError
		if tries < 5 && errors.As(err, &pe) && (pe.Code == "40P01" || pe.Code == "40001") {
			continue
		}
		if ctx.Err() != nil && err != nil {
			return ctx.Err()
		}
		return c.explain(err)
	}
}

func (c *Conn) attempt(ctx context.Context, work func() error) error {
	begin := `BEGIN`
	if c.db.dialect == SQLite {
		begin = `BEGIN IMMEDIATE`
		if rest := writePause - time.Since(c.wrote); rest > 0 {
			time.Sleep(rest)
		}
		defer func() { c.wrote = time.Now() }()
	}
	return c.transaction(ctx, begin, work)
}

// Reading runs work in a transaction that sees a file as it is at one moment, while other processes write.
// Work may write to temporary tables alone. Inside Atomically, and on a server, it just runs work.
func (c *Conn) Reading(ctx context.Context, work func() error) error {
	if c.inside || c.db.dialect != SQLite {
		return work()
	}
	return c.transaction(ctx, `BEGIN`, work)
}

func (c *Conn) transaction(ctx context.Context, begin string, work func() error) error {
	_, err := c.ExecContext(ctx, begin)
	if err == nil {
		c.inside = true
		err = work()
		c.inside = false
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		if _, err = c.ExecContext(ctx, `COMMIT`); err == nil {
			return nil
		}
	}
	// Nobody knows whether there is a transaction: a statement that was interrupted may have
	// ended it, and a BEGIN that comes back with the error of the context may have begun it.
	_, _ = c.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return err
}

// explain names the cause and the database of an error that comes from it.
func (c *Conn) explain(err error) error {
	explained := Explain(err)
	var se *sqlite.Error
	var pe *pgconn.PgError
	if errors.As(err, &se) || errors.As(err, &pe) || errors.Is(explained, ErrConnectionLost) {
		return fmt.Errorf("write to %s: %w", c.db.path, explained)
	}
	return err
}
