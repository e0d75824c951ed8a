package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku/internal/format"
)

// Inserter takes the rows of a table.
type Inserter struct {
	to    rowWriter
	added int
	err   error // the first one
}

// Add adds a row with a value for each column.
func (r *Inserter) Add(values ...any) {
	r.added++
	for i := range values {
		values[i] = clean(values[i])
	}
	if r.err == nil {
		r.err = r.to.add(values)
	}
}

// Insert inserts the rows that fill adds into columns of a table.
func (c *Conn) Insert(ctx context.Context, table string, columns []string, fill func(*Inserter)) error {
	rows := Inserter{to: c.backend.insert(ctx, c, table, columns)}
	fill(&rows)
	if rows.err == nil {
		rows.err = rows.to.end()
	}
	if rows.err != nil {
		return fmt.Errorf("write %s to %s: %w", format.Plural(rows.added, "row"), table, rows.err)
	}
	return nil
}

// valueRows returns "(?, ?), (?, ?)" for rows of n columns.
func valueRows(columns, rows int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + "), "
	return strings.TrimSuffix(strings.Repeat(row, rows), ", ")
}
