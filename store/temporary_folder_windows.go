package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// errSharingViolation is the error for a file that another process has opened for itself alone.
const errSharingViolation = syscall.Errno(32)

// lockFile opens a file for this process alone until it is closed or the process ends. flags are os.O_CREATE and os.O_EXCL to make the
// file, or 0.
func lockFile(path string, flags int) (io.Closer, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	how := uint32(syscall.OPEN_EXISTING)
	if flags&os.O_CREATE != 0 {
		how = syscall.CREATE_NEW
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, how, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, errSharingViolation):
		return nil, errInUse
	case err != nil:
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return os.NewFile(uintptr(h), path), nil
}

// isOwnFolder reports whether an entry is a folder and no link. The temporary folder of Windows belongs to one user.
func isOwnFolder(e fs.DirEntry) bool { return e.IsDir() }
