package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"slices"

	"modernc.org/sqlite"
)

// sidecars are the suffixes of the files that SQLite makes next to the file of a database.
var sidecars = []string{"-wal", "-shm", "-journal"}

// createFile creates the file of a new database and reports whether it did. It makes the tables in memory, writes the
// whole file, and then links it under its name. So no other process sees an unfinished file, and a killed process
// leaves none. If another process creates the same file, the first to finish wins.
//
// SQLite would apply a write-ahead log or a journal that a deleted database has left to the new file. If there is one,
// or if the file is empty, or if the folder does not support links, createFile fills the file in place.
//
// It does nothing if the file is not empty. If the path cannot be that of a database, opening it returns the error.
func createFile(ctx context.Context, path string) (made bool, err error) {
	if hasContent(path) || checkPath(ctx, path, "rwc") != nil {
		return false, nil
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && !hasSidecar(path) {
		if made, err = linkFile(ctx, path); made || err != nil || hasContent(path) {
			return made, err
		}
	}
	return fillFile(ctx, path)
}

// hasContent reports whether a file is there and not empty.
func hasContent(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// hasSidecar reports whether a file that SQLite makes next to the file of a database exists.
func hasSidecar(path string) bool {
	return slices.ContainsFunc(sidecars, func(suffix string) bool {
		_, err := os.Lstat(path + suffix)
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// linkFile writes a new database to a file and then gives the file its name, unless another file has the name already.
// The file begins in WAL mode. So no process needs an exclusive lock to change the mode, which it could not get while
// other processes read.
func linkFile(ctx context.Context, path string) (made bool, err error) {
	content, err := newFile(ctx)
	if err != nil {
		return false, err
	}
	content = slices.Clone(content)
	const writeVersion, readVersion, wal = 18, 19, 2 // https://www.sqlite.org/fileformat2.html
	content[writeVersion], content[readVersion] = wal, wal
	unfinished := path + ".new-" + rand.Text()[:8]
	if err := writeFile(unfinished, content); err != nil {
		return false, nil
	}
	linked := os.Link(unfinished, path)
	return linked == nil, os.Remove(unfinished)
}

// fillFile copies a new database into an empty file, which it makes if there is none, and reports whether it did. Other
// processes wait until the copy is complete. If the file has content, fillFile does not ask for its lock.
//
// SQLite deletes the log and the journal of an empty file. It does not delete the index of the log, which a process
// that has the deleted database open still uses. fillFile deletes it while it has the exclusive lock: no process has
// the new file open in WAL mode.
func fillFile(ctx context.Context, path string) (filled bool, err error) {
	source, err := OpenTemp(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	db, err := connectFile(WithLockTimeout(ctx, 0), path, "create")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	theirs := false // another process fills the file, or has done so
	err = lockWaitFrom(ctx).wait(ctx, "another process that creates "+path, func() error {
		if theirs = hasContent(path); theirs {
			return nil
		}
		_, err := db.ExecContext(ctx, `BEGIN EXCLUSIVE`)
		theirs = err == nil && hasContent(path)
		return err
	})
	if err != nil || theirs {
		return false, err
	}
	err = removeIfExists(resolved(path) + "-shm")
	// In this mode the connection keeps its lock after the transaction. Before, it would also keep the lock of a failed
	// attempt.
	if _, ended := db.ExecContext(ctx, `PRAGMA locking_mode = EXCLUSIVE; ROLLBACK`); err != nil || ended != nil {
		return false, errors.Join(err, ended)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	err = conn.Raw(func(conn any) error {
		into := conn.(*wrappedConn).driverConn.(interface {
			NewRestore(from string) (*sqlite.Backup, error)
		})
		restore, err := into.NewRestore(dsn(source.inMemory, "memory", nil))
		if err != nil {
			return err
		}
		_, err = restore.Step(-1)
		return errors.Join(err, restore.Finish())
	})
	if err == nil {
		_, err = conn.ExecContext(ctx, `PRAGMA journal_mode = WAL`) // under the same lock
	}
	return err == nil, err
}

func removeIfExists(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// writeFile writes a new file with the default permissions of the process. If that fails, it removes the file again.
func writeFile(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
