// Package store knows the database: it opens and migrates a file, imports and
// exports puzzles, and reads results, audit rows and free queries.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors that a caller can switch on with errors.Is.
var (
	ErrNotSetdoku = errors.New("not a setdoku database")
	ErrNewer      = errors.New("made by a newer setdoku")
	ErrOlder      = errors.New("made by an older setdoku and opened read-only; run 'setdoku migrate up' on it")
	ErrLocked     = errors.New("locked by another process")
	ErrReadOnly   = errors.New("read-only")
	ErrDamaged    = errors.New("damaged or truncated")
	ErrFull       = errors.New("disk full")
)

// applicationID marks the file of a setdoku database (PRAGMA application_id): "sdku".
const applicationID = 0x73646b75

// DB is an open setdoku database.
type DB struct {
	*sqlx.DB
	path     string
	temp     string        // folder to remove on Close
	patience time.Duration // how long a statement waits for another process
}

// Path returns the file that was opened, "" for a temporary database.
func (db *DB) Path() string {
	if db.temp != "" {
		return ""
	}
	return db.path
}

// dsn returns the data source name of a database file with the pragmas that every
// pooled connection needs. mode is the SQLite URI mode: ro, rw or rwc.
func dsn(path, mode string, patience time.Duration) string {
	v := url.Values{}
	v.Set("mode", mode)
	v.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()))
	v.Add("_pragma", "foreign_keys(1)")
	v.Add("_pragma", "temp_store(memory)")
	v.Add("_pragma", "cache_size(-32768)")
	if mode == "ro" {
		v.Add("_pragma", "query_only(1)")
	} else {
		v.Add("_pragma", "journal_mode(wal)")
		v.Add("_pragma", "synchronous(normal)")
		v.Set("_txlock", "immediate")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + v.Encode()
}

func connect(path, mode string) (*DB, error) {
	return connectFor(path, mode, lockPatience)
}

func connectFor(path, mode string, patience time.Duration) (*DB, error) {
	raw, err := sql.Open("sqlite", dsn(path, mode, patience))
	if err != nil {
		return nil, err
	}
	sqlx.BindDriver("sqlite", sqlx.QUESTION)
	return &DB{DB: sqlx.NewDb(raw, "sqlite"), path: path, patience: patience}, nil
}

// Open opens the database file at path for writing, creates it when it is absent and
// brings an older one up to date. Several processes may do so at once. The error wraps
// ErrNotSetdoku, ErrNewer, ErrLocked, ErrReadOnly or ErrDamaged where one of these is the
// cause; a file that is not ours or newer has not been touched then.
func Open(ctx context.Context, path string) (*DB, error) {
	return open(ctx, path, "rwc")
}

// OpenExisting opens a database for writing as Open does, but does not create it.
func OpenExisting(ctx context.Context, path string) (*DB, error) {
	return open(ctx, path, "rw")
}

// OpenReadOnly opens an existing database for reading alone. No statement can change it.
func OpenReadOnly(ctx context.Context, path string) (*DB, error) {
	return open(ctx, path, "ro")
}

// OpenTemp creates a database in a temporary folder; Close removes it.
func OpenTemp(ctx context.Context) (*DB, error) {
	dir, err := os.MkdirTemp("", "setdoku-")
	if err != nil {
		return nil, fmt.Errorf("temporary database: %w", err)
	}
	db, err := open(ctx, filepath.Join(dir, "setdoku.db"), "rwc")
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	db.temp = dir
	return db, nil
}

// open tries until the patience of the context is over. SQLite does not wait by itself
// when two processes set the journal mode of a new file.
func open(ctx context.Context, path, mode string) (*DB, error) {
	deadline := time.Now().Add(patienceOf(ctx))
	for {
		db, err := openOnce(ctx, path, mode)
		if err == nil || !errors.Is(err, ErrLocked) || time.Now().After(deadline) {
			return db, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func openOnce(ctx context.Context, path, mode string) (*DB, error) {
	fail := func(err error) (*DB, error) {
		return nil, fmt.Errorf("open database %s: %w", path, Explain(err))
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fail(errors.New("it is a folder"))
	case err == nil && info.Size() > 0 && mode != "ro":
		// Opening a file for writing sets its journal mode, so look whose it is first.
		if err := look(ctx, path); err != nil {
			return fail(err)
		}
	case errors.Is(err, os.ErrNotExist) && mode == "rwc":
		folder := filepath.Dir(path)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fail(fmt.Errorf("there is no folder %s", folder))
		}
	case err != nil:
		return fail(pathCause(err))
	}
	db, err := connectFor(path, mode, patienceOf(ctx))
	if err != nil {
		return fail(err)
	}
	if err := db.prepare(ctx, mode); err != nil {
		db.Close()
		return fail(err)
	}
	return db, nil
}

// look opens a file for reading alone and refuses one that this program does not know.
func look(ctx context.Context, path string) error {
	db, err := connectFor(path, "ro", patienceOf(ctx))
	if err != nil {
		return err
	}
	return errors.Join(db.checkVersion(ctx), db.Close())
}

// prepare checks whose file it is and brings it up to date unless it is opened read-only.
func (db *DB) prepare(ctx context.Context, mode string) error {
	latest, err := LatestVersion()
	if err != nil {
		return err
	}
	for {
		version, err := db.identify(ctx)
		switch {
		case err != nil:
			return err
		case version > latest:
			return fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewer, version, latest)
		case version == latest:
			return nil
		case mode == "ro" && version == 0:
			return fmt.Errorf("%w: it is empty", ErrNotSetdoku)
		case mode == "ro":
			return ErrOlder
		}
		before, err := db.schemaCookie(ctx)
		if err != nil {
			return err
		}
		failed := db.migrateUp(ctx)
		if failed == nil {
			return nil
		}
		// Another process that creates the same file may have been quicker: then the schema
		// has moved on, and what is left of it is worth another try.
		if after, err := db.schemaCookie(ctx); err != nil || after == before {
			return failed
		}
	}
}

// schemaCookie returns a number that grows with every change of the schema.
func (db *DB) schemaCookie(ctx context.Context) (n int64, err error) {
	err = db.GetContext(ctx, &n, `PRAGMA schema_version`)
	return n, err
}

// identify returns the schema version of the file, 0 for an empty one.
func (db *DB) identify(ctx context.Context) (int64, error) {
	var tables int
	if err := db.GetContext(ctx, &tables, `SELECT COUNT(*) FROM sqlite_master`); err != nil {
		return 0, err
	}
	if tables == 0 {
		return 0, nil
	}
	// In this order: a process that creates the file marks it before it makes a table.
	var id int64
	if err := db.GetContext(ctx, &id, `PRAGMA application_id`); err != nil {
		return 0, err
	}
	if id != applicationID {
		return 0, fmt.Errorf("%w: it belongs to another program", ErrNotSetdoku)
	}
	var version int64
	err := db.GetContext(ctx, &version, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied = 1`)
	if err != nil {
		return 0, err
	}
	return version, nil
}

// Close closes the database and removes it when it is a temporary one.
func (db *DB) Close() error {
	err := db.DB.Close()
	if db.temp != "" {
		err = errors.Join(err, os.RemoveAll(db.temp))
	}
	return err
}

// Explain puts the sentinel error that names the cause in front of an error of the
// database, so that callers can switch on it and users can read it. Other errors,
// nil too, come back as they are.
func Explain(err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	var cause error
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		cause = ErrLocked
	case sqlite3.SQLITE_READONLY:
		cause = ErrReadOnly
	case sqlite3.SQLITE_CANTOPEN:
		cause = errors.New("cannot be opened")
	case sqlite3.SQLITE_NOTADB:
		cause = fmt.Errorf("%w: no SQLite file at all", ErrNotSetdoku)
	case sqlite3.SQLITE_CORRUPT:
		cause = ErrDamaged
	case sqlite3.SQLITE_FULL:
		cause = ErrFull
	case sqlite3.SQLITE_IOERR:
		cause = errors.New("input/output error")
	default:
		return err
	}
	if errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w (%s)", cause, strings.TrimSuffix(se.Error(), "\n"))
}

// pathCause drops the operation and path that os errors repeat.
func pathCause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
