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
	"golang.org/x/sync/errgroup"
)

// Insert adds rows to a table. values holds a value for every column of the first row, then of the next row, and so
// on. A server gets the rows in one stream (COPY), a file in statements of many rows.
func (c *Conn) Insert(ctx context.Context, table string, columns []string, values []any) error {
	if len(values) == 0 {
		return nil
	}
	insert := c.insertRows
	if c.db.dialect == Postgres {
		insert = c.copyRows
	}
	if err := insert(ctx, table, columns, values); err != nil {
		return fmt.Errorf("write %d rows to %s: %w", len(values)/len(columns), table, err)
	}
	return nil
}

func (c *Conn) copyRows(ctx context.Context, table string, columns []string, values []any) error {
	source := pgx.CopyFromSlice(len(values)/len(columns), func(i int) ([]any, error) {
		return values[i*len(columns) : (i+1)*len(columns)], nil
	})
	return c.Raw(func(conn any) error {
		_, err := conn.(*serverConn).Conn.Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, source)
		return err
	})
}

// Copy adds the rows of a query to a table. The query runs on another connection to the same server. The rows go
// through in one stream.
func (c *Conn) Copy(ctx context.Context, table string, columns []string, source *Conn, query string) error {
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
	return c.Raw(func(conn any) error { return work(conn.(*serverConn).Conn.Conn().PgConn()) })
}
