package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
)

// createFile creates the file of a new database and reports whether it did. It makes the tables in memory, writes the
// whole file, and then links it under its name. So no other process sees an unfinished file, and a killed process
// leaves none. If another process creates the same file, the first to finish wins.
//
// It does nothing and returns no error if the name exists, or if the folder does not support this way. Opening the
// file then creates it in place, or returns the error.
func createFile(ctx context.Context, path string) (made bool, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) || checkPath(ctx, path, "rwc") != nil {
		return false, nil
	}
	content, err := newFile(ctx)
	if err != nil {
		return false, ctx.Err()
	}
	unfinished := path + ".new-" + rand.Text()[:8]
	if err := writeFile(unfinished, content); err != nil {
		return false, nil
	}
	linked := os.Link(unfinished, path)
	if err := os.Remove(unfinished); err != nil {
		return false, err
	}
	return linked == nil, nil
}

// newFile returns the content of a database file without puzzles.
func newFile(ctx context.Context) (content []byte, err error) {
	db, err := OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	err = db.memory.Raw(func(conn any) error {
		content, err = conn.(*calledConn).driverConn.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	return content, errors.Join(err, db.Close())
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
