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

// Insert adds rows to a table. values holds a value for every column of the first row, then of
// the next. On a server they go in one stream (COPY), else in statements of many rows.
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

// Copy adds the rows of a query on another connection to the same server to a table, in one
// stream from one to the other.
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
	reader.CloseWithError(err) // so that the other side does not wait for a reader that is gone
	if err := cmp.Or(read.Wait(), err); err != nil {
		return fmt.Errorf("copy rows to %s: %w", table, err)
	}
	return nil
}

// server gives the connection to the server itself to work.
func (c *Conn) server(work func(*pgconn.PgConn) error) error {
	return c.Raw(func(conn any) error { return work(conn.(*serverConn).Conn.Conn().PgConn()) })
}
