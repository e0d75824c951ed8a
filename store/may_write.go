package store

import (
	"context"
	"fmt"
)

// CheckMayWrite returns an error if this process may write no table of the database. It wraps ErrPermission for the user
// of a server, and ErrReadOnly for a file. A user who may write some of the tables gets no error.
func (db *DB) CheckMayWrite(ctx context.Context) error {
	if db.dialect == SQLite {
		return fileMayBeWritten(db.path)
	}
	names, err := relationNames()
	if err != nil {
		return err
	}
	var may bool
	err = db.GetContext(ctx, &may, `
		SELECT EXISTS (
			SELECT 1
			FROM pg_class AS c
			INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
			WHERE n.nspname = CURRENT_SCHEMA() AND c.relkind IN ('r', 'p') AND c.relname = ANY (CAST(? AS TEXT[]))
				AND HAS_ANY_COLUMN_PRIVILEGE(c.oid, 'INSERT, UPDATE')
		)`, names)
	if err == nil && !may {
		err = fmt.Errorf("%w: to write to any table", ErrPermission)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", db.path, Explain(err))
	}
	return nil
}
