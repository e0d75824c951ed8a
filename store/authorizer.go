package store

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// authorizer is asked by SQLite, while it compiles a statement, about everything that the statement does
// (https://www.sqlite.org/c3ref/set_authorizer.html).
type authorizer struct {
	active bool     // a confined statement is compiled or executed; any other may do everything
	tables []string // the temporary tables whose rows it may change
	denied error    // the first denial
}

// authorized calls work, which compiles and executes statements that may only change some temporary tables.
func (c *Conn) authorized(tables []string, work func() error) error {
	a, err := c.authorizer()
	if err != nil {
		return err
	}
	*a = authorizer{active: true, tables: tables}
	defer func() { *a = authorizer{} }()
	if err = work(); err != nil && a.denied != nil {
		return a.denied
	}
	return err
}

// authorizer returns the authorizer of the connection. It is set at the first call, so other connections are as fast as without.
func (c *Conn) authorizer() (a *authorizer, err error) {
	err = c.Raw(func(conn any) error {
		fc, ok := conn.(*fileConn)
		if !ok {
			return errors.New("a statement cannot be confined on a bounded connection")
		}
		if fc.authorizer == nil {
			made := new(authorizer)
			if err := fc.setAuthorizer(made); err != nil {
				return err
			}
			fc.authorizer = made // as long as the connection has it
		}
		a = fc.authorizer
		return nil
	})
	return a, err
}

// setAuthorizer tells SQLite which authorizer the connection has. The driver has no function for this and hides the handle of the
// connection, so the handle is read from its field. A test fails if the field is gone.
func (c *fileConn) setAuthorizer(a *authorizer) error {
	handle := reflect.Indirect(reflect.ValueOf(c.sqliteConn)).FieldByName("db")
	if !handle.IsValid() || handle.Kind() != reflect.Uintptr {
		return errors.New("the driver of SQLite has no handle of the connection: a statement cannot be confined")
	}
	tls := libc.NewTLS()
	defer tls.Close()
	ask := authorize
	code := sqlite3.Xsqlite3_set_authorizer(tls, uintptr(handle.Uint()), *(*uintptr)(unsafe.Pointer(&ask)), uintptr(unsafe.Pointer(a)))
	if code != sqlite3.SQLITE_OK {
		return errors.New("sqlite3_set_authorizer fails")
	}
	return nil
}

// authorize is the callback of SQLite. own is the authorizer, which lives as long as the connection.
func authorize(_ *libc.TLS, own uintptr, action int32, first, _, database, _ uintptr) int32 {
	a := *(**authorizer)(unsafe.Pointer(&own))
	if !a.active {
		return sqlite3.SQLITE_OK
	}
	table := ""
	switch action {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE:
		return sqlite3.SQLITE_OK
	case sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
		table = libc.GoString(first)
		if libc.GoString(database) == "temp" && slices.Contains(a.tables, strings.ToLower(table)) {
			return sqlite3.SQLITE_OK
		}
	}
	if a.denied == nil {
		if strings.HasPrefix(table, "sqlite_") {
			table = "" // the statement creates or drops something
		}
		a.denied = forbidden(table)
	}
	return sqlite3.SQLITE_DENY
}
