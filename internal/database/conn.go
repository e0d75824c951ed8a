package database

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Conn is one connection to the database. A run writes through it.
type Conn struct {
	*sqlx.Conn
	db          *DB
	inserter    inserter
	skipsChecks bool      // foreign keys and CHECK constraints are off, see SkipChecks
	noTriggers  bool      // see SkipTriggers
	wrote       time.Time // when the last transaction that wrote ended
	inside      bool      // a transaction is open
	distributed bool      // Citus has distributed the tables

	plansForParameters bool // see planForParameters
}

// writePause is the pause between two write transactions on a file, so that a waiting process gets its turn. It is
// longer than the interval in which processes poll for the lock.
const writePause = 3 * time.Millisecond

// Acquire takes a connection for writing out of the pool. Close returns it.
func (db *DB) Acquire(ctx context.Context) (*Conn, error) {
	c, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", db.name(), Explain(err))
	}
	conn := &Conn{Conn: c, db: db}
	if db.dialect == Postgres {
		err = conn.configure(ctx)
	}
	if err != nil {
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

// citusSettings come after serverSettings. Citus cannot run a generic plan of a statement on distributed tables. Nodes
// must know the settings of SET LOCAL, because statements wait for locks there. A connection makes temporary views for
// itself. Citus would repeat them on other nodes, and refuses them on all nodes but the coordinator.
var citusSettings = []string{
	`SET plan_cache_mode = force_custom_plan`,
	`SET citus.propagate_set_commands = 'local'`,
	`SET citus.enable_ddl_propagation = off`,
}

// configure changes the settings of the session for the statements of the solver.
func (c *Conn) configure(ctx context.Context) (err error) {
	settings := serverSettings
	if c.distributed, err = c.db.distributedBy(ctx, c); err != nil {
		return err
	}
	if c.distributed {
		settings = slices.Concat(settings, citusSettings)
	}
	for _, s := range settings {
		if _, err := c.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// planForParameters makes the server plan every statement of the connection for its parameters until Close. A statement
// that names its puzzles then locks only their partitions.
func (c *Conn) planForParameters(ctx context.Context) error {
	_, err := c.ExecContext(ctx, `SET plan_cache_mode = force_custom_plan`)
	c.plansForParameters = err == nil
	return err
}

// serverSettings suit the statements of the solver. The statements fix their join order, so a generic plan is good
// enough and no plan is worth compiling.
var serverSettings = []string{
	`SET join_collapse_limit = 1`,
	`SET jit = off`,
	`SET enable_mergejoin = off`,
	`SET enable_hashjoin = off`,
	`SET plan_cache_mode = force_generic_plan`,
}

// SkipChecks switches the foreign keys and CHECK constraints of a file off for this connection, until Close. The rows
// are written faster. Call it outside of a transaction.
func (c *Conn) SkipChecks(ctx context.Context) error {
	if c.db.dialect != SQLite {
		return nil
	}
	c.skipsChecks = true
	_, err := c.ExecContext(ctx, `PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1`)
	return err
}

// SkipTriggers switches the triggers of a file off for this connection, until Close. They serve people who change the
// tables by hand. A run then takes a quarter less CPU: SQLite calls each trigger for every row, and copies the rows
// of an INSERT first.
func (c *Conn) SkipTriggers() error {
	if c.db.dialect != SQLite {
		return nil
	}
	c.noTriggers = true
	return c.setTriggers(false)
}

// setTriggers switches the triggers of a file on or off for this connection. SQL has no statement for this.
func (c *Conn) setTriggers(on bool) error {
	return c.onHandle(func(tls *libc.TLS, handle uintptr) error {
		const arguments = 2 * 8 // two places of libc.VaList
		list := tls.Alloc(arguments)
		defer tls.Free(arguments)
		value := int32(0)
		if on {
			value = 1
		}
		code := sqlite3.Xsqlite3_db_config(tls, handle, sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER,
			libc.VaList(list, value, uintptr(0)))
		if code != sqlite3.SQLITE_OK {
			return fmt.Errorf("sqlite3_db_config returns %d for the triggers, want %d", code, sqlite3.SQLITE_OK)
		}
		return nil
	})
}

// Close resets the settings of the connection and returns it to the pool.
func (c *Conn) Close() error {
	_ = c.Raw(func(any) error { return c.inserter.close() })
	if c.noTriggers {
		_ = c.setTriggers(true)
	}
	switch {
	case c.db.dialect == Postgres:
		_, _ = c.ExecContext(context.Background(), `RESET ALL; `+sessionSettings(c.db.config.RuntimeParams))
	case c.skipsChecks:
		_, _ = c.ExecContext(context.Background(), `PRAGMA foreign_keys = 1; PRAGMA ignore_check_constraints = 0`)
	}
	return c.Conn.Close()
}

// Dialect returns the SQL dialect of the database.
func (c *Conn) Dialect() Dialect { return c.db.dialect }

// Qualify adapts a statement to the database: it replaces main by the schema of the tables and temp by that of
// temporary tables.
func (c *Conn) Qualify(statement string) string { return c.db.dialect.qualify(statement, c.db.schema) }

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
		return c.explain(err)
	}
}

// asWriter calls work while the triggers take no row for one by hand. Call it inside Atomically, which forgets the
// state of a writer when work fails. Citus has no triggers on its tables.
func (c *Conn) asWriter(ctx context.Context, work func() error) error {
	begin, end := `INSERT OR IGNORE INTO writer (open) VALUES (1)`, `DELETE FROM writer`
	switch {
	case c.distributed:
		return work()
	case c.db.dialect == Postgres:
		begin, end = `SELECT SET_CONFIG('setdoku.writer', 'on', TRUE)`, `SELECT SET_CONFIG('setdoku.writer', '', TRUE)`
	}
	if _, err := c.ExecContext(ctx, begin); err != nil {
		return fmt.Errorf("begin to write results: %w", err)
	}
	if err := work(); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, end); err != nil {
		return fmt.Errorf("end to write results: %w", err)
	}
	return nil
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
	if c.distributed { // rows are locked on other nodes, which know this setting only by SET LOCAL
		begin = `BEGIN; SET LOCAL lock_timeout = '` + c.db.config.RuntimeParams["lock_timeout"] + `'`
	}
	return c.transaction(ctx, begin, work)
}

// Reading calls work in a transaction that sees a file as it is at one moment, while other processes write. work may
// write to temporary tables only. Inside Atomically, and on a server, Reading just calls work.
func (c *Conn) Reading(ctx context.Context, work func() error) error {
	if c.inside || c.db.dialect != SQLite {
		return work()
	}
	return c.transaction(ctx, `BEGIN`, work)
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
		_, err = c.ExecContext(ctx, `COMMIT`)
	}
	committed = err == nil
	return err
}

// explain adds the cause and the name of the database to an error that the database returned.
func (c *Conn) explain(err error) error {
	explained := Explain(err)
	if c.db.dialect == SQLite {
		explained = withBlocker(c.db.path, explained)
	}
	var se *sqlite.Error
	var pe *pgconn.PgError
	if errors.As(err, &se) || errors.As(err, &pe) || errors.Is(explained, ErrConnectionLost) {
		return fmt.Errorf("write to %s: %w", c.db.name(), explained)
	}
	return err
}
