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

// maxParameters is how many parameters SQLite takes in one statement.
const maxParameters = 32766

// Insert adds rows to a table, each with a value for every column: in one stream on a
// server (COPY), else in statements of many rows.
func (c *Conn) Insert(ctx context.Context, table string, columns []string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	insert := c.insertRows
	if c.db.dialect == Postgres {
		insert = c.copyRows
	}
	if err := insert(ctx, table, columns, rows); err != nil {
		return fmt.Errorf("write %d rows to %s: %w", len(rows), table, err)
	}
	return nil
}

func (c *Conn) insertRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	most := maxParameters / len(columns)
	for len(rows) > 0 {
		n := min(most, len(rows))
		args := make([]any, 0, n*len(columns))
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		query := `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES ` + valueRows(len(columns), n)
		if _, err := c.ExecContext(ctx, query, args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (c *Conn) copyRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	return c.Raw(func(conn any) error {
		_, err := conn.(*serverConn).Conn.Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

// valueRows returns "(?, ?), (?, ?)" for rows of n columns.
func valueRows(columns, rows int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + "), "
	return strings.TrimSuffix(strings.Repeat(row, rows), ", ")
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
