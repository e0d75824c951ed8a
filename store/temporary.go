package store

import (
	"context"
	"slices"
	"strings"
)

// ClearTemp deletes the rows of all temporary tables of the connection, except those named.
func (c *Conn) ClearTemp(ctx context.Context, except ...string) error {
	tables, err := c.tempTables(ctx)
	tables = slices.DeleteFunc(tables, func(name string) bool {
		_, table, _ := strings.Cut(name, ".")
		return slices.Contains(except, table)
	})
	if err != nil || len(tables) == 0 {
		return err
	}
	_, err = c.ExecContext(ctx, c.texts().empty+strings.Join(tables, c.texts().emptyNext))
	return Explain(err)
}

// DropTemp drops all temporary tables of the connection, and the views of MakeNodeTables. Their names then refer to the
// tables and views of the database again.
func (c *Conn) DropTemp(ctx context.Context) error {
	if text := c.texts().dropTemp; text != "" {
		return Explain(c.do(ctx, text))
	}
	// A view of a variant reads a table.
	if _, err := c.ExecContext(ctx, `DROP VIEW IF EXISTS temp.common_peer`); err != nil {
		return Explain(err)
	}
	tables, err := c.tempTables(ctx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := c.ExecContext(ctx, `DROP TABLE `+t); err != nil {
			return Explain(err)
		}
	}
	return nil
}

// tempTables returns the qualified names of the temporary tables of the connection.
func (c *Conn) tempTables(ctx context.Context) (names []string, err error) {
	if err := c.SelectContext(ctx, &names, c.texts().tempTables); err != nil {
		return nil, Explain(err)
	}
	return names, nil
}

// HasTable reports whether a table or view of a file has the name, which is in lower case. It may be temporary.
func (c *Conn) HasTable(ctx context.Context, name string) (has bool, err error) {
	err = c.GetContext(ctx, &has, `
		SELECT COUNT(*) > 0
		FROM (SELECT name FROM sqlite_master UNION ALL SELECT name FROM temp.sqlite_master) AS x
		WHERE x.name = ?`, name)
	return has, Explain(err)
}
