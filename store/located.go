package store

import (
	"errors"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// LocatedError is an error in the text of a statement, with the place where the database noticed it.
type LocatedError struct {
	Err error
	At  int // bytes before the place
}

// Error returns the text of the error without the place.
func (e *LocatedError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the place.
func (e *LocatedError) Unwrap() error { return e.Err }

// located adds the place of an error that SQLite has just returned, if it knows the place.
func (c *wrappedConn) located(err error) error {
	handle, none := sqliteHandle(c.driverConn)
	if none != nil {
		return err // a connection to a server
	}
	tls := libc.NewTLS()
	defer tls.Close()
	if at := sqlite3.Xsqlite3_error_offset(tls, handle); at >= 0 {
		return &LocatedError{err, int(at)}
	}
	return err
}

// locatedBy adds the place that a server gives in characters of a text.
func locatedBy(err error, cause error, text string) error {
	var pe *pgconn.PgError
	if !errors.As(cause, &pe) || pe.Position < 1 {
		return err
	}
	at := 0
	for range pe.Position - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return &LocatedError{err, at}
}
