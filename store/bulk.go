package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"
)

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
