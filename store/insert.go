package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"setdoku"
)

// rowsAtOnce is how many rows one statement inserts into a file. More rows are not faster.
const rowsAtOnce = 81

// inserter writes many rows into a file with the driver's interface. Package database/sql would check every value and
// take locks, which costs up to a fifth of the time of an insertion.
type inserter struct {
	prepared map[string]driver.Stmt // by their text
	values   []driver.NamedValue    // of the statement
	rest     []any                  // rows that another statement inserts later
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

// cellColumns are the columns of cell, in the order of Outcomes.Cells.
var cellColumns = []string{"puzzle_id", "cell", "digit", "step", "rule", "pattern"}

// filledGrid is the statement that inserts the 81 cells of a puzzle. It binds the puzzle_id once and has the cells as
// constants, so that a row has four parameters instead of six.
var filledGrid = func() string {
	var b strings.Builder
	b.WriteString(`INSERT INTO cell (` + strings.Join(cellColumns, ", ") + `) VALUES `)
	for i := range setdoku.CellCount {
		if i == 0 {
			fmt.Fprintf(&b, "(?, %d, ?, ?, ?, ?)", setdoku.CellNumber(i))
		} else {
			fmt.Fprintf(&b, ", (?1, %d, ?, ?, ?, ?)", setdoku.CellNumber(i))
		}
	}
	return b.String()
}()

// insertCells is Insert for the table cell of a file with the columns cellColumns. It inserts filled grids with the
// statement filledGrid.
func (c *Conn) insertCells(ctx context.Context, table string, columns []string, values []any) error {
	const width, whole = 6, 6 * setdoku.CellCount
	in := &c.inserter
	in.rest = in.rest[:0]
	bound := make([]any, 0, 1+4*setdoku.CellCount)
	for len(values) > 0 {
		if !isGrid(values) {
			in.rest = append(in.rest, values[:width]...)
			values = values[width:]
			continue
		}
		bound = append(bound[:0], values[0])
		for row := values[:whole]; len(row) > 0; row = row[width:] {
			bound = append(bound, row[2:width]...)
		}
		if err := c.run(ctx, filledGrid, bound); err != nil {
			return fmt.Errorf("write the cells of puzzle %v: %w", values[0], err)
		}
		values = values[whole:]
	}
	return c.Insert(ctx, table, columns, in.rest)
}

// isGrid reports whether the rows begin with all cells of one puzzle, in order.
func isGrid(values []any) bool {
	const width = 6
	if len(values) < width*setdoku.CellCount {
		return false
	}
	for i := range setdoku.CellCount {
		if values[width*i] != values[0] || values[width*i+1] != setdoku.CellNumber(i) {
			return false
		}
	}
	return true
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
