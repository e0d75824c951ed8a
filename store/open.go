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

// lockPatience is how long a statement waits for another process to let go.
const lockPatience = 10 * time.Second

// DB is an open setdoku database.
type DB struct {
	*sqlx.DB
	path string
	temp string // folder to remove on Close
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
func dsn(path, mode string) string {
	v := url.Values{}
	v.Set("mode", mode)
	v.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", lockPatience.Milliseconds()))
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
	raw, err := sql.Open("sqlite", dsn(path, mode))
	if err != nil {
		return nil, err
	}
	sqlx.BindDriver("sqlite", sqlx.QUESTION)
	return &DB{DB: sqlx.NewDb(raw, "sqlite"), path: path}, nil
}

// Open opens the database file at path for writing, creates it when it is absent and
// brings an older one up to date. The error wraps ErrNotSetdoku, ErrNewer, ErrLocked,
// ErrReadOnly or ErrDamaged where one of these is the cause.
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

func open(ctx context.Context, path, mode string) (*DB, error) {
	fail := func(err error) (*DB, error) {
		return nil, fmt.Errorf("open database %s: %w", path, Explain(err))
	}
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fail(errors.New("it is a folder"))
	case err != nil && (mode != "rwc" || !errors.Is(err, os.ErrNotExist)):
		return fail(pathCause(err))
	}
	db, err := connect(path, mode)
	if err != nil {
		return fail(err)
	}
	if err := db.prepare(ctx, mode); err != nil {
		db.Close()
		return fail(err)
	}
	return db, nil
}

// prepare checks whose file it is and brings it up to date unless it is opened read-only.
func (db *DB) prepare(ctx context.Context, mode string) error {
	version, err := db.identify(ctx)
	if err != nil {
		return err
	}
	latest, err := LatestVersion()
	if err != nil {
		return err
	}
	switch {
	case version > latest:
		return fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewer, version, latest)
	case version == latest:
		return nil
	case mode == "ro" && version == 0:
		return fmt.Errorf("%w: it is empty", ErrNotSetdoku)
	case mode == "ro":
		return ErrOlder
	}
	return db.migrateUp(ctx)
}

// identify returns the schema version of the file, 0 for an empty one.
func (db *DB) identify(ctx context.Context) (int64, error) {
	var id int64
	if err := db.GetContext(ctx, &id, `PRAGMA application_id`); err != nil {
		return 0, err
	}
	var tables int
	if err := db.GetContext(ctx, &tables, `SELECT COUNT(*) FROM sqlite_master`); err != nil {
		return 0, err
	}
	if tables == 0 {
		return 0, nil
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
