package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
	"unsafe"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Bounds limit what a statement of a user may use, see OpenBounded.
type Bounds struct {
	Statement int // bytes of the statement
	Value     int // bytes of one value, also inside a statement
	Row       int // bytes of one row of the result; a server's connection ends at a larger one
	// bytes that SQLite may allocate in this process if LimitMemory was called, else its cache only
	Memory int
	Time   time.Duration // a server ends the statement after it; for a file the context must end it
}

// Errors for statements that need more than their Bounds.
var (
	ErrTooLarge = errors.New("a value or a row is too large")
	ErrNoMemory = errors.New("the statement needs too much memory")
)

// OpenBounded is OpenReadOnly for statements that strangers write. Each statement of Query has the bounds.
func OpenBounded(ctx context.Context, target string, b Bounds) (*DB, error) {
	return open(context.WithValue(ctx, boundsKey{}, &b), target, "ro")
}

type boundsKey struct{}

func boundsFrom(ctx context.Context) *Bounds {
	b, _ := ctx.Value(boundsKey{}).(*Bounds)
	return b
}

// pragmas are the settings of a connection to a file. Sorted and intermediate rows go to files, not into memory.
func (b *Bounds) pragmas() []string {
	return []string{
		"query_only(1)", "temp_store(file)", "cache_size(-8192)", "trusted_schema(0)",
		fmt.Sprintf("hard_heap_limit(%d)", b.Memory),
	}
}

// limit sets the limits of a connection to a file. A limit that is not in Bounds is ten times the need of the views and
// named queries.
func (b *Bounds) limit(conn driver.Conn) error {
	return setLimits(conn, []limit{
		{sqlite3.SQLITE_LIMIT_LENGTH, b.Value},
		{sqlite3.SQLITE_LIMIT_SQL_LENGTH, b.Statement},
		{sqlite3.SQLITE_LIMIT_COLUMN, 200},
		{sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 200},
		{sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 100},
		{sqlite3.SQLITE_LIMIT_VDBE_OP, 250_000},
		{sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 100},
		{sqlite3.SQLITE_LIMIT_ATTACHED, 0},
		{sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
		{sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 100},
		{sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 10},
		{sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0},
	}...)
}

// addToServer adds the bounds to the settings of a connection to a server. The largest message is a row and some bytes
// about it.
func (b *Bounds) addToServer(config *pgx.ConnConfig) {
	if b == nil {
		return
	}
	for name, value := range map[string]string{
		"statement_timeout":                   strconv.FormatInt(b.Time.Milliseconds()+500, 10),
		"idle_in_transaction_session_timeout": "60000",
		"work_mem":                            "16MB",
		"max_parallel_workers_per_gather":     "0",
	} {
		config.RuntimeParams[name] = value
	}
	most := b.Row + 64<<10
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		f := pgproto3.NewFrontend(r, w)
		f.SetMaxBodyLen(most)
		return f
	}
}

// limitServer bounds the temporary files of a statement. Only a superuser, or a user whom he allows it, can do so. For
// all others the setting of the server holds.
func (b *Bounds) limitServer(ctx context.Context, conn *pgconn.PgConn) error {
	if b == nil {
		return nil
	}
	_, err := conn.Exec(ctx, `SET temp_file_limit = '1GB'`).ReadAll()
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code == "42501" {
		return nil
	}
	return err
}

// LimitMemory lets SQLite count its memory in this process, so that the limit of Bounds.Memory holds. Call it before
// the first database is opened. The limit is one for all connections of the process, and counting makes SQLite slower.
// So only a process that runs nothing but a statement of a user calls it.
func LimitMemory() error {
	tls := libc.NewTLS()
	defer tls.Close()
	list := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(uintptr(0))))
	if list == 0 {
		return errors.New("no memory for an argument of sqlite3_config")
	}
	defer libc.Xfree(tls, list)
	if code := sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MEMSTATUS,
		libc.VaList(list, int32(1))); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("sqlite3_config: code %d; a database was opened before", code)
	}
	return nil
}
