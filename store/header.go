package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// magic has the first bytes of the files of SQLite, and what each file is. A log has one of two numbers, by the byte
// order of its checksums.
var magic = []struct{ head, kind string }{
	{"SQLite format 3\x00", "a database of SQLite"},
	{"\x37\x7f\x06\x82", "the log of a database of SQLite"},
	{"\x37\x7f\x06\x83", "the log of a database of SQLite"},
	{"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "the journal of a database of SQLite"},
}

// IsFile reports whether path is a database of SQLite, by its first bytes. It opens the file as SQLiteFile does.
func IsFile(path string) bool { return fileKind(path) == magic[0].kind }

// SQLiteFile returns what path is if it belongs to a database of SQLite, by its first bytes, or by a name that is that
// of another file with the suffix of a log, even if no such file exists. It returns "" for any other path. It opens the
// file: do not call it for a file of which IsFileOf is true while a connection to the database is open, see DB.HasFile.
func SQLiteFile(path string) string {
	path = resolved(path)
	for _, suffix := range sidecars {
		base, found := strings.CutSuffix(path, suffix)
		if info, err := os.Stat(base); found && err == nil && info.Mode().IsRegular() {
			return "a file that SQLite keeps next to " + filepath.Base(base)
		}
	}
	return fileKind(path)
}

// fileKind returns what a file of SQLite is, "" for any other file.
func fileKind(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, len(magic[0].head))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	for _, m := range magic {
		if strings.HasPrefix(string(head[:n]), m.head) {
			return m.kind
		}
	}
	return ""
}

// IsFileOf reports whether path is the file of a database, or one of the files that SQLite keeps next to it, under any
// name. It opens no file.
func IsFileOf(database, path string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(append(sidecars, ""), func(suffix string) bool {
		own, err := os.Stat(resolved(database) + suffix)
		return err == nil && os.SameFile(own, info)
	})
}
