package store

import (
	"context"
	"database/sql/driver"
	"io"
)

// fileConnector opens connections to a file. Its connections wait for the locks of other processes themselves: the
// timeout of SQLite ignores contexts and cannot report that it waits, so it is off.
type fileConnector struct {
	driver.Connector
	lockWait lockWait
	what     string // the object of "waiting for" in notices
}

func newFileConnector(c driver.Connector, path string, p lockWait) fileConnector {
	return fileConnector{c, p, "another process that has locked " + path}
}

func (c fileConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := waiting(ctx, c, func() (driver.Conn, error) { return c.Connector.Connect(ctx) })
	if err != nil {
		return nil, err
	}
	return &fileConn{sqliteConn: conn.(sqliteConn), connector: c}, nil
}

// Close closes the wrapped connector when sql.DB.Close calls it.
func (c fileConnector) Close() error {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// waiting repeats try while another process holds a lock.
func waiting[T any](ctx context.Context, c fileConnector, try func() (T, error)) (result T, err error) {
	err = c.lockWait.wait(ctx, c.what, func() (err error) {
		result, err = try()
		return err
	})
	return result, err
}

// sqliteConn has the methods of a connection of the driver.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

type fileConn struct {
	sqliteConn
	connector  fileConnector
	authorizer *authorizer // nil before the first confined statement
}

func (c *fileConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	return waiting(ctx, c.connector, func() (driver.Tx, error) { return c.sqliteConn.BeginTx(ctx, opts) })
}

func (c *fileConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := waiting(ctx, c.connector, func() (driver.Stmt, error) { return c.sqliteConn.PrepareContext(ctx, query) })
	if err != nil {
		return nil, err
	}
	return &fileStmt{stmt.(sqliteStmt), c.connector}, nil
}

func (c *fileConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return waiting(ctx, c.connector, func() (driver.Result, error) { return c.sqliteConn.ExecContext(ctx, query, args) })
}

func (c *fileConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return waiting(ctx, c.connector, func() (driver.Rows, error) { return c.sqliteConn.QueryContext(ctx, query, args) })
}

// sqliteStmt has the methods of a statement of the driver.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type fileStmt struct {
	sqliteStmt
	connector fileConnector
}

func (s *fileStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return waiting(ctx, s.connector, func() (driver.Result, error) { return s.sqliteStmt.ExecContext(ctx, args) })
}

func (s *fileStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return waiting(ctx, s.connector, func() (driver.Rows, error) { return s.sqliteStmt.QueryContext(ctx, args) })
}
