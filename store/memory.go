package store

import (
	"context"
	"crypto/rand"
	"database/sql/driver"
	"errors"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// OpenTemp creates a database in memory, which Close deletes.
func OpenTemp(ctx context.Context) (*DB, error) { return openMemory(ctx, "memory") }

// ScratchValue is the greatest number of bytes of a value in a scratch database, also in between. SQLite looks for an
// interrupt only between its operations, and one operation on a value of a gigabyte takes minutes.
const ScratchValue = 100_000

// OpenScratch is OpenTemp for statements that somebody else has written. They reach neither a file nor another
// database, because SQLite attaches none to the connections, not even for VACUUM INTO.
func OpenScratch(ctx context.Context) (*DB, error) { return openMemory(ctx, "scratch") }

// limitScratch sets the limits of a connection to a scratch database.
func limitScratch(conn driver.Conn) error {
	return errors.Join(endTimeout(conn), setLimits(conn, limit{sqlite3.SQLITE_LIMIT_ATTACHED, 0},
		limit{sqlite3.SQLITE_LIMIT_LENGTH, ScratchValue}))
}

func openMemory(ctx context.Context, mode string) (db *DB, err error) {
	content, err := newFile(ctx)
	if err == nil {
		db, err = connectMemory(ctx, mode)
	}
	if err != nil {
		return nil, openError(ctx, "in memory", err)
	}
	if err := db.load(ctx, content); err != nil {
		return nil, errors.Join(openError(ctx, "in memory", err), db.Close())
	}
	db.path, db.inMemory, db.referenceKnown = "", db.path, true
	return db, nil
}

// made is the content of a database file without puzzles. A process makes it once and copies it, which takes a
// hundredth of the time.
var made struct {
	mutex   sync.Mutex
	content []byte // nil before the first use
}

// newFile returns the content of a database file without puzzles. The caller does not change it.
func newFile(ctx context.Context) (_ []byte, err error) {
	made.mutex.Lock()
	defer made.mutex.Unlock()
	if made.content != nil {
		return made.content, nil
	}
	db, err := migrateMemory(ctx)
	if err != nil {
		return nil, err
	}
	var content []byte
	err = db.memory.Raw(func(conn any) error {
		content, err = conn.(*wrappedConn).driverConn.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	if err = errors.Join(err, db.Close()); err == nil {
		made.content = content
	}
	return content, err
}

// migrateMemory migrates a new database in memory.
func migrateMemory(ctx context.Context) (*DB, error) {
	db, err := connectMemory(ctx, "memory")
	if err != nil {
		return nil, err
	}
	if err := db.prepare(ctx, "rwc"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// connectMemory makes a pool of connections to a new, empty database in memory. mode is memory or scratch.
func connectMemory(ctx context.Context, mode string) (*DB, error) {
	db, err := connectFile(ctx, "/"+rand.Text(), mode)
	if err != nil {
		return nil, err
	}
	// SQLite deletes the database with its last connection, and the pool may close all of its own.
	if db.memory, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// load replaces the content of a database in memory. SQLite reads content into a database that belongs to one
// connection, from which load copies it into the one that all connections of the pool share.
func (db *DB) load(ctx context.Context, content []byte) (err error) {
	source, err := connectMemory(ctx, "memory")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	return source.memory.Raw(func(conn any) error {
		c := conn.(*wrappedConn).driverConn.(interface {
			Deserialize(content []byte) error
			NewBackup(target string) (*sqlite.Backup, error)
		})
		if err := c.Deserialize(content); err != nil {
			return err
		}
		backup, err := c.NewBackup(dsn(db.path, "memory", nil))
		if err != nil {
			return err
		}
		_, err = backup.Step(-1)
		return errors.Join(err, backup.Finish())
	})
}
