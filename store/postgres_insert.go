package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sync/errgroup"
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

// copy passes the rows through in one stream.
func (postgresBackend) copy(ctx context.Context, c *Conn, table string, columns []string, source *Conn,
	query string) error {
	list := strings.Join(columns, ", ")
	reader, writer := io.Pipe()
	var read errgroup.Group
	read.Go(func() error {
		err := source.server(func(conn *pgconn.PgConn) error {
			_, err := conn.CopyTo(ctx, writer, `COPY (`+query+`) TO STDOUT`)
			return err
		})
		return errors.Join(err, writer.CloseWithError(err))
	})
	err := c.server(func(conn *pgconn.PgConn) error {
		_, err := conn.CopyFrom(ctx, reader, `COPY `+table+` (`+list+`) FROM STDIN`)
		return err
	})
	reader.CloseWithError(err) // ends the COPY of the other connection, which would wait for a reader
	if err := cmp.Or(read.Wait(), err); err != nil {
		return fmt.Errorf("copy rows to %s: %w", table, err)
	}
	return nil
}

// server calls work with the driver's connection to the server.
func (c *Conn) server(work func(*pgconn.PgConn) error) error {
	return c.Raw(func(conn any) error { return work(serverConn(conn).PgConn()) })
}

// serverConn returns the driver's connection to a server.
func serverConn(conn any) *pgx.Conn { return conn.(*calledConn).driverConn.(*stdlib.Conn).Conn() }
