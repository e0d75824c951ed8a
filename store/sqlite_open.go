package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// applicationID marks a file as a setdoku database (PRAGMA application_id). In ASCII it is "sdku".
const applicationID = 0x73646b75

// dsn returns the data source name of a database file with the pragmas that every pooled connection needs. mode is
// ro, rw or rwc as in a URI of SQLite. It may also be immutable for a file that nobody writes, recover for a
// connection that does not change the journal mode, ro without index
// for a file whose index of the log must not be made, create for a connection that also creates the file, tidy for one
// that keeps the lock of the file, memory for a database in memory that all connections with this path share, or
// scratch for one whose statements somebody else has written.
func dsn(path, mode string, b *Bounds) string {
	v := url.Values{}
	switch mode {
	case "immutable":
		mode = "ro"
		v.Set("immutable", "1")
		v.Set("mode", "ro")
	case "recover":
		v.Set("mode", "rw")
	case "create":
		v.Set("mode", "rwc")
	case "tidy":
		v.Set("mode", "rw")
	case "ro without index":
		mode = "ro"
		v.Set("readonly_shm", "1")
		v.Set("mode", "ro")
	case "memory", "scratch":
		v.Set("vfs", "memdb")
	default:
		v.Set("mode", mode)
	}
	v.Add("_pragma", "foreign_keys(1)")
	v.Add("_pragma", "temp_store(memory)")
	v.Add("_pragma", "cache_size(-32768)")
	switch mode {
	case "ro":
		v.Add("_pragma", "query_only(1)")
	case "tidy":
		// the size of the cache would be set before, and reads the file
		v["_pragma"] = []string{"locking_mode(exclusive)"}
	case "rw", "rwc":
		// A file changes to WAL mode under an exclusive lock. With a timeout, SQLite keeps new readers out while it
		// waits for those that read. Without one, several processes that open a new file at the same time would keep
		// each other from changing it.
		v.Add("_pragma", "busy_timeout(100)")
		v.Add("_pragma", "journal_mode(wal)")
		v.Add("_pragma", "synchronous(normal)")
		v.Set("_txlock", "immediate")
	}
	if b != nil {
		v["_pragma"] = b.pragmas()
	}
	scheme := "file:"
	if strings.HasPrefix(path, "//") { // SQLite would take what follows for the name of a machine
		scheme = "file://"
	}
	return scheme + (&url.URL{Path: path}).EscapedPath() + "?" + v.Encode()
}

// connectFile makes a pool of connections to a file. No connection is opened yet.
func connectFile(ctx context.Context, path, mode string) (*DB, error) {
	lockWait, bounds := lockWaitFrom(ctx), boundsFrom(ctx)
	c := connector{rewrite: func(query string) string { return query }, opened: endTimeout}
	if bounds != nil {
		lockWait.limit, c.opened = min(lockWait.limit, bounds.Time), bounds.limit
	}
	var opened *file
	var err error
	if mode == "scratch" {
		c.opened = limitScratch
	}
	if mode == "memory" || mode == "scratch" {
		c.Connector, err = sqlite.NewConnector(dsn(path, mode, bounds))
	} else {
		opened, err = fileAt(path, mode, bounds)
		c.Connector = opened
	}
	if err != nil {
		return nil, err
	}
	// The timeout of SQLite ignores contexts and cannot report that it waits, so it is off after the connection is
	// made.
	c.call = func(ctx context.Context, do func() error) error {
		return lockWait.wait(ctx, "another process that has locked "+path, do)
	}
	pool := sql.OpenDB(c)
	sqlx.BindDriver("sqlite", sqlx.QUESTION)
	return &DB{
		DB: sqlx.NewDb(pool, "sqlite"), backend: sqliteBackend{}, path: path, file: opened, lockWait: lockWait,
		bounds: bounds,
	}, nil
}

// endTimeout switches the timeout of SQLite off for a connection.
func endTimeout(conn driver.Conn) error {
	_, err := conn.(driverConn).ExecContext(context.Background(), `PRAGMA busy_timeout = 0`, nil)
	return err
}

// checkPath returns an error for a path that cannot be opened in this mode. It does not change a file of another
// program.
func checkPath(ctx context.Context, path, mode string) error {
	if err := CheckAddress(path); err != nil {
		return err
	}
	if path == ":memory:" {
		return errors.New("a database in memory ends with the command: name a file, or leave --db out")
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return errors.New("it is a pipe or a device, want a file")
	case err == nil && info.Size() == 1:
		// SQLite treats a file of one byte as empty, because on some systems it must write a byte to lock the file.
		return fmt.Errorf("%w: not an SQLite file (it has one byte)", ErrNotSetdoku)
	case err == nil && (mode == "rw" || mode == "rwc"):
		return checkFileWritable(ctx, path, info)
	case errors.Is(err, os.ErrNotExist) && mode == "rwc":
		folder := filepath.Dir(path)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fmt.Errorf("there is no folder %s", folder)
		}
		return nil
	case err != nil:
		return pathCause(err)
	}
	return nil
}

// resolved returns the path of a file behind symbolic links. SQLite makes its files next to that one.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// HasFile is IsFileOf for the database. Such a file must not be opened while the database is open: POSIX drops all
// locks that a process has on a file as soon as the process closes any descriptor of the file, and the locks of SQLite
// are among them.
func (db *DB) HasFile(path string) bool {
	return db.file != nil && IsFileOf(db.path, path)
}

// hasUnfinishedTransaction reports whether an error means that a killed process has left a transaction, which a
// read-only connection cannot roll back.
func hasUnfinishedTransaction(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && (se.Code() == sqlite3.SQLITE_READONLY_ROLLBACK ||
		se.Code() == sqlite3.SQLITE_READONLY_RECOVERY)
}

// rollBackKilled rolls back the transaction of a killed process. SQLite does that before the first statement of a
// connection that may write, and changes nothing else.
func rollBackKilled(ctx context.Context, path string) error {
	db, err := connectFile(ctx, path, "recover")
	if err != nil {
		return err
	}
	_, err = db.schemaCookie(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("roll back the transaction of a killed process: %w", Explain(err))
	}
	return nil
}

// checkFileWritable returns an error if this program must not or may not write a file. Opening a file for writing sets
// its journal mode, and makes files next to it even if this user may not write it.
func checkFileWritable(ctx context.Context, path string, info fs.FileInfo) error {
	if info.Size() > 0 {
		if err := checkFileVersion(ctx, path); err != nil {
			return err
		}
	}
	if !mayWrite(path) {
		return ErrReadOnly
	}
	return nil
}

// checkFileVersion opens a file read-only and returns an error if this program does not know it.
func checkFileVersion(ctx context.Context, path string) error {
	db, err := connectFile(ctx, path, "ro")
	if err != nil {
		return err
	}
	_, err = db.checkVersion(ctx)
	return errors.Join(err, db.DB.Close()) // the next connection uses the files that this one has made
}

func (sqliteBackend) identify(ctx context.Context, db *DB) (int64, error) {
	// Read in this order: a process that creates the file marks it before it creates a table.
	var tables, id, version int64
	if err := db.GetContext(ctx, &tables, `SELECT COUNT(*) FROM sqlite_master`); err != nil {
		return 0, err
	}
	if err := db.GetContext(ctx, &id, `PRAGMA application_id`); err != nil {
		return 0, err
	}
	if err := db.GetContext(ctx, &version, `PRAGMA user_version`); err != nil {
		return 0, err
	}
	if id == 0 && tables > 0 {
		// The text of .dump, and a file that .clone makes, have the tables but not the mark.
		var own int64
		err := db.GetContext(ctx, &own, `
			SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'
				AND name IN ('goose_db_version', 'puzzle', 'location_wide', 'step_evidence')`)
		if err != nil {
			return 0, err
		}
		if own == 4 {
			id = applicationID
		}
	}
	// Another program may have marked the file but not created its tables yet.
	if blank := tables == 0 && id == 0 && version == 0; !blank && id != applicationID {
		return 0, fmt.Errorf("%w: it belongs to another program", ErrNotSetdoku)
	}
	if tables == 0 {
		return 0, nil
	}
	return db.appliedVersion(ctx)
}

// errCannotOpen is the cause of an error of SQLite that it cannot open a file.
var errCannotOpen = errors.New("cannot be opened")

// blocked adds to an error that a file cannot be opened or written which file of the database this user may not use,
// and its owner.
func (sqliteBackend) blocked(path string, err error) error {
	opens := errors.Is(err, errCannotOpen)
	if !opens && !errors.Is(err, ErrReadOnly) {
		return err
	}
	if text := blocker(resolved(path), opens); text != "" {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}

func blocker(path string, opens bool) string {
	for _, suffix := range append([]string{""}, sidecars...) {
		info, missing := os.Stat(path + suffix)
		may, do := mayWrite, "write"
		if !mayRead(path+suffix) || opens && suffix == "" {
			may, do = mayRead, "read"
		}
		if missing == nil && !may(path+suffix) {
			return fmt.Sprintf("%s belongs to %s, and this user may not %s it", filepath.Base(path)+suffix,
				fileOwner(info), do)
		}
	}
	if folder := filepath.Dir(path); !mayWrite(folder) {
		if info, err := os.Stat(folder); err == nil {
			return fmt.Sprintf("its folder belongs to %s, and this user may not make files there", fileOwner(info))
		}
	}
	return ""
}

// fileCause returns the cause of an SQLite error, nil if this package has no name for it.
func fileCause(se *sqlite.Error) error {
	if se.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // there is no space for the index of the log
		return ErrDiskFull
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrLocked
	case sqlite3.SQLITE_READONLY:
		return ErrReadOnly
	case sqlite3.SQLITE_CANTOPEN:
		return errCannotOpen
	case sqlite3.SQLITE_TOOBIG:
		return ErrTooLarge
	case sqlite3.SQLITE_NOMEM:
		return ErrNoMemory
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: not an SQLite file", ErrNotSetdoku)
	case sqlite3.SQLITE_CORRUPT:
		return ErrDamaged
	case sqlite3.SQLITE_FULL:
		return ErrDiskFull
	case sqlite3.SQLITE_IOERR:
		return errors.New("input/output error")
	}
	return nil
}

// pathCause drops the operation and path that os errors repeat.
func pathCause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// checkMayWrite executes a DELETE that deletes nothing. If SQLite may not write a file, it opens the file to read, and
// refuses the DELETE. If another process holds the lock of the file, the file can be written.
func (b sqliteBackend) checkMayWrite(ctx context.Context, db *DB) error {
	_, err := db.ExecContext(WithLockTimeout(ctx, ShortWait), `DELETE FROM puzzle WHERE FALSE`)
	if err = Explain(err); err == nil || errors.Is(err, ErrLocked) {
		return nil
	}
	return fmt.Errorf("%s: %w", db.path, b.blocked(db.path, err))
}
