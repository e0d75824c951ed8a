package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
)

// Conn is one connection to the database. A run writes through it.
type Conn struct {
	*sqlx.Conn
	db          *DB
	backend     backend // of the connection
	inserter    inserter
	skipsChecks bool      // foreign keys and CHECK constraints are off, see SkipChecks
	noTriggers  bool      // no trigger writes rows, see SkipTriggers
	wrote       time.Time // when the last transaction that wrote ended
	inside      bool      // a transaction is open

	plansForParameters bool // the server plans each statement for its parameters, and so for the puzzles that it names
}

// Acquire takes a connection for writing out of the pool. Close returns it.
func (db *DB) Acquire(ctx context.Context) (*Conn, error) {
	c, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", db.name(), Explain(err))
	}
	conn := &Conn{Conn: c, db: db}
	if conn.backend, err = db.backend.acquire(ctx, conn); err != nil {
		c.Close()
		return nil, Explain(err)
	}
	return conn, nil
}

// Writing calls work with a connection for writing.
func (db *DB) Writing(ctx context.Context, work func(*Conn) error) (err error) {
	c, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return work(c)
}

// texts returns the statements and names of the database.
func (c *Conn) texts() *texts { return c.backend.texts() }

// do executes a statement, unless it is "".
func (c *Conn) do(ctx context.Context, statement string) (err error) {
	if statement != "" {
		_, err = c.ExecContext(ctx, statement)
	}
	return err
}

// SkipChecks switches the foreign keys and CHECK constraints of a file off for this connection, until Close. The rows
// are written faster. Call it outside of a transaction.
func (c *Conn) SkipChecks(ctx context.Context) error {
	c.skipsChecks = true
	return c.do(ctx, c.texts().skipChecks)
}

// SkipTriggers switches the triggers of a file off for this connection, until Close. They serve people who change the
// tables by hand. A run then takes a quarter less CPU: SQLite calls each trigger for every row, and copies the rows
// of an INSERT first.
func (c *Conn) SkipTriggers() error { return c.backend.setTriggers(c, false) }

// Close resets the settings of the connection and returns it to the pool.
func (c *Conn) Close() error {
	c.backend.release(c)
	return c.Conn.Close()
}

// Dialect returns the SQL dialect of the database.
func (c *Conn) Dialect() Dialect { return c.texts().dialect }

// schemaName matches main. and temp. in front of a table name.
var schemaName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(main|temp)\.`) })

// Qualify adapts a statement to the database. Statements use the names of SQLite for schemas: main has the tables of
// the database, and temp has temporary tables.
func (c *Conn) Qualify(statement string) string {
	temp := c.texts().temp
	if temp == "" {
		return statement
	}
	return schemaName().ReplaceAllStringFunc(statement, func(name string) string {
		if name == "temp." {
			return temp
		}
		return c.db.schema + "."
	})
}

// Atomically calls work in a transaction and commits it when work returns nil, else rolls it back. On a file the
// transaction takes the write lock at once. If another process holds a lock, Atomically waits; after too long a wait
// it returns ErrLocked. If a server aborts the transaction because of a conflict, work is called again.
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
		return c.Explained(err)
	}
}

// asWriter calls work while the triggers take no row for one by hand. Call it inside Atomically, which forgets the
// state of a writer when work fails.
func (c *Conn) asWriter(ctx context.Context, work func() error) error {
	if c.noTriggers {
		return work()
	}
	if err := c.do(ctx, c.texts().beginWriter); err != nil {
		return fmt.Errorf("begin to write results: %w", err)
	}
	if err := work(); err != nil {
		return err
	}
	if err := c.do(ctx, c.texts().endWriter); err != nil {
		return fmt.Errorf("end to write results: %w", err)
	}
	return nil
}

func (c *Conn) attempt(ctx context.Context, work func() error) error {
	defer func() { c.wrote = time.Now() }()
	return c.transaction(ctx, c.backend.begin(c), work)
}

// Reading calls work in a transaction that sees a file as it is at one moment, while other processes write. work may
// write to temporary tables only. Inside Atomically, and on a server, Reading just calls work.
func (c *Conn) Reading(ctx context.Context, work func() error) error {
	begin := c.texts().reading
	if c.inside || begin == "" {
		return work()
	}
	return c.transaction(ctx, begin, work)
}

func (c *Conn) transaction(ctx context.Context, begin string, work func() error) error {
	committed := false
	defer func() {
		c.inside = false
		if !committed {
			// Whether a transaction is open is not known here: an interrupted statement may have ended it, and a BEGIN
			// that returned the error of the context may have begun it. After a panic of work it is open, and the next
			// COMMIT must not save a half.
			_, _ = c.ExecContext(context.WithoutCancel(ctx), rollBack)
		}
	}()
	_, err := c.ExecContext(ctx, begin)
	if err == nil {
		c.inside = true
		err = work()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		_, err = c.ExecContext(ctx, commit)
	}
	committed = err == nil
	return err
}

// Explained adds the cause and the name of the database to an error that the database returned.
func (c *Conn) Explained(err error) error {
	explained := c.backend.blocked(c.db.path, Explain(err))
	var se *sqlite.Error
	var pe *pgconn.PgError
	if errors.As(err, &se) || errors.As(err, &pe) || errors.Is(explained, ErrConnectionLost) {
		return fmt.Errorf("write to %s: %w", c.db.name(), explained)
	}
	return err
}
