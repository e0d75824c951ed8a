package database

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
)

// Errors for statements that Query refuses.
var (
	ErrNoStatement = errors.New("no statement")
	ErrStatements  = errors.New("more than one statement")
	ErrWrites      = errors.New("the statement writes, and a query only reads")
)

// QueryRows reads the rows of a query one by one.
type QueryRows struct {
	Columns []string
	next    func() ([]any, error)
	close   func() error
}

// changing are the first words of all statements that change data. A read-only database refuses most of them itself,
// but not VACUUM INTO, which writes another file.
var changing = []string{
	"ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "INSERT", "REINDEX",
	"RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM",
}

// Query runs one SELECT or other reading statement on a database that was opened read-only. The statement may have
// Parameters. values must have a value for each of them and no others; a statement for a server without values may have
// colons of any kind. The error wraps ErrNoStatement, ErrStatements, ErrWrites or ErrParameter if one of them is the
// cause, else it has the message of the database.
func (db *DB) Query(ctx context.Context, text string, values map[string]any) (*QueryRows, error) {
	if db.dialect == Postgres {
		return db.queryServer(ctx, text, values)
	}
	word, err := onlyStatement(text)
	if err != nil {
		return nil, err
	}
	if slices.Contains(changing, strings.ToUpper(word)) {
		return nil, ErrWrites
	}
	names := Parameters(text)
	args, err := valuesOf(names, values)
	if err != nil {
		return nil, err
	}
	for i, name := range names { // SQLite reads the names itself, and uses them in headings and errors
		args[i] = sql.Named(name, args[i])
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, db.queryError(err)
	}
	rows, err := conn.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, errors.Join(db.queryError(err), conn.Close())
	}
	hangUp := func() error { return errors.Join(rows.Close(), conn.Close()) }
	columns, err := rows.Columns()
	if err != nil {
		return nil, errors.Join(db.queryError(err), hangUp())
	}
	next := db.nextOf(rows, len(columns))
	return &QueryRows{Columns: columns, close: hangUp, next: func() ([]any, error) {
		row, err := next()
		if row == nil {
			err = cmp.Or(usable(conn), err)
		}
		return row, err
	}}, nil
}

// nextOf returns a function that reads the next row.
func (db *DB) nextOf(rows *sql.Rows, columns int) func() ([]any, error) {
	return func() ([]any, error) {
		if !rows.Next() {
			return nil, db.queryError(rows.Err())
		}
		row := make([]any, columns)
		into := make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, db.queryError(err)
		}
		return row, nil
	}
}

// Next returns the next row, nil at the end. A value of a file is an int64, float64, string, []byte, time.Time or
// nil. A value of a server is an int64, float64, json.Number (a fraction with all its digits), string (as psql prints
// it) or nil.
func (r *QueryRows) Next() ([]any, error) { return r.next() }

// Close ends the query.
func (r *QueryRows) Close() error { return r.close() }

// queryError adds the cause to an error, and the name of the server if the statement is not to blame.
func (db *DB) queryError(err error) error {
	var large *pgproto3.ExceededMaxBodyLenErr
	switch explained := Explain(err); {
	case errors.As(err, &large):
		return ErrTooLarge
	case errors.Is(explained, ErrReadOnly):
		return ErrWrites
	case explained != err && db.dialect == Postgres:
		return fmt.Errorf("read %s: %w", db.name(), explained)
	default:
		return explained
	}
}

// queryServer is Query on a connection of its own, in a transaction that is never committed. So the server undoes a
// write that it allows, such as a large object.
func (db *DB) queryServer(ctx context.Context, text string, values map[string]any) (*QueryRows, error) {
	// a semicolon may be a part of a statement of a server
	if _, err := onlyStatement(text); errors.Is(err, ErrNoStatement) {
		return nil, err
	}
	var args [][]byte
	if len(values) > 0 {
		names, statement := numbered(text)
		list, err := valuesOf(names, values)
		if err != nil {
			return nil, err
		}
		text = statement
		for _, value := range list {
			arg, err := serverText(value)
			if err != nil {
				return nil, err
			}
			args = append(args, arg)
		}
	}
	conn, err := pgx.ConnectConfig(ctx, db.config)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", db.name(), Explain(err))
	}
	hangUp := func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(ctx) // the transaction has changed nothing
		return nil
	}
	if err := db.bounds.limitServer(ctx, conn.PgConn()); err != nil {
		return nil, errors.Join(db.queryError(contextFirst(ctx, err)), hangUp())
	}
	result, err := startReading(ctx, conn.PgConn(), text, args)
	if err != nil {
		failed := db.queryError(contextFirst(ctx, err))
		if len(values) == 0 { // the text is that of the caller
			failed = locatedBy(failed, err, text)
		}
		_ = hangUp() // never fails
		return nil, failed
	}
	fields := result.FieldDescriptions()
	rows := &QueryRows{close: hangUp}
	for _, f := range fields {
		rows.Columns = append(rows.Columns, f.Name)
	}
	rows.next = func() ([]any, error) {
		if !result.NextRow() {
			_, err := result.Close()
			return nil, db.queryError(contextFirst(ctx, err))
		}
		row := make([]any, len(fields))
		for i, v := range result.Values() {
			row[i] = serverValue(fields[i].DataTypeOID, v)
		}
		return row, nil
	}
	return rows, nil
}

// startReading starts one statement that reads. Any other it does not run: in a read-only transaction the server
// refuses statements that write rows, but not SET, DO or COPY. These return no columns.
func startReading(ctx context.Context, conn *pgconn.PgConn, text string, args [][]byte) (*pgconn.ResultReader, error) {
	var pe *pgconn.PgError
	statement, err := conn.Prepare(ctx, "query", text, nil)
	switch {
	case errors.As(err, &pe) && pe.Routine == "exec_parse_message": // the same in all languages
		return nil, ErrStatements
	case err == nil && len(statement.Fields) == 0:
		err = ErrWrites
	case err == nil && len(statement.ParamOIDs) > len(args):
		err = errors.New("the statement has a parameter, and a query has no value for it")
	case err == nil:
		_, err = conn.Exec(ctx, `BEGIN READ ONLY`).ReadAll()
	}
	if err != nil {
		return nil, err
	}
	return conn.ExecPrepared(ctx, "query", args, nil, nil), nil
}

// serverValue converts a value that a server printed into a number if its type is numeric.
func serverValue(oid uint32, shown []byte) any {
	if shown == nil {
		return nil
	}
	text := string(shown)
	switch oid {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.OIDOID, pgtype.NumericOID:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		if json.Valid(shown) {
			return json.Number(text)
		}
	case pgtype.Float4OID, pgtype.Float8OID:
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(f) {
			return f
		}
	}
	return text
}
