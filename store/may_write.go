package store

import (
	"context"
	"errors"
	"fmt"
)

// CheckMayWrite returns an error if this process may write no table of the database. It wraps ErrPermission for the user
// of a server, and ErrReadOnly for a file. A user who may write some of the tables gets no error.
func (db *DB) CheckMayWrite(ctx context.Context) error {
	if db.dialect == SQLite {
		return db.checkFileMayWrite(ctx)
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

// checkFileMayWrite deletes nothing. SQLite opens a file that it may not write as a file to read, and refuses such a statement. A
// process that holds the lock of the file may write it, and so may this one.
func (db *DB) checkFileMayWrite(ctx context.Context) error {
	now := make(chan struct{})
	close(now)
	_, err := db.ExecContext(WithShortWaitAfter(ctx, now), `DELETE FROM puzzle WHERE FALSE`)
	if err = Explain(err); err == nil || errors.Is(err, ErrLocked) {
		return nil
	}
	return fmt.Errorf("%s: %w", db.path, err)
}
