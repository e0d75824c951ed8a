package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
)

// lockPatience is how long a statement waits for another process to let go, unless the
// context says otherwise.
const lockPatience = 10 * time.Second

type patienceKey struct{}

// WithPatience returns a context under which databases are opened that wait for another
// process no longer than patience, instead of 10 seconds.
func WithPatience(ctx context.Context, patience time.Duration) context.Context {
	return context.WithValue(ctx, patienceKey{}, patience)
}

func patienceOf(ctx context.Context) time.Duration {
	if patience, ok := ctx.Value(patienceKey{}).(time.Duration); ok {
		return patience
	}
	return lockPatience
}

// Conn is one connection to the database, the writer of a run.
type Conn struct {
	*sqlx.Conn
	path     string
	patience time.Duration
	wrote    time.Time // when the last transaction ended
}

// courtesy is how long a writer leaves the file alone between two transactions, so that
// another process that waits gets its turn. It polls more often than that.
const courtesy = 3 * time.Millisecond

// Acquire takes a connection out of the pool for a writer. Close gives it back.
func (db *DB) Acquire(ctx context.Context) (*Conn, error) {
	c, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", db.path, Explain(err))
	}
	// SQLite itself would ask less and less often, and hardly ever meet with a gap between
	// two transactions of another process.
	if _, err := c.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		c.Close()
		return nil, err
	}
	return &Conn{Conn: c, path: db.path, patience: db.patience}, nil
}

// Atomically runs work in a transaction that holds the write lock from its beginning. It
// commits when work returns nil, else nothing of it stays. Another process that holds
// the lock is waited for; ErrLocked comes back when that takes too long.
func (c *Conn) Atomically(ctx context.Context, work func() error) error {
	if rest := courtesy - time.Since(c.wrote); rest > 0 {
		time.Sleep(rest)
	}
	defer func() { c.wrote = time.Now() }()
	_, err := c.ExecContext(ctx, `BEGIN IMMEDIATE`)
	if err == nil {
		err = work()
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
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.explain(err)
}

// explain names the cause and the file of an error that comes from the database.
func (c *Conn) explain(err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	return fmt.Errorf("write to %s: %w", c.path, Explain(err))
}

// ExecContext executes a statement. While another process holds the lock that it needs
// it is tried again, until the patience of the connection is over.
func (c *Conn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	deadline := time.Now().Add(c.patience)
	for {
		result, err := c.Conn.ExecContext(ctx, query, args...)
		if err == nil || !errors.Is(Explain(err), ErrLocked) || time.Now().After(deadline) {
			return result, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}
