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

// Bulk calls work without the triggers that check rows of cell, elimination, candidate and step that a user inserts.
// work must therefore write consistent rows. Call Bulk inside Atomically: the triggers are back at the end of the
// transaction, so no other connection sees the tables without them. Without Bulk a trigger slows down every inserted
// row, even if its condition is false.
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

// bulkOnServer sets the variable that switches the triggers of a server off.
func (c *Conn) bulkOnServer(ctx context.Context, work func() error) error {
	if _, err := c.ExecContext(ctx, `SET LOCAL setdoku.bulk = 'on'`); err != nil {
		return fmt.Errorf("switch the triggers off: %w", err)
	}
	if err := work(); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, `SET LOCAL setdoku.bulk = 'off'`); err != nil {
		return fmt.Errorf("switch the triggers on: %w", err)
	}
	return nil
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
