package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
)

// changing are the first words of all statements that change data. A read-only database refuses most of them itself,
// but not VACUUM INTO, which writes another file.
var changing = []string{
	"ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "INSERT", "REINDEX",
	"RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM",
}

func (sqliteBackend) query(ctx context.Context, db *DB, text string, values map[string]any) (*QueryRows, error) {
	word, err := onlyStatement(text)
	if err != nil {
		return nil, err
	}
	if slices.Contains(changing, strings.ToUpper(word)) {
		return nil, ErrWrites
	}
	names := Parameters(text)
	args, err := parameterValues(names, values)
	if err != nil {
		return nil, err
	}
	for i, name := range names { // SQLite reads the names itself, and uses them in headings and errors
		args[i] = sql.Named(name, args[i])
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	if _, err := conn.ExecContext(ctx, `PRAGMA query_only = 1`); err != nil {
		return nil, errors.Join(queryError(err), conn.Close())
	}
	release := func() error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = 0`)
		return errors.Join(err, conn.Close())
	}
	rows, err := conn.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, errors.Join(queryError(err), release())
	}
	hangUp := func() error { return errors.Join(rows.Close(), release()) }
	columns, err := rows.Columns()
	if err != nil {
		return nil, errors.Join(queryError(err), hangUp())
	}
	next := rowIterator(rows, len(columns))
	return &QueryRows{Columns: columns, close: hangUp, next: func() ([]any, error) {
		row, err := next()
		if row == nil {
			err = cmp.Or(usable(conn), err)
		}
		return row, err
	}}, nil
}

// rowIterator returns a function that reads the next row.
func rowIterator(rows *sql.Rows, columns int) func() ([]any, error) {
	return func() ([]any, error) {
		if !rows.Next() {
			return nil, queryError(rows.Err())
		}
		row := make([]any, columns)
		into := make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, queryError(err)
		}
		return row, nil
	}
}
