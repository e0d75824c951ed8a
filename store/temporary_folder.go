package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// The names of temporary folders, and of the file in each that a process locks as long as it uses the folder.
const (
	temporaryPrefix = "setdoku-temporary-"
	lockName        = "lock"
)

// errInUse is the error of lockFile for a file that another process has locked.
var errInUse = errors.New("another process uses the file")

// temporaryFolder is a folder of this process. The system drops the lock when the process ends in any way. So a folder whose lock can be taken was
// left behind.
type temporaryFolder struct {
	dir  string
	lock io.Closer // nil where the file system has no locks
}

// newTemporaryFolder makes a temporary folder. The first one of a process also removes the folders that killed processes have left behind.
func newTemporaryFolder() (*temporaryFolder, error) {
	removeAbandoned()
	for {
		dir, err := os.MkdirTemp("", temporaryPrefix)
		if err != nil {
			return nil, fmt.Errorf("temporary folder: %w", err)
		}
		lock, err := lockFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_EXCL)
		switch {
		case err == nil:
			return &temporaryFolder{dir, lock}, nil
		case !errors.Is(err, errInUse) && !errors.Is(err, fs.ErrNotExist):
			return &temporaryFolder{dir: dir}, nil // no process can lock a file here, so none removes the folder
		}
		// Another process has taken the folder for an abandoned one, before it was locked.
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("temporary folder: %w", err)
		}
	}
}

// Close removes the folder. No database in it may be open.
func (t *temporaryFolder) Close() error {
	var err error
	if t.lock != nil {
		err = t.lock.Close()
	}
	return errors.Join(err, os.RemoveAll(t.dir))
}

// removeAbandoned removes the temporary folders of processes that have ended without removing them, once in a process.
var removeAbandoned = sync.OnceFunc(func() { removeAbandonedIn(os.TempDir()) })

// removeAbandonedIn removes those in a folder. What it cannot remove stays for the next process.
func removeAbandonedIn(folder string) {
	entries, _ := os.ReadDir(folder) // without entries there is nothing to remove
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), temporaryPrefix) || !isOwnFolder(e) {
			continue
		}
		dir := filepath.Join(folder, e.Name())
		lock, err := lockFile(filepath.Join(dir, lockName), 0)
		if err != nil {
			continue // its process lives, or it has no lock
		}
		files, _ := os.ReadDir(dir)
		for _, f := range files {
			if f.Name() != lockName { // the lock goes last: without it nobody would remove the rest
				_ = os.RemoveAll(filepath.Join(dir, f.Name()))
			}
		}
		_ = lock.Close()
		_ = os.RemoveAll(dir)
	}
}
