package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// fileMayBeWritten returns an error if this process may not write a file. It opens the file as a writer would, and changes nothing.
// A lock of Windows belongs to a handle, so closing another handle of the file does not drop the locks of SQLite.
func fileMayBeWritten(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w", path, ErrReadOnly)
	case err != nil:
		return err
	}
	return f.Close()
}
