package store

import (
	"database/sql/driver"
	"errors"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// onHandle calls work with SQLite's handle of a connection to a file.
func (c *Conn) onHandle(work func(tls *libc.TLS, handle uintptr) error) error {
	return c.Raw(func(conn any) error {
		handle, err := sqliteHandle(conn.(*wrappedConn).driverConn)
		if err != nil {
			return err
		}
		tls := libc.NewTLS()
		defer tls.Close()
		return work(tls, handle)
	})
}

// sqliteHandle returns SQLite's handle of a connection. The driver hides it, so it is read from its field. A test fails
// if the field is missing.
func sqliteHandle(conn driver.Conn) (uintptr, error) {
	handle := reflect.Indirect(reflect.ValueOf(conn)).FieldByName("db")
	if !handle.IsValid() || handle.Kind() != reflect.Uintptr {
		return 0, errors.New("the driver of SQLite has no handle of the connection")
	}
	return uintptr(handle.Uint()), nil
}

// limit is a limit of SQLite for a connection, by its number.
type limit struct {
	number int32
	most   int
}

// setLimits sets limits of a connection to a file.
func setLimits(conn driver.Conn, limits ...limit) error {
	handle, err := sqliteHandle(conn)
	if err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	for _, l := range limits {
		sqlite3.Xsqlite3_limit(tls, handle, l.number, int32(l.most))
	}
	return nil
}
