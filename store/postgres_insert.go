package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// serverRows streams rows to a server (COPY).
type serverRows struct {
	ctx     context.Context
	conn    *Conn
	table   string
	columns []string
	values  []any // of one row after the other
}

func (postgresBackend) insert(ctx context.Context, c *Conn, table string, columns []string) rowWriter {
	return &serverRows{ctx: ctx, conn: c, table: table, columns: columns}
}

func (r *serverRows) add(row []any) error {
	r.values = append(r.values, row...)
	return nil
}

func (r *serverRows) end() error {
	n := len(r.columns)
	if len(r.values) == 0 {
		return nil
	}
	source := pgx.CopyFromSlice(len(r.values)/n, func(i int) ([]any, error) { return r.values[i*n : (i+1)*n], nil })
	return r.conn.Raw(func(conn any) error {
		_, err := serverConn(conn).CopyFrom(r.ctx, pgx.Identifier{r.table}, r.columns, source)
		return err
	})
}

// server calls work with the driver's connection to the server.
func (c *Conn) server(work func(*pgconn.PgConn) error) error {
	return c.Raw(func(conn any) error { return work(serverConn(conn).PgConn()) })
}

// serverConn returns the driver's connection to a server.
func serverConn(conn any) *pgx.Conn { return conn.(*wrappedConn).driverConn.(*stdlib.Conn).Conn() }
