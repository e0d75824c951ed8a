// Package store keeps Sudoku puzzles, the steps that solve them and the evidence of every deduction in a database, an
// SQLite file or a PostgreSQL server. It opens and migrates a database, adds and exports puzzles, gives out puzzles to
// those who solve them, writes and reads what an engine has made (record.Puzzle), and runs queries of users. It knows
// no technique: package batch takes its puzzles to the engines.
//
// Begin with Open, Create or OpenReadOnly. All methods of a DB may be called by several goroutines at the same
// time. A Conn writes, a Snapshot reads the database as it was at one moment.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// DB is an open setdoku database.
type DB struct {
	*sqlx.DB
	backend  backend
	schema   string          // of the tables, as a statement names it
	path     string          // of the file, or the URL of the server without its password
	file     *file           // nil for a server or a database in memory
	config   *pgx.ConnConfig // of the server, nil for a file
	lockWait lockWait
	bounds   *Bounds   // of each statement, nil for none
	memory   *sql.Conn // keeps a database in memory until Close, nil for any other
	inMemory string    // the path of a database in memory

	onNodes atomic.Bool // the rows of puzzles were found to be on several nodes

	variants sync.Map // *setdoku.Variant by name, as they were read first

	referenceMu    sync.Mutex
	referenceKnown bool // the reference tables were checked, or this process has just made them
}

// Target returns the name of the database: a file, the URL of a server without its password, or "" for a temporary
// database.
func (db *DB) Target() string {
	return db.path
}

// name returns the name of the database for messages.
func (db *DB) name() string { return cmp.Or(db.path, "the database in memory") }

// Dialect returns the SQL dialect of the database.
func (db *DB) Dialect() Dialect { return db.texts().dialect }

// texts returns the statements and names of the database.
func (db *DB) texts() *texts { return db.backend.texts() }

// Create is Open, but it creates a file that does not exist.
func Create(ctx context.Context, target string) (*DB, error) {
	return open(ctx, target, "rwc")
}

// Open opens a database for reading and writing. target is the path of an SQLite file, or the URL of a PostgreSQL
// database, postgres://user:password@host:port/name. On a server it creates the tables if they are missing. It migrates
// an older schema. Several processes may open the same database at once. The error wraps one of the errors of this
// package if it is the cause, and fs.ErrNotExist if there is no such file. Open does not change a database that is
// newer or belongs to another program.
func Open(ctx context.Context, target string) (*DB, error) {
	return open(ctx, target, "rw")
}

// OpenReadOnly opens an existing database for reading only. No statement can change it.
func OpenReadOnly(ctx context.Context, target string) (*DB, error) {
	return open(ctx, target, "ro")
}

func open(ctx context.Context, target, mode string) (*DB, error) {
	return openChecked(ctx, target, mode, func(db *DB) error { return db.prepare(ctx, mode) })
}

// openChecked connects to a database and checks it. If a killed process left an open transaction, openChecked rolls it
// back and starts again.
func openChecked(ctx context.Context, target, mode string, check func(*DB) error) (*DB, error) {
	db, err := connectChecked(ctx, target, mode, check)
	if hasUnfinishedTransaction(err) {
		if err = rollBackKilled(ctx, target); err == nil {
			db, err = connectChecked(ctx, target, mode, check)
		}
	}
	if err != nil {
		return nil, openError(ctx, target, err)
	}
	return db, nil
}

func connectChecked(ctx context.Context, target, mode string, check func(*DB) error) (*DB, error) {
	db, err := backendFor(target).connect(ctx, target, mode)
	if err != nil {
		return nil, err
	}
	if err := check(db); err != nil {
		db.Close()
		if elsewhere := (elsewhereError{}); errors.As(err, &elsewhere) && ctx.Value(searchPathKey{}) == nil {
			return connectChecked(context.WithValue(ctx, searchPathKey{}, elsewhere.schema), target, mode, check)
		}
		return nil, err
	}
	return db, nil
}

// openError adds the name of the database to an error of opening, without a password, and the cause.
func openError(ctx context.Context, target string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("open database %s: %w", Name(target), backendFor(target).blocked(target, Explain(err)))
}

// prepare checks that the database belongs to setdoku and migrates it unless it was opened read-only.
func (db *DB) prepare(ctx context.Context, mode string) error {
	latest, err := LatestVersion()
	if err != nil {
		return err
	}
	for {
		version, err := db.checkVersion(ctx)
		if err == nil && version == 0 {
			db.referenceKnown = true // because migrateUp makes them below
		}
		switch {
		case err != nil:
			return err
		case version == latest && mode == "ro":
			return nil
		case version == latest:
			return db.fillCatalogue(ctx)
		case mode == "ro" && version == 0:
			return fmt.Errorf("%w: it is empty", ErrNotSetdoku)
		case mode == "ro":
			return ErrOlder
		}
		before, err := db.schemaCookie(ctx)
		if err != nil {
			return err
		}
		_, failed := db.migrateUp(ctx)
		if failed == nil {
			return nil
		}
		// Another process may be creating the same file. If the schema has changed meanwhile, try to migrate the
		// rest.
		if after, err := db.schemaCookie(ctx); err != nil || after == before {
			return failed
		}
	}
}

// checkVersion returns the schema version of the database, 0 for an empty one, or an error if this program cannot
// migrate it.
func (db *DB) checkVersion(ctx context.Context) (version int64, err error) {
	if version, err = db.backend.identify(ctx, db); err != nil {
		return 0, err
	}
	latest, err := LatestVersion()
	switch {
	case err != nil:
		return 0, err
	case version > latest:
		return 0, newerError(version, latest)
	case version > 0 && version < migrations.First:
		return 0, tooOldError(version)
	}
	return version, nil
}

// schemaCookie returns a number that grows with every change of the schema of a file, 0 for a server.
func (db *DB) schemaCookie(ctx context.Context) (n int64, err error) {
	err = db.GetContext(ctx, &n, db.texts().schema)
	return n, err
}

// appliedVersion returns the schema version of a database that has one.
func (db *DB) appliedVersion(ctx context.Context) (version int64, err error) {
	err = db.GetContext(ctx, &version, `SELECT COALESCE(MAX(version_id), 0) FROM `+db.texts().versionTable+
		` WHERE is_applied`)
	return version, err
}

// hasTable reports whether the database has a table of this name.
func (db *DB) hasTable(ctx context.Context, name string) (found bool, err error) {
	err = db.GetContext(ctx, &found, db.texts().hasTable, name)
	return found, err
}

// CheckMayWrite returns an error if this process may write no table of the database. It wraps ErrPermission for the
// user of a server, and ErrReadOnly for a file. A user who may write some of the tables gets no error.
func (db *DB) CheckMayWrite(ctx context.Context) error { return db.backend.checkMayWrite(ctx, db) }

// Close closes the database.
func (db *DB) Close() (err error) {
	if db.memory != nil {
		err = db.memory.Close()
	}
	err = errors.Join(err, db.DB.Close())
	if db.file != nil && db.file.mode == "ro" {
		db.file.tidy()
	}
	return err
}
