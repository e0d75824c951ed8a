package database

import (
	"io"
	"os"
	"slices"
)

// IsFile reports whether path is a file of SQLite, by its first bytes. It opens the file: do not call it for a file of
// which FileOf is true while a connection to the database is open, see DB.HasFile.
func IsFile(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == magic
}

// FileOf reports whether path is the file of a database, or one of the files that SQLite keeps next to it, under any
// name. It opens no file.
func FileOf(database, path string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(append(sidecars, ""), func(suffix string) bool {
		own, err := os.Stat(resolved(database) + suffix)
		return err == nil && os.SameFile(own, info)
	})
}
