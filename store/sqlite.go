package store

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"setdoku/store/record"
)

// sqliteBackend is SQLite inside this program, with a file or a database in memory.
type sqliteBackend struct{}

var sqliteTexts = texts{
	dialect:      SQLite,
	versionTable: goose.DefaultTablename,
	keyTable:     "puzzle",

	hasTable:   `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)`,
	tempTables: `SELECT 'temp.' || name FROM temp.sqlite_master WHERE type = 'table'`,
	empty:      `DELETE FROM `, emptyNext: `; DELETE FROM `,
	schema: `PRAGMA schema_version`,

	skipChecks:  `PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1`,
	reading:     `BEGIN`,
	beginWriter: `INSERT OR IGNORE INTO writer (open) VALUES (1)`,
	endWriter:   `DELETE FROM writer`,

	hasCitus: `SELECT FALSE`,
	layout:   `SELECT '' AS name, 0 AS partitions, FALSE AS distributed WHERE FALSE`,
}

func (sqliteBackend) texts() *texts { return &sqliteTexts }

func (sqliteBackend) connect(ctx context.Context, target, mode string) (db *DB, err error) {
	made := false
	if mode == "rwc" {
		made, err = createFile(ctx, target)
	}
	if err == nil {
		err = checkPath(ctx, target, mode)
	}
	if err != nil {
		return nil, err
	}
	if db, err = connectFile(ctx, target, mode); err == nil {
		db.referenceKnown = made
	}
	return db, err
}

func (sqliteBackend) migrator() (goose.Dialect, []goose.ProviderOption, error) {
	return goose.DialectSQLite3, nil, nil
}

// beginMigration marks the file as a setdoku database.
func (sqliteBackend) beginMigration(ctx context.Context, db *DB) ([]Migration, error) {
	_, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID))
	return nil, err
}

func (b sqliteBackend) acquire(context.Context, *Conn) (backend, error) { return b, nil }

func (b sqliteBackend) release(c *Conn) {
	_ = c.Raw(func(any) error { return c.inserter.close() })
	if c.noTriggers {
		_ = b.setTriggers(c, true)
	}
	if c.skipsChecks {
		_, _ = c.ExecContext(context.Background(), `PRAGMA foreign_keys = 1; PRAGMA ignore_check_constraints = 0`)
	}
}

// setTriggers calls a function of SQLite, because SQL has no statement for this.
func (sqliteBackend) setTriggers(c *Conn, on bool) error {
	c.noTriggers = !on
	return c.onHandle(func(tls *libc.TLS, handle uintptr) error {
		const arguments = 2 * 8 // two places of libc.VaList
		list := tls.Alloc(arguments)
		defer tls.Free(arguments)
		value := int32(0)
		if on {
			value = 1
		}
		code := sqlite3.Xsqlite3_db_config(tls, handle, sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER,
			libc.VaList(list, value, uintptr(0)))
		if code != sqlite3.SQLITE_OK {
			return fmt.Errorf("sqlite3_db_config returns %d for the triggers, want %d", code, sqlite3.SQLITE_OK)
		}
		return nil
	})
}

// writePause is the pause between two write transactions on a file, so that a waiting process gets its turn. It is
// longer than the interval in which processes poll for the lock.
const writePause = 3 * time.Millisecond

func (sqliteBackend) begin(c *Conn) string {
	if rest := writePause - time.Since(c.wrote); rest > 0 {
		time.Sleep(rest)
	}
	return `BEGIN IMMEDIATE`
}

// addKeys only numbers the puzzles, because the table puzzle itself keeps them unique. The transaction is the only one
// that writes.
func (sqliteBackend) addKeys(ctx context.Context, c *Conn, puzzles []*record.Puzzle) (added, others []*record.Puzzle,
	err error) {
	var last int64
	err = c.GetContext(ctx, &last, `SELECT COALESCE(MAX(s.seq), 0) FROM sqlite_sequence AS s WHERE s.name = 'puzzle'`)
	if last > math.MaxInt64-int64(len(puzzles)) {
		return nil, nil, fmt.Errorf("the greatest puzzle_id is %d, want one of at most %d so that %d puzzles can follow",
			last, math.MaxInt64-int64(len(puzzles)), len(puzzles))
	}
	for _, p := range puzzles {
		last++
		p.PuzzleID = last
	}
	return puzzles, nil, err
}

// finish updates puzzle with one statement for each result.
func (sqliteBackend) finish(ctx context.Context, c *Conn, run int64, results []*record.Puzzle) (saved []*record.Puzzle,
	err error) {
	const query = `
		UPDATE puzzle
		SET version = version + 1, status = ?, steps = ?, solution = ?, level = ?, hardest = ?, score = ?, rounds = ?,
			depth = ?, run_id = ?
		WHERE puzzle_id = ? AND version = ?`
	for _, r := range results {
		updated, err := c.run(ctx, query, r.Status, r.Steps, orNull(r.Solution), orNull(r.Level), orNull(r.Hardest),
			r.Score, r.Rounds, r.Depth, run, r.PuzzleID, r.Version)
		if err != nil {
			return nil, fmt.Errorf("finish puzzle %d: %w", r.PuzzleID, err)
		}
		if updated > 0 {
			saved = append(saved, r)
		}
	}
	return saved, nil
}

// lock does nothing, because the transaction has locked the file.
func (sqliteBackend) lock(context.Context, *Conn, []int64) error { return nil }

// share takes the puzzles in their order, because the transaction of a chunk locks the file.
func (sqliteBackend) share(ctx context.Context, k *Claims, limit int) error {
	return k.inOrder(ctx, limit)
}

// SQLiteVersion returns the version of the SQLite inside this program, such as 3.40.1.
func SQLiteVersion() string { return libc.GoString(sqlite3.Xsqlite3_libversion(nil)) }
