package dbtest

import (
	"context"
	"fmt"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// Unchecked executes a statement without the triggers that check and complete rows by hand. It returns the number of
// rows that the statement changed.
func Unchecked(t testing.TB, db *store.DB, statement string, args ...any) (rows int64) {
	t.Helper()
	return UncheckedRows(t, db, statement, [][]any{args})
}

// UncheckedRows executes a statement for each list of arguments as Unchecked does, in one transaction.
func UncheckedRows(t testing.TB, db *store.DB, statement string, lists [][]any) (rows int64) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	err = conn.Atomically(t.Context(), func() error {
		rows = 0
		return Bulk(t.Context(), conn, func() error {
			for _, args := range lists {
				result, err := conn.ExecContext(t.Context(), statement, args...)
				if err != nil {
					return err
				}
				n, err := result.RowsAffected()
				if err != nil {
					return err
				}
				rows += n
			}
			return nil
		})
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

// triggerList has a query for these triggers, and a statement that comes first. On a server the trigger of puzzle
// cannot be dropped, because it writes puzzle_key too.
var triggerList = map[store.Dialect]struct{ first, query string }{
	store.SQLite: {`SELECT 1`, `
		SELECT name AS trigger, '' AS at, sql AS definition
		FROM sqlite_master
		WHERE type = 'trigger'
			AND (tbl_name IN ('cell', 'elimination', 'candidate', 'step', 'deduction') OR name = 'puzzle_unchanged')
		ORDER BY rowid`},
	store.Postgres: {`SELECT SET_CONFIG('setdoku.writer', 'on', TRUE)`, `
		SELECT t.tgname AS trigger, ' ON ' || c.relname AS at, PG_GET_TRIGGERDEF(t.oid) AS definition
		FROM pg_trigger AS t
		INNER JOIN pg_class AS c ON c.oid = t.tgrelid
		WHERE c.relnamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
			AND c.relname IN ('cell', 'elimination', 'candidate', 'step', 'deduction')
			AND NOT t.tgisinternal`},
}

// Bulk calls work without these triggers. Call it inside Atomically.
func Bulk(ctx context.Context, conn *store.Conn, work func() error) error {
	var triggers []struct{ Trigger, At, Definition string }
	list := triggerList[conn.Dialect()]
	if _, err := conn.ExecContext(ctx, list.first); err != nil {
		return err
	}
	if err := conn.SelectContext(ctx, &triggers, list.query); err != nil {
		return fmt.Errorf("read the triggers: %w", err)
	}
	for _, t := range triggers {
		if _, err := conn.ExecContext(ctx, `DROP TRIGGER `+t.Trigger+t.At); err != nil {
			return err
		}
	}
	if err := work(); err != nil {
		return err
	}
	for _, t := range triggers {
		if _, err := conn.ExecContext(ctx, t.Definition); err != nil {
			return fmt.Errorf("%s: %w", t.Definition, err)
		}
	}
	return nil
}

// AllowNull makes every column of a file take NULL, until the caller calls notNull.
func AllowNull(t testing.TB, conn *store.Conn) (notNull func()) {
	t.Helper()
	Exec(t, conn, `
		CREATE TEMP TABLE strict_schema AS SELECT rowid AS id, sql FROM sqlite_schema WHERE type = 'table';
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = REPLACE(REPLACE(sql, 'T NOT NULL', 'T'), 'R NOT NULL', 'R') WHERE type = 'table';
		PRAGMA writable_schema = RESET`)
	return func() {
		t.Helper()
		Exec(t, conn, `
			PRAGMA writable_schema = ON;
			UPDATE sqlite_schema SET sql = (SELECT s.sql FROM temp.strict_schema AS s WHERE s.id = sqlite_schema.rowid)
			WHERE type = 'table';
			PRAGMA writable_schema = RESET;
			DROP TABLE temp.strict_schema`)
	}
}
