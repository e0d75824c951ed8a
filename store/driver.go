package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// connector opens connections to a file or a server. Every call of the driver runs inside the function call, which
// waits for locks or replaces errors.
type connector struct {
	driver.Connector
	call    func(ctx context.Context, do func() error) error
	rewrite func(query string) string    // changes a statement that has parameters
	opened  func(conn driver.Conn) error // prepares a new connection, may be nil
}

// driverConn has the methods that the connections of both drivers have.
type driverConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
}

// driverStmt has the methods that the statements of both drivers have.
type driverStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type wrappedConn struct {
	driverConn
	connector connector
	check     func() error // returns an error if a file must not be used any more, nil for a server
}

type wrappedStmt struct {
	driverStmt
	connector connector
}

// called makes a call of the driver inside the function call of the connector, and returns its result.
func called[T any](ctx context.Context, c connector, do func() (T, error)) (result T, err error) {
	err = c.call(ctx, func() (err error) {
		result, err = do()
		return err
	})
	return result, err
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := called(ctx, c, func() (driver.Conn, error) { return c.Connector.Connect(ctx) })
	if err != nil {
		return nil, err
	}
	var check func() error
	if f, ok := conn.(fileConn); ok {
		conn, check = f.Conn, f.check
	}
	if c.opened != nil {
		if err := c.opened(conn); err != nil {
			conn.Close()
			return nil, err
		}
	}
	return &wrappedConn{driverConn: conn.(driverConn), connector: c, check: check}, nil
}

// checkNotReplaced returns an error if the file must not be used any more. It is called before each statement, so also
// before a transaction and before its end.
func (c *wrappedConn) checkNotReplaced() error {
	if c.check == nil {
		return nil
	}
	err := c.check()
	if errors.Is(err, ErrReplaced) {
		c.emptyLog()
	}
	return err
}

// emptyLog writes the log to the file that the connection has open, and empties the log. SQLite would else apply it to
// the file that has the name now. A failure changes nothing, and there is no other way.
func (c *wrappedConn) emptyLog() {
	_, _ = c.driverConn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`, nil)
}

// Close closes the connection.
func (c *wrappedConn) Close() error {
	_ = c.checkNotReplaced()
	return c.driverConn.Close()
}

// ResetSession lets the pool replace a connection to a file that was at rest and has changed since.
func (c *wrappedConn) ResetSession(ctx context.Context) error {
	if errors.Is(c.checkNotReplaced(), ErrMeanwhile) {
		return driver.ErrBadConn
	}
	return c.driverConn.ResetSession(ctx)
}

// Close closes the connector of the driver when sql.DB.Close calls it.
func (c connector) Close() error {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// IsValid reports whether the pool may use the connection again.
func (c *wrappedConn) IsValid() bool {
	v, ok := c.driverConn.(driver.Validator)
	return !ok || v.IsValid()
}

// clean returns a value for the database. Of a text it replaces bytes that are not UTF-8 by the character U+FFFD, and
// zero bytes, because a server refuses both. The name of a file may have such bytes.
func clean(value any) any {
	if text, ok := value.(string); ok && (!utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0) {
		return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	}
	return value
}

// CheckNamedValue cleans texts. It lets the driver of a server convert the values of parameters, among them arrays.
func (c *wrappedConn) CheckNamedValue(value *driver.NamedValue) error {
	value.Value = clean(value.Value)
	if checker, ok := c.driverConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

func (c *wrappedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if err := c.checkNotReplaced(); err != nil {
		return nil, err
	}
	return called(ctx, c.connector, func() (driver.Tx, error) { return c.driverConn.BeginTx(ctx, opts) })
}

func (c *wrappedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	query = c.connector.rewrite(query)
	stmt, err := called(ctx, c.connector,
		func() (driver.Stmt, error) { return c.driverConn.PrepareContext(ctx, query) })
	if err != nil {
		return nil, err
	}
	return &wrappedStmt{stmt.(driverStmt), c.connector}, nil
}

// rollBack is the statement that a connection executes whatever has become of its file.
const rollBack = `ROLLBACK`

// commit is the statement that ends a transaction.
const commit = `COMMIT`

func (c *wrappedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		query = c.connector.rewrite(query)
	}
	if err := c.checkNotReplaced(); err != nil && query != rollBack {
		return nil, err
	}
	step := ctx
	if query == commit && c.check != nil {
		// If the context ends during the commit of a file, the driver returns its error whether or not the file has the
		// transaction. So only the wait for a lock ends with the context.
		step = context.WithoutCancel(ctx)
	}
	return called(ctx, c.connector,
		func() (driver.Result, error) { return c.driverConn.ExecContext(step, query, args) })
}

type traceKey struct{}

// WithTrace returns a context for requests and statements: trace is called with each query that they begin, on their
// goroutine.
func WithTrace(ctx context.Context, trace func(query string)) context.Context {
	return context.WithValue(ctx, traceKey{}, trace)
}

func (c *wrappedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if trace, ok := ctx.Value(traceKey{}).(func(string)); ok {
		trace(query)
	}
	if len(args) > 0 {
		query = c.connector.rewrite(query)
	}
	if err := c.checkNotReplaced(); err != nil {
		return nil, err
	}
	return called(ctx, c.connector, func() (driver.Rows, error) {
		rows, err := c.driverConn.QueryContext(ctx, query, args)
		if err != nil {
			err = c.located(err)
		}
		return rows, err
	})
}

func (s *wrappedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return called(ctx, s.connector, func() (driver.Result, error) { return s.driverStmt.ExecContext(ctx, args) })
}

func (s *wrappedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return called(ctx, s.connector, func() (driver.Rows, error) { return s.driverStmt.QueryContext(ctx, args) })
}
