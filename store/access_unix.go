//go:build unix

package store

import (
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// mayRead reports whether this process may read a file.
func mayRead(path string) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK, unix.AT_EACCESS) == nil
}

// mayWrite reports whether this process may write a file, or make files in a folder.
func mayWrite(path string) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS) == nil
}

// isOwner reports whether files that SQLite makes for this process next to a file have the owner of the file. SQLite
// gives them the owner of the file if it may, as root.
func isOwner(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || os.Geteuid() == 0 || int(stat.Uid) == os.Geteuid()
}

// fileOwner returns the name of the owner of a file, or the number of a user without a name.
func fileOwner(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "another user"
	}
	id := strconv.FormatUint(uint64(stat.Uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return "user " + id
}
