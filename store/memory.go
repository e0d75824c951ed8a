package store

import (
	"errors"
	"fmt"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// LimitMemory lets SQLite count its memory in this process, so that the limit of Bounds.Memory holds. Call it before the first
// database is opened. The limit is one for all connections of the process, and counting makes SQLite slower. So only a process that
// runs nothing but a statement of a user calls it.
func LimitMemory() error {
	tls := libc.NewTLS()
	defer tls.Close()
	list := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(uintptr(0))))
	if list == 0 {
		return errors.New("no memory for an argument of sqlite3_config")
	}
	defer libc.Xfree(tls, list)
	if code := sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MEMSTATUS, libc.VaList(list, int32(1))); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("sqlite3_config: code %d; a database was opened before", code)
	}
	return nil
}
