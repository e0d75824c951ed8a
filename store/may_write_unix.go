//go:build unix

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// fileMayBeWritten returns an error if this process may not write a file. It asks the system and does not open the file: POSIX drops all
// locks that a process has on a file as soon as the process closes any descriptor of the file, and the locks of SQLite are among them.
func fileMayBeWritten(path string) error {
	err := unix.Access(path, unix.W_OK)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: %w", path, ErrReadOnly)
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
