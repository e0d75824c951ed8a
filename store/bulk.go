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

// Bulk runs work while the triggers are away that check what is written by hand into cell, elimination, candidate and
// step: work must write rows that go together. It must be called inside Atomically. Nobody else sees that they are away, for
// they come back in the same transaction. A trigger costs every row that is written, also where its condition is false.
func (c *Conn) Bulk(ctx context.Context, work func() error) error {
	if c.db.dialect == Postgres {
		return c.bulkOnServer(ctx, work)
	}
	var triggers []struct{ Name, SQL string }
	err := c.SelectContext(ctx, &triggers, `
		SELECT name, sql
		FROM sqlite_master
		WHERE type = 'trigger' AND tbl_name IN ('cell', 'elimination', 'candidate', 'step')
		ORDER BY rowid`)
	if err != nil {
		return fmt.Errorf("read the triggers: %w", err)
	}
	for _, t := range triggers {
		if _, err := c.ExecContext(ctx, `DROP TRIGGER `+t.Name); err != nil {
			return fmt.Errorf("drop trigger %s: %w", t.Name, err)
		}
	}
	if err := work(); err != nil {
		return err
	}
	for _, t := range triggers {
		if _, err := c.ExecContext(ctx, t.SQL); err != nil {
			return fmt.Errorf("create trigger %s: %w", t.Name, err)
		}
	}
	return nil
}

// bulkOnServer sets what the triggers of a server look at before they look at a row.
func (c *Conn) bulkOnServer(ctx context.Context, work func() error) error {
	if _, err := c.ExecContext(ctx, `SET LOCAL setdoku.bulk = 'on'`); err != nil {
		return fmt.Errorf("put the triggers aside: %w", err)
	}
	if err := work(); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, `SET LOCAL setdoku.bulk = 'off'`); err != nil {
		return fmt.Errorf("bring the triggers back: %w", err)
	}
	return nil
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
