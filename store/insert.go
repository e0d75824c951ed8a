package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
)

// rowsAtOnce is how many rows one statement inserts into a file. More rows are not faster.
const rowsAtOnce = 81

// inserter writes many rows into a file with the driver's interface. Package database/sql would check every value and
// take locks, which costs up to a fifth of the time of an insertion.
type inserter struct {
	prepared map[string]driver.Stmt // by their text
	values   []driver.NamedValue    // of the statement
}

// insertRows inserts rows in statements of up to rowsAtOnce rows.
func (c *Conn) insertRows(ctx context.Context, table string, columns []string, values []any) error {
	head := `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES `
	for len(values) > 0 {
		rows := min(rowsAtOnce, len(values)/len(columns))
		n := rows * len(columns)
		if err := c.run(ctx, head+valueRows(len(columns), rows), values[:n]); err != nil {
			return err
		}
		values = values[n:]
	}
	return nil
}

// run executes a statement on a file and keeps it prepared. The statement is short, so run checks ctx only before it.
func (c *Conn) run(ctx context.Context, query string, values []any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in := &c.inserter
	in.values = in.values[:0]
	for i, v := range values {
		value, err := driverValue(v)
		if err != nil {
			return fmt.Errorf("value %d, %v: %w", i+1, v, err)
		}
		in.values = append(in.values, driver.NamedValue{Ordinal: i + 1, Value: value})
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
