package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Errors for errors.Is.
var (
	ErrNotSetdoku = errors.New("not a setdoku database")
	ErrNewer      = errors.New("made by a newer setdoku")
	ErrTooOld     = errors.New("made before the schema was rewritten: run 'setdoku export' of the version " +
		"that made it, then 'setdoku import' of this one")
	ErrOlder              = errors.New("made by an older setdoku and opened read-only; run 'setdoku migrate up' on it")
	ErrLocked             = errors.New("locked by another process")
	ErrReadOnly           = errors.New("read-only")
	ErrDamaged            = errors.New("damaged or truncated")
	ErrNull               = errors.New("a row has NULL where every row has a value; setdoku verify names it")
	ErrDiskFull           = errors.New("disk full")
	ErrUnreachable        = errors.New("the server cannot be reached")
	ErrRefused            = errors.New("the server rejects the user name or the password")
	ErrNoDatabase         = errors.New("the server has no such database; CREATE DATABASE makes one")
	ErrPermission         = errors.New("the user lacks a privilege that this needs")
	ErrTooManyConnections = errors.New("the server accepts no more connections at the moment")
	ErrConnectionRefused  = errors.New("the server refuses the connection")
	ErrConnectionLost     = errors.New("the connection to the server was lost")
	ErrLockTable          = errors.New("the lock table of the server is full: raise max_locks_per_transaction in " +
		"postgresql.conf and restart the server; fewer partitions or workers need less of it")
	ErrNodeLost = errors.New("the server cannot reach one of its nodes")
	ErrPooler   = errors.New("the connection goes through a pooler that setdoku cannot use: set pool_mode " +
		"= session and the ignore_startup_parameters of docs/servers.md")
)

// tooOldError returns the error for a schema that this program cannot migrate.
func tooOldError(version int64) error {
	return fmt.Errorf("%w (schema version %d)", ErrTooOld, version)
}

func newerError(version, latest int64) error {
	return fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewer, version, latest)
}

// errNull is the cause of a record.Refusal.
var errNull = errors.New("expected a value, got NULL")

// nullColumn matches an error of database/sql about a value that can be NULL only after the schema was changed.
var nullColumn = regexp.MustCompile(`sql: Scan error .*name "(\w+)": (?:converting NULL|.*convert <nil>)`)

// Explain wraps an error of the database in the sentinel error that names its cause, so that callers can test for it
// and users can read it. It returns other errors, and nil, unchanged.
func Explain(err error) error {
	if err == nil {
		return nil
	}
	var se *sqlite.Error
	var cause error
	var detail string
	if m := nullColumn.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("column %s: %w", m[1], ErrNull)
	}
	if errors.As(err, &se) {
		// the text of a damaged schema has line feeds
		cause, detail = fileCause(se), strings.Join(strings.Fields(se.Error()), " ")
	} else {
		detail, cause = explainServer(err)
	}
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	if detail == "" {
		return cause
	}
	return fmt.Errorf("%w (%s)", cause, detail)
}

// StatementFault returns why SQLite rejects a statement because of its text or its rows, in the words of SQLite. It
// returns "" for any other error, such as a full disk.
func StatementFault(err error) string {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return ""
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_RANGE,
		sqlite3.SQLITE_TOOBIG:
		text := strings.TrimSuffix(se.Error(), fmt.Sprintf(" (%d)", se.Code()))
		return strings.TrimPrefix(text, "SQL logic error: ")
	}
	return ""
}

// explainServer returns the sentinel error for an error of a server or of the network, and a detail for the message.
// cause is nil for all other errors.
func explainServer(err error) (detail string, cause error) {
	var ce *pgconn.ConnectError
	var pe *pgconn.PgError
	connecting := errors.As(err, &ce)
	switch {
	case errors.Is(err, context.Canceled):
		return "", nil
	case errors.Is(err, pgconn.ErrReadOnlyConnection):
		return "the server or the user is set to read only", ErrReadOnly
	case errors.As(err, &pe):
		cause = serverCause(pe)
		switch {
		case connecting && cause == nil:
			cause = ErrConnectionRefused
		case connecting && cause == ErrConnectionLost:
			cause = ErrUnreachable
		}
		return firstLine(pe.Message), cause
	case connecting:
		return cmp.Or(networkCause(ce), handshakeCause(ce.Unwrap())), ErrUnreachable
	case isLost(err):
		return networkCause(err), ErrConnectionLost
	}
	return "", nil
}

// serverCauses are the sentinel errors for error codes of the server.
var serverCauses = map[string]error{
	"28P01": ErrRefused, "28000": ErrRefused, "3D000": ErrNoDatabase, "42501": ErrPermission,
	"53300": ErrTooManyConnections,
	"55P03": ErrLocked, "25006": ErrReadOnly, "53100": ErrDiskFull, "XX001": ErrDamaged, "XX002": ErrDamaged,
	"57P01": ErrConnectionLost, "57P02": ErrConnectionLost, "57P03": ErrConnectionLost, "57P05": ErrConnectionLost,
	"25P03": ErrConnectionLost,
	"26000": ErrPooler, "42P05": ErrPooler, // a prepared statement of another session
	"08000": ErrNodeLost, "08001": ErrNodeLost, "08003": ErrNodeLost, "08004": ErrNodeLost, "08006": ErrNodeLost,
}

// serverCause returns the sentinel error for an error of the server, nil for an unknown one.
func serverCause(pe *pgconn.PgError) error {
	switch {
	// the server is also out of memory with this code
	case pe.Code == "53200" && strings.Contains(pe.Hint, "max_locks_per_transaction"):
		return ErrLockTable
	case pe.Code == "XX000" && strings.HasPrefix(pe.Message, nodeFailed):
		return ErrNodeLost
	}
	if pe.Code == "08P01" && strings.HasPrefix(pe.Message, "unsupported startup parameter") {
		return ErrPooler
	}
	return serverCauses[pe.Code]
}

// nodeFailed begins the message of Citus about a node that it must write to and cannot reach. The message has the code
// of internal errors.
const nodeFailed = "failure on connection marked as essential"

// firstLine returns the first line of a message. Below it Citus has the advice of the C library.
func firstLine(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	return line
}

// IsUnreachable reports whether an error means that a server, or a node of Citus, cannot be used at the moment. A later
// attempt may succeed.
func IsUnreachable(err error) bool {
	err = Explain(err)
	return errors.Is(err, ErrConnectionLost) || errors.Is(err, ErrNodeLost) || errors.Is(err, ErrUnreachable) ||
		errors.Is(err, ErrTooManyConnections)
}

// isLost reports whether an error means that the connection was lost.
func isLost(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.Timeout(err)
}

// networkCause returns the driver's description of a network error, "" if it has none.
func networkCause(err error) string {
	var name *net.DNSError
	var network *net.OpError
	var call *os.SyscallError
	switch {
	case errors.As(err, &name):
		return name.Name + ": " + name.Err
	case errors.As(err, &call):
		return call.Err.Error()
	case errors.As(err, &network):
		return network.Err.Error()
	}
	return ""
}

// handshakeCause returns the reason why a new connection failed: the last line of the error, without the address.
func handshakeCause(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if _, what, found := strings.Cut(last, "): "); found {
		last = what
	}
	return strings.TrimPrefix(last, "ValidateConnect failed: ")
}
