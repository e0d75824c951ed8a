package database

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrForbidden is the error for a confined statement that changes more than it may.
var ErrForbidden = errors.New("is not allowed")

// forbidden is ErrForbidden with the table that the statement would change, "" if it is none that changes rows.
func forbidden(table string) error {
	if table == "" {
		return ErrForbidden
	}
	return fmt.Errorf("changes the table %s, which %w", table, ErrForbidden)
}

// Confined calls work, which executes statements that somebody else has written and PrepareConfined has prepared. They
// may read everything and change the rows of some temporary tables. The error wraps ErrForbidden if they try to do
// anything else.
func (c *Conn) Confined(ctx context.Context, tables []string, work func() error) error {
	if c.db.InProcess() {
		return c.authorized(tables, work)
	}
	begin, end, undo := `BEGIN READ ONLY`, `COMMIT`, `ROLLBACK`
	if c.inside { // the transaction around it can write again afterwards
		begin, end, undo = `SAVEPOINT confined; SET TRANSACTION READ ONLY`, `RELEASE confined`,
			`ROLLBACK TO confined; RELEASE confined`
	}
	_, err := c.ExecContext(ctx, begin)
	if err == nil {
		err = work()
	}
	if err == nil {
		_, err = c.ExecContext(ctx, end)
	}
	if err == nil {
		return nil
	}
	_, _ = c.ExecContext(context.WithoutCancel(ctx), undo)
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code == readOnlyTransaction {
		return forbidden("")
	}
	return err
}

const (
	readOnlyTransaction = "25006" // read_only_sql_transaction
	noExplainable       = "42601" // syntax_error
)

// PrepareConfined prepares a statement for Confined with the same tables.
func (c *Conn) PrepareConfined(ctx context.Context, tables []string, statement string) (stmt *sqlx.Stmt, err error) {
	err = c.Confined(ctx, tables, func() error {
		if stmt, err = c.PreparexContext(ctx, statement); err != nil || c.db.InProcess() {
			return err
		}
		return c.checkPlan(ctx, tables, statement)
	})
	return stmt, err
}

// plan is a node of the plan of a statement on a server.
type plan struct {
	Node     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Schema   string
	Plans    []plan
}

// checkPlan asks the server for the plan of a statement and looks for the tables that it changes, also in its common
// table expressions. A statement without a plan, such as DROP TABLE, is forbidden. It was prepared, so its syntax is
// right.
func (c *Conn) checkPlan(ctx context.Context, tables []string, statement string) error {
	var text string
	err := c.GetContext(ctx, &text, `EXPLAIN (VERBOSE, FORMAT JSON) `+statement)
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code == noExplainable {
		return forbidden("")
	}
	var plans []struct{ Plan plan }
	if err == nil {
		err = json.Unmarshal([]byte(text), &plans)
	}
	if err != nil {
		return err
	}
	for _, p := range plans {
		if err := p.Plan.check(tables); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) check(tables []string) error {
	if p.Node == "ModifyTable" && (!strings.HasPrefix(p.Schema, "pg_temp") || !slices.Contains(tables, p.Relation)) {
		return forbidden(p.Relation)
	}
	for i := range p.Plans {
		if err := p.Plans[i].check(tables); err != nil {
			return err
		}
	}
	return nil
}

// StatementFault returns why the database rejects a statement because of its text or its rows, in the words of the
// database. It returns "" for any other error, such as a full disk.
func StatementFault(err error) string {
	var se *sqlite.Error
	var pe *pgconn.PgError
	switch {
	case errors.Is(err, ErrForbidden):
		return err.Error()
	case errors.As(err, &se):
		switch se.Code() & 0xff {
		case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_RANGE,
			sqlite3.SQLITE_TOOBIG:
			text := strings.TrimSuffix(se.Error(), fmt.Sprintf(" (%d)", se.Code()))
			return strings.TrimPrefix(text, "SQL logic error: ")
		}
	case errors.As(err, &pe):
		switch pe.Code[:2] {
		case "0A", "21", "22", "23", "42": // the classes of errors of statements and of data
			return firstLine(pe.Message)
		}
	}
	return ""
}

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
	most, err := c.limitValue(ConfinedValue)
	if err != nil {
		return err
	}
	defer func() { _, _ = c.limitValue(most) }()
	if err = work(); err != nil && a.denied != nil {
		return a.denied
	}
	return err
}

// ConfinedValue is the greatest number of bytes of a value in a confined statement on a file, also in between. SQLite
// looks for an interrupt only between its operations, and one operation on a value of a gigabyte takes minutes.
const ConfinedValue = 100_000

// limitValue sets the greatest number of bytes of a value on a connection to a file and returns the one before.
func (c *Conn) limitValue(most int32) (before int32, err error) {
	err = c.onHandle(func(tls *libc.TLS, handle uintptr) error {
		before = sqlite3.Xsqlite3_limit(tls, handle, sqlite3.SQLITE_LIMIT_LENGTH, most)
		return nil
	})
	return before, err
}

// onHandle calls work with SQLite's handle of a connection to a file.
func (c *Conn) onHandle(work func(tls *libc.TLS, handle uintptr) error) error {
	return c.Raw(func(conn any) error {
		handle, err := handleOf(conn.(*calledConn).driverConn)
		if err != nil {
			return err
		}
		tls := libc.NewTLS()
		defer tls.Close()
		return work(tls, handle)
	})
}

// authorizer returns the authorizer of the connection. It is set at the first call, so other connections are as fast as
// without.
func (c *Conn) authorizer() (a *authorizer, err error) {
	err = c.Raw(func(conn any) error {
		fc := conn.(*calledConn)
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

// setAuthorizer sets the authorizer of the connection. The driver has no function for this.
func (c *calledConn) setAuthorizer(a *authorizer) error {
	handle, err := handleOf(c.driverConn)
	if err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	ask := authorize
	code := sqlite3.Xsqlite3_set_authorizer(tls, handle, *(*uintptr)(unsafe.Pointer(&ask)), uintptr(unsafe.Pointer(a)))
	if code != sqlite3.SQLITE_OK {
		return errors.New("sqlite3_set_authorizer fails")
	}
	return nil
}

// handleOf returns SQLite's handle of a connection. The driver hides it, so it is read from its field. A test fails if
// the field is missing.
func handleOf(conn driver.Conn) (uintptr, error) {
	handle := reflect.Indirect(reflect.ValueOf(conn)).FieldByName("db")
	if !handle.IsValid() || handle.Kind() != reflect.Uintptr {
		return 0, errors.New("the driver of SQLite has no handle of the connection")
	}
	return uintptr(handle.Uint()), nil
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
