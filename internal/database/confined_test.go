package database_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
)

// TestConfined tries statements that a technique file must not have, on both databases, inside a transaction and
// outside of one. None of them may change a table or make a file.
func TestConfined(t *testing.T) {
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		tryConfined(t, dbtest.Open(t),
			`ATTACH '`+filepath.Join(dir, "other.db")+`' AS other_file`, `DETACH main`, `VACUUM`,
			`VACUUM INTO '`+filepath.Join(dir, "copy.db")+`'`,
			`PRAGMA user_version = 7`, `PRAGMA journal_mode = DELETE`, `PRAGMA temp_store = 1`,
			`PRAGMA foreign_keys = 0`,
			`SELECT * FROM pragma_user_version`, `ANALYZE`, `REINDEX`, `REPLACE INTO puzzle (givens) VALUES ('x')`,
			`CREATE TEMP TRIGGER t AFTER INSERT ON own BEGIN DELETE FROM puzzle; END`,
			`CREATE VIRTUAL TABLE temp.v USING fts5(a)`,
			`UPDATE sqlite_dbpage SET data = ZEROBLOB(4096)`, `END`)
		if _, err := dbtest.Open(t).ExecContext(t.Context(), `SELECT LOAD_EXTENSION('x')`); err == nil {
			t.Error("a statement loads an extension")
		}
		if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
			t.Errorf("files made: %v, error %v", made, err)
		}
	})
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		tryConfined(t, dbtest.OpenServer(t, 2),
			`WITH gone AS (DELETE FROM puzzle RETURNING puzzle_id) INSERT INTO own (a) SELECT puzzle_id FROM gone`,
			`WITH gone AS (DELETE FROM other RETURNING a) INSERT INTO own (a) SELECT a FROM gone`,
			`SET join_collapse_limit = 8`, `COPY own FROM PROGRAM 'echo 1'`, `DO 'BEGIN DELETE FROM puzzle; END'`,
			`GRANT SELECT ON puzzle TO PUBLIC`,
			`TRUNCATE puzzle`, `TRUNCATE other`, `LOCK TABLE puzzle`, `SELECT * FROM puzzle FOR UPDATE`,
			`SELECT * INTO mine FROM puzzle`,
			`CREATE TEMP TABLE mine AS SELECT 1 AS a`, `CREATE FUNCTION f() RETURNS INTEGER LANGUAGE SQL AS 'SELECT 1'`,
			`SELECT SETVAL(PG_GET_SERIAL_SEQUENCE('puzzle', 'puzzle_id'), 99)`, `LISTEN x`, `START TRANSACTION`,
			`MERGE INTO puzzle AS z USING own AS o ON o.a = z.puzzle_id WHEN MATCHED THEN DELETE`)
	})
}

// tryConfined executes the statements and others that both databases know, and then one that is allowed.
func tryConfined(t *testing.T, db *database.DB, statements ...string) {
	t.Helper()
	statements = append(statements, `DELETE FROM puzzle`, `DROP TABLE puzzle`, `UPDATE technique SET weight = 1`,
		`CREATE TABLE mine (a INTEGER)`,
		`CREATE INDEX mine ON puzzle (givens)`, `CREATE VIEW mine AS SELECT 1 AS a`,
		`CREATE TEMP VIEW mine AS SELECT 1 AS a`,
		`ALTER TABLE puzzle RENAME TO mine`, `BEGIN`, `COMMIT`, `ROLLBACK`, `SAVEPOINT s`, `DELETE FROM other`,
		`UPDATE other SET a = 2`, `DROP TABLE own`,
		`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 11, 1, 'manual')`)
	if _, err := db.ExecContext(t.Context(), `INSERT INTO puzzle (givens) VALUES (?)`,
		strings.Repeat(".", 81)); err != nil {
		t.Fatal(err)
	}
	c, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	for _, q := range []string{`CREATE TEMP TABLE own (a INTEGER)`, `CREATE TEMP TABLE other (a INTEGER)`,
		`INSERT INTO other VALUES (1)`} {
		if _, err := c.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	own := []string{"own"}
	run := func(statement string) error {
		return c.Confined(t.Context(), own, func() error {
			_, err := c.ExecContext(t.Context(), statement)
			return err
		})
	}
	before := []int{dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle`),
		dbtest.Count(t, db, `SELECT SUM(weight) FROM technique`)}
	for _, s := range statements {
		stmt, err := c.PrepareConfined(t.Context(), own, s)
		if err == nil {
			_ = stmt.Close()
			err = run(s)
		}
		if !errors.Is(err, database.ErrForbidden) {
			t.Errorf("%s: error %v, want that it is not allowed", s, err)
		}
		inside := c.Atomically(t.Context(), func() error {
			if stmt, err := c.PrepareConfined(t.Context(), own, s); err != nil || stmt.Close() != nil {
				return err
			}
			return run(s)
		})
		if inside == nil { // a file has no VACUUM there, so the error may be another one
			t.Errorf("%s in a transaction: no error", s)
		}
	}
	var others int
	if err := c.GetContext(t.Context(), &others, `SELECT SUM(a) FROM other`); err != nil || others != 1 {
		t.Errorf("the other temporary table has the sum %d, error %v", others, err)
	}
	after := []int{dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle`),
		dbtest.Count(t, db, `SELECT SUM(weight) FROM technique`)}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("puzzles and weights have changed (-before +after):\n%s", diff)
	}
	// What is allowed works, inside a transaction too, which can write again afterwards.
	err = c.Atomically(t.Context(), func() error {
		if err := run(`INSERT INTO own (a) SELECT puzzle_id FROM puzzle`); err != nil {
			return err
		}
		_, err := c.ExecContext(t.Context(), `UPDATE technique SET weight = weight`)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if err := run(`UPDATE own SET a = a + 1`); err != nil {
		t.Error(err)
	}
}
