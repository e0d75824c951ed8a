package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// Conn is one connection to the database, the writer of a run.
type Conn struct {
	*sqlx.Conn
	wrote time.Time // when the last transaction ended
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
	if _, err := c.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		c.Close()
		return nil, err
	}
	return &Conn{Conn: c}, nil
}

// Atomically runs work in a transaction that holds the write lock from its beginning. It
// commits when work returns nil, else nothing of it stays. Another process that holds
// the lock is waited for; ErrLocked comes back when that takes too long.
func (c *Conn) Atomically(ctx context.Context, work func() error) error {
	if err := c.begin(ctx); err != nil {
		return fmt.Errorf("begin a transaction: %w", Explain(err))
	}
	defer func() { c.wrote = time.Now() }()
	err := work()
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		if _, err = c.ExecContext(ctx, `COMMIT`); err == nil {
			return nil
		}
		err = fmt.Errorf("commit: %w", err)
	}
	// A statement that was interrupted may have ended the transaction already.
	_, _ = c.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return Explain(err)
}

func (c *Conn) begin(ctx context.Context) error {
	if rest := courtesy - time.Since(c.wrote); rest > 0 {
		time.Sleep(rest)
	}
	deadline := time.Now().Add(lockPatience)
	for {
		_, err := c.ExecContext(ctx, `BEGIN IMMEDIATE`)
		if err == nil || !errors.Is(Explain(err), ErrLocked) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}
