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
	var conn driver.Conn
	err := c.wait(ctx, func() (err error) {
		conn, err = c.Connector.Connect(ctx)
		return err
	})
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

func (c fileConnector) wait(ctx context.Context, try func() error) error {
	return c.lockWait.wait(ctx, c.what, try)
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

func (c *fileConn) BeginTx(ctx context.Context, opts driver.TxOptions) (tx driver.Tx, err error) {
	err = c.connector.wait(ctx, func() (err error) {
		tx, err = c.sqliteConn.BeginTx(ctx, opts)
		return err
	})
	return tx, err
}

func (c *fileConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	var stmt driver.Stmt
	err := c.connector.wait(ctx, func() (err error) {
		stmt, err = c.sqliteConn.PrepareContext(ctx, query)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &fileStmt{stmt.(sqliteStmt), c.connector}, nil
}

func (c *fileConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (result driver.Result, err error) {
	err = c.connector.wait(ctx, func() (err error) {
		result, err = c.sqliteConn.ExecContext(ctx, query, args)
		return err
	})
	return result, err
}

func (c *fileConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (rows driver.Rows, err error) {
	err = c.connector.wait(ctx, func() (err error) {
		rows, err = c.sqliteConn.QueryContext(ctx, query, args)
		return err
	})
	return rows, err
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

func (s *fileStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (result driver.Result, err error) {
	err = s.connector.wait(ctx, func() (err error) {
		result, err = s.sqliteStmt.ExecContext(ctx, args)
		return err
	})
	return result, err
}

func (s *fileStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (rows driver.Rows, err error) {
	err = s.connector.wait(ctx, func() (err error) {
		rows, err = s.sqliteStmt.QueryContext(ctx, args)
		return err
	})
	return rows, err
}
