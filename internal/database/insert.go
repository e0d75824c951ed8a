package database

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sync/errgroup"
)

// Rows takes the rows of a table and hands them to the driver: to a file in statements of many rows, to a server in one
// stream (COPY). A file has no use for package database/sql, which would check every value and take locks, for up to a
// fifth of the time.
type Rows struct {
	ctx     context.Context
	conn    *Conn
	head    string // of the statement
	columns int
	stream  []any // the values for a server
	added   int
	err     error // the first one
}

// rowsAtOnce is how many rows one statement inserts into a file. More rows are not faster.
const rowsAtOnce = 81

// Add adds a row with a value for each column.
func (r *Rows) Add(values ...any) {
	r.added++
	for i := range values {
		values[i] = clean(values[i])
	}
	if r.conn.db.dialect == Postgres {
		r.stream = append(r.stream, values...)
		return
	}
	in := &r.conn.inserter
	if r.err == nil {
		r.err = in.add(values)
	}
	if len(in.values) == rowsAtOnce*r.columns {
		r.flush()
	}
}

// flush inserts the rows that wait.
func (r *Rows) flush() {
	in := &r.conn.inserter
	if n := len(in.values) / r.columns; n > 0 && r.err == nil {
		r.err = in.exec(r.ctx, r.conn, in.text(r.head, r.columns, n))
	}
	in.values = in.values[:0]
}

// Insert inserts the rows that fill adds into columns of a table.
func (c *Conn) Insert(ctx context.Context, table string, columns []string, fill func(*Rows)) error {
	rows := Rows{ctx: ctx, conn: c, columns: len(columns)}
	if c.db.dialect == SQLite {
		rows.head = `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES `
		c.inserter.values = c.inserter.values[:0]
	}
	fill(&rows)
	if c.db.dialect == SQLite {
		rows.flush()
	} else if rows.added > 0 {
		rows.err = c.copyRows(ctx, table, columns, rows.stream)
	}
	if rows.err != nil {
		return fmt.Errorf("write %d rows to %s: %w", rows.added, table, rows.err)
	}
	return nil
}

// copyRows streams rows to a server. values has the values of one row after the other.
func (c *Conn) copyRows(ctx context.Context, table string, columns []string, values []any) error {
	source := pgx.CopyFromSlice(len(values)/len(columns), func(i int) ([]any, error) {
		return values[i*len(columns) : (i+1)*len(columns)], nil
	})
	return c.Raw(func(conn any) error {
		_, err := serverConn(conn).CopyFrom(ctx, pgx.Identifier{table}, columns, source)
		return err
	})
}

// inserter keeps statements of a connection to a file prepared.
type inserter struct {
	texts    map[insertion]string
	prepared map[string]driver.Stmt // by their text
	values   []driver.NamedValue    // of the next statement
}

// insertion identifies a statement that inserts a number of rows.
type insertion struct {
	head string
	rows int
}

// text returns the statement that inserts rows.
func (in *inserter) text(head string, columns, rows int) string {
	key := insertion{head, rows}
	text, known := in.texts[key]
	if !known {
		if in.texts == nil {
			in.texts = make(map[insertion]string)
		}
		text = head + valueRows(columns, rows)
		in.texts[key] = text
	}
	return text
}

// add adds values to the next statement.
func (in *inserter) add(values []any) error {
	for _, v := range values {
		value, err := driverValue(v)
		if err != nil {
			return fmt.Errorf("value %d, %v: %w", len(in.values)+1, v, err)
		}
		in.values = append(in.values, driver.NamedValue{Ordinal: len(in.values) + 1, Value: value})
	}
	return nil
}

// exec executes a statement with the values. The statement is short, so exec checks ctx only before it.
func (in *inserter) exec(ctx context.Context, c *Conn, query string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.Raw(func(conn any) error {
		stmt := in.prepared[query]
		if stmt == nil {
			var err error
			if stmt, err = conn.(driver.ConnPrepareContext).PrepareContext(ctx, query); err != nil {
				return err
			}
			if in.prepared == nil {
				in.prepared = make(map[string]driver.Stmt)
			}
			in.prepared[query] = stmt
		}
		_, err := stmt.(driver.StmtExecContext).ExecContext(context.WithoutCancel(ctx), in.values)
		return err
	})
}

// run executes a statement on a file and keeps it prepared.
func (c *Conn) run(ctx context.Context, query string, values ...any) error {
	in := &c.inserter
	in.values = in.values[:0]
	if err := in.add(values); err != nil {
		return err
	}
	return in.exec(ctx, c, query)
}

// driverValue converts a value for the driver. The most frequent types come first.
func driverValue(v any) (driver.Value, error) {
	switch v := v.(type) {
	case nil, int64, string:
		return v, nil
	case int:
		return int64(v), nil
	case *string:
		if v == nil {
			return nil, nil
		}
		return *v, nil
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

// close closes the prepared statements.
func (in *inserter) close() error {
	var failed []error
	for _, stmt := range in.prepared {
		failed = append(failed, stmt.Close())
	}
	in.prepared = nil
	return errors.Join(failed...)
}

// valueRows returns "(?, ?), (?, ?)" for rows of n columns.
func valueRows(columns, rows int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + "), "
	return strings.TrimSuffix(strings.Repeat(row, rows), ", ")
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
	return c.Raw(func(conn any) error { return work(serverConn(conn).PgConn()) })
}

// serverConn returns the driver's connection to a server.
func serverConn(conn any) *pgx.Conn { return conn.(*calledConn).driverConn.(*stdlib.Conn).Conn() }
