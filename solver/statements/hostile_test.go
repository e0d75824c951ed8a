package statements

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// hostile are statements that a technique file must not have.
var hostile = []string{
	// Both databases know these.
	`DELETE FROM puzzle`, `DROP TABLE puzzle`, `UPDATE technique SET weight = 1`, `CREATE TABLE mine (a INTEGER)`,
	`CREATE INDEX mine ON puzzle (givens)`, `CREATE VIEW mine AS SELECT 1 AS a`,
	`CREATE TEMP VIEW mine AS SELECT 1 AS a`, `ALTER TABLE puzzle RENAME TO mine`, `BEGIN`, `COMMIT`, `ROLLBACK`,
	`SAVEPOINT s`, `DELETE FROM pass`, `UPDATE work_puzzle SET status = 'solved'`, `DROP TABLE own`,
	`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 11, 1, 'manual')`,
	// SQLite knows these.
	`ATTACH 'other.db' AS other_file`, `DETACH main`, `VACUUM`, `VACUUM INTO 'copy.db'`, `PRAGMA user_version = 7`,
	`PRAGMA journal_mode = DELETE`, `PRAGMA temp_store = 1`, `PRAGMA foreign_keys = 0`, `PRAGMA hard_heap_limit = 1`,
	`ANALYZE`, `REINDEX`, `REPLACE INTO puzzle (givens) VALUES ('x')`, `DELETE FROM main.own`,
	`CREATE TEMP TRIGGER t AFTER INSERT ON own BEGIN DELETE FROM puzzle; END`,
	`CREATE VIRTUAL TABLE temp.v USING fts5(a)`, `UPDATE sqlite_dbpage SET data = ZEROBLOB(4096)`, `END`,
	`DELETE FROM "pass"`, `DELETE FROM [pass]`, "DELETE FROM `pass`", `DELETE FROM 'pass'`, `DELETE/**/FROM pass`,
	`INSERT INTO temp . pass (puzzle_id) VALUES (7)`, `WITH a AS (SELECT 1) UPDATE OR IGNORE pass SET size = 1`,
	`INSERT INTO "pass" AS own (puzzle_id, technique, size) VALUES (7, 'own', 1)`,
	`EXPLAIN DELETE FROM puzzle`, `SELECT LOAD_EXTENSION('x')`,
	// Only PostgreSQL knows these.
	`WITH gone AS (DELETE FROM puzzle RETURNING puzzle_id) INSERT INTO own (a) SELECT puzzle_id FROM gone`,
	`SET join_collapse_limit = 8`, `COPY own FROM PROGRAM 'echo 1'`, `DO 'BEGIN DELETE FROM puzzle; END'`,
	`GRANT SELECT ON puzzle TO PUBLIC`, `TRUNCATE puzzle`, `LOCK TABLE puzzle`, `SELECT * FROM puzzle FOR UPDATE`,
	`SELECT * INTO mine FROM puzzle`, `CREATE TEMP TABLE mine AS SELECT 1 AS a`,
	`CREATE FUNCTION f() RETURNS INTEGER LANGUAGE SQL AS 'SELECT 1'`,
	`SELECT SETVAL(PG_GET_SERIAL_SEQUENCE('puzzle', 'puzzle_id'), 99)`, `LISTEN x`, `START TRANSACTION`,
	`MERGE INTO puzzle AS z USING own AS o ON o.a = z.puzzle_id WHEN MATCHED THEN DELETE`,
}

// harmless are statements without an effect.
var harmless = []string{`SELECT * FROM pragma_user_version`, `SELECT * FROM puzzle`, `VALUES (1)`,
	`INSERT INTO own (a) SELECT puzzle_id FROM puzzle`, `UPDATE own SET a = a + 1`, `DELETE FROM temp.own`}

// hostileHeader begins a technique file that finds nothing. Its next statement is in line 11.
const hostileHeader = `-- @technique own
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction
-- @key none
-- @cost none
CREATE TEMP TABLE own (a INTEGER);
INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, 'own', 0, 11, 1, 1 FROM pass AS p WHERE p.size = 77;
`

// TestHostile runs technique files with such statements in a file and on a server. Each hostile one is refused, and the
// message names its line. None of them changes the database or makes a file.
func TestHostile(t *testing.T) {
	gridtest.Long(t, "a process for each statement")
	t.Chdir(t.TempDir())
	t.Run("file", func(t *testing.T) { refuses(t, dbtest.Open(t)) })
	t.Run("server", func(t *testing.T) { refuses(t, dbtest.OpenServer(t, 2)) })
	if made, err := os.ReadDir("."); err != nil || len(made) > 0 {
		t.Errorf("files made: %v, error %v", made, err)
	}
}

func refuses(t *testing.T, db *store.DB) {
	dbtest.Exec(t, db, `INSERT INTO puzzle (givens) VALUES (?)`, strings.Repeat(".", 81))
	counts := func() []int {
		return []int{dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle`),
			dbtest.Count(t, db, `SELECT SUM(weight) FROM technique`)}
	}
	before := counts()
	puzzle := []format.Puzzle{{State: setdoku.State{Givens: gridtest.Minimal(gridtest.New(1))}}}
	for _, s := range slices.Concat(hostile, harmless) {
		own := catalogue.Technique{Technique: setdoku.Technique{Name: "own"}, File: "own", Path: "own.sql",
			Text: hostileHeader + s + ";\n"}
		var found [][]setdoku.Deduction
		f, err := NewFinder(t.Context(), db, catalogue.Catalogue{own})
		if err == nil {
			found, err = f.Find(t.Context(), puzzle)
			err = errors.Join(err, f.Close(t.Context()))
		}
		fault := (*Fault)(nil)
		switch refused := errors.As(err, &fault); {
		case slices.Contains(harmless, s):
			if err != nil || len(found[0]) > 0 {
				t.Errorf("%s: found %v, error %v", s, found, err)
			}
		case !refused, fault.Line != 11, fault.Problem == "":
			t.Errorf("%s: error %v, want one that names line 11", s, err)
		}
	}
	if diff := cmp.Diff(before, counts()); diff != "" {
		t.Errorf("puzzles and weights have changed (-before +after):\n%s", diff)
	}
}
