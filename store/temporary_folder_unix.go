//go:build unix

package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// lockFile opens a file and locks it until it is closed or the process ends. flags are os.O_CREATE and os.O_EXCL to make the file, or 0.
func lockFile(path string, flags int) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|flags, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errInUse
	}
	if err == nil {
		_, err = os.Lstat(path) // a process that had the lock before may have removed the file
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// isOwnFolder reports whether an entry is a folder of this user that no other user can write to, and no link.
func isOwnFolder(e fs.DirEntry) bool {
	info, err := e.Info()
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}
