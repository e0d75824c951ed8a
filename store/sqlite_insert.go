package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
)

// fileRows inserts rows in statements of many rows. A file has no use for package database/sql, which would check every
// value and take locks, for up to a fifth of the time.
type fileRows struct {
	ctx     context.Context
	conn    *Conn
	head    string // of the statement
	columns int
}

// rowsAtOnce is how many rows one statement inserts into a file. More rows are not faster.
const rowsAtOnce = 81

func (sqliteBackend) insert(ctx context.Context, c *Conn, table string, columns []string) rowWriter {
	c.inserter.values = c.inserter.values[:0]
	return &fileRows{ctx, c, `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES `, len(columns)}
}

func (r *fileRows) add(row []any) error {
	in := &r.conn.inserter
	if err := in.add(row); err != nil || len(in.values) < rowsAtOnce*r.columns {
		return err
	}
	return r.end()
}

// end inserts the rows that wait.
func (r *fileRows) end() (err error) {
	in := &r.conn.inserter
	if n := len(in.values) / r.columns; n > 0 {
		_, err = in.exec(r.ctx, r.conn, in.text(r.head, r.columns, n))
	}
	in.values = in.values[:0]
	return err
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

// exec executes a statement with the values and returns the number of rows that it has changed. The statement is short,
// so exec checks ctx only before it.
func (in *inserter) exec(ctx context.Context, c *Conn, query string) (rows int64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	err = c.Raw(func(conn any) error {
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
		result, err := stmt.(driver.StmtExecContext).ExecContext(context.WithoutCancel(ctx), in.values)
		if err == nil {
			rows, err = result.RowsAffected()
		}
		return err
	})
	return rows, err
}

// run executes a statement on a file, keeps it prepared, and returns the number of rows that it has changed.
func (c *Conn) run(ctx context.Context, query string, values ...any) (rows int64, err error) {
	in := &c.inserter
	in.values = in.values[:0]
	if err := in.add(values); err != nil {
		return 0, err
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
