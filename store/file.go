package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors for a file that another program has changed in a way that SQLite does not see.
var (
	ErrReplaced = errors.New("is another file than the one that this command opened, or is missing: it was " +
		"replaced, moved or deleted. The command does not write it; start the command again")
	ErrMeanwhile = errors.New("was changed while it was read: try again")
)

// file opens the connections of a pool to one file.
type file struct {
	path   string // absolute
	name   string // for messages
	mode   string // see dsn
	bounds *Bounds

	mu    sync.Mutex
	first fs.FileInfo // of the file that the first connection opened
	stays bool        // a connection has the file open that is not immutable
}

// fileConn is a new connection and a function that returns an error if the connection must not be used any more.
type fileConn struct {
	driver.Conn
	check func() error
}

func fileAt(path, mode string, b *Bounds) (*file, error) {
	absolute, err := filepath.Abs(path)
	return &file{path: absolute, name: path, mode: mode, bounds: b}, err
}

// Driver returns the driver of SQLite.
func (f *file) Driver() driver.Driver { return &sqlite.Driver{} }

// Connect opens a connection, if the file is still the one that the first connection opened.
func (f *file) Connect(ctx context.Context) (driver.Conn, error) {
	if err := f.unreplaced(); err != nil {
		return nil, err
	}
	if f.mode == "ro" {
		return f.connectReader(ctx)
	}
	return f.connectShared(ctx, f.mode)
}

// connectShared opens a connection that shares the file with other processes.
func (f *file) connectShared(ctx context.Context, mode string) (driver.Conn, error) {
	before, absent := os.Stat(f.path)
	conn, err := f.open(ctx, mode)
	if err != nil {
		return nil, err
	}
	now, err := os.Stat(f.path)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil || absent == nil && !os.SameFile(before, now) || f.stays && !os.SameFile(f.first, now) {
		conn.Close()
		return nil, f.replaced()
	}
	f.first, f.stays = now, true
	return fileConn{conn, f.unreplaced}, nil
}

func (f *file) replaced() error { return fmt.Errorf("%s %w", f.name, ErrReplaced) }

func (f *file) open(ctx context.Context, mode string) (driver.Conn, error) {
	c, err := sqlite.NewConnector(dsn(f.path, mode, f.bounds))
	if err != nil {
		return nil, err
	}
	return c.Connect(ctx)
}

// unreplaced returns ErrReplaced if the path names another file than at first. The log of SQLite would bring the
// changes of the old file into the new one.
func (f *file) unreplaced() error {
	info, err := os.Stat(f.path)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stays && (errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.first, info)) {
		return f.replaced()
	}
	return nil
}

// CheckFile returns an error that wraps ErrReplaced if the path of the database names another file than the one that
// the database has open.
func (db *DB) CheckFile(ctx context.Context) error {
	if db.file == nil {
		return nil
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return Explain(err)
	}
	defer conn.Close()
	return usable(conn)
}

// connectReader opens a connection that leaves no files next to the database. One that shares the file makes a
// write-ahead log and its index. They belong to its user, so the owner of the database could not write them. So only
// the owner makes them, and deletes them in the end. All others use those that exist. If the file does not change, they
// need none.
func (f *file) connectReader(ctx context.Context) (driver.Conn, error) {
	path := resolved(f.path)
	_, noLog := os.Stat(path + "-wal")
	_, noIndex := os.Stat(path + "-shm")
	before, atRest := readStamp(path)
	makes := mayMakeSidecars(path)
	var conn driver.Conn
	var err error
	if makes || !atRest || noLog == nil && noIndex == nil {
		mode := "ro"
		if !makes && noIndex != nil {
			mode = "ro without index"
		}
		if conn, err = f.connectShared(ctx, mode); err == nil {
			if _, err = conn.(fileConn).Conn.(driver.ExecerContext).ExecContext(ctx, `PRAGMA schema_version`,
				nil); err == nil {
				return conn, nil
			}
			conn.Close()
		}
		if !atRest || !lacksSidecar(err) {
			return nil, err
		}
	}
	if conn, err = f.open(ctx, "immutable"); err != nil {
		return nil, err
	}
	return fileConn{conn, func() error {
		if now, atRest := readStamp(path); !atRest || !now.same(before) {
			return fmt.Errorf("%s %w", f.name, ErrMeanwhile)
		}
		return nil
	}}, nil
}

// stamp identifies the content of a file that nobody writes.
type stamp struct{ fs.FileInfo }

// readStamp returns the stamp of a file and whether it is at rest: no process has written to its log or begun a
// transaction with a journal.
func readStamp(path string) (stamp, bool) {
	info, err := os.Stat(path)
	return stamp{info}, err == nil && isEmpty(path+"-wal") && isEmpty(path+"-journal")
}

func (s stamp) same(other stamp) bool {
	return os.SameFile(s.FileInfo, other.FileInfo) && s.Size() == other.Size() && s.ModTime().Equal(other.ModTime())
}

// isEmpty reports whether a file has no content, or does not exist.
func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// mayMakeSidecars reports whether this process may make files next to a file, which then belong to the owner of the
// file.
func mayMakeSidecars(path string) bool {
	info, err := os.Stat(path)
	return err == nil && isOwner(info) && mayWrite(path) && mayWrite(filepath.Dir(path))
}

// lacksSidecar reports whether an error means that SQLite cannot make or use a file next to the database. A full disk
// has no space for it.
func lacksSidecar(err error) bool {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return false
	}
	switch se.Code() {
	case sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMMAP,
		sqlite3.SQLITE_IOERR_WRITE:
		return true
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL:
		return true
	}
	return false
}

// leastPage is the size of the smallest page of a database in bytes.
const leastPage = 512

// tidy deletes the log and its index after reading, if this process may make them and no process has the file open. It
// does not wait. A file without a whole page is not a database: SQLite would write the first page to lock it.
func (f *file) tidy() {
	ctx := context.Background()
	path := resolved(f.path)
	info, err := os.Stat(path)
	if err != nil || info.Size() < leastPage || !hasSidecar(path) || !mayMakeSidecars(path) || f.unreplaced() != nil {
		return
	}
	db, err := connectFile(WithLockTimeout(ctx, 0), f.path, "tidy")
	if err != nil {
		return
	}
	defer db.Close() // SQLite then deletes the log
	db.SetMaxOpenConns(1)
	// The connection keeps the exclusive lock. A log that the full disk has no space for stays, and so does its index.
	// The checkpoint reads the schema, which takes longer than all else here, so it is only for a log with content.
	_, err = db.ExecContext(ctx, `BEGIN EXCLUSIVE; COMMIT`)
	if err == nil && !isEmpty(path+"-wal") {
		_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	if err == nil && isEmpty(path+"-wal") {
		_ = removeIfExists(path + "-shm") // if it stays, the next connection uses it
	}
}
