package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
)

// query runs the statement on a connection of its own, in a transaction that is never committed. So the server undoes a
// write that it allows, such as a large object.
func (b postgresBackend) query(ctx context.Context, db *DB, text string, values map[string]any,
) (*QueryRows, error) {
	// a semicolon may be a part of a statement of a server
	if _, err := onlyStatement(text); errors.Is(err, ErrNoStatement) {
		return nil, err
	}
	var args [][]byte
	if len(values) > 0 {
		names, statement := numbered(text)
		list, err := parameterValues(names, values)
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
		return nil, errors.Join(db.serverError(ctx, err), hangUp())
	}
	result, err := startReading(ctx, conn.PgConn(), text, args)
	if err != nil {
		failed := db.serverError(ctx, err)
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
			return nil, db.serverError(ctx, err)
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
		_, err = conn.Exec(ctx, beginReading(conn)).ReadAll()
	}
	if err != nil {
		return nil, err
	}
	return conn.ExecPrepared(ctx, "query", args, nil, nil), nil
}

// beginReading returns the statements that begin the transaction of a query. A superuser becomes a role without the
// privileges for functions that write files of the server, such as lo_export, which a transaction that only reads would
// run. That stops mistakes only: a statement can take the privileges back with SET_CONFIG('role', 'none', TRUE). The
// schemas of the search path stay: one named after the user would not be found under the other role. With Citus the
// nodes must know the user.
func beginReading(conn *pgconn.PgConn) string {
	if conn.ParameterStatus("is_superuser") != "on" {
		return `BEGIN READ ONLY`
	}
	return `BEGIN READ ONLY;
		SELECT SET_CONFIG('search_path', STRING_AGG(QUOTE_IDENT(s.name), ', ' ORDER BY s.place), TRUE)
		FROM UNNEST(CURRENT_SCHEMAS(FALSE)) WITH ORDINALITY AS s (name, place);
		SELECT SET_CONFIG('role', 'pg_read_all_data', TRUE)
		WHERE NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`
}

// FileRights returns what makes the user of a server dangerous: a superuser, or a member of a role that may write files
// of the server or start programs there. It returns "" for another user and for a file.
func (db *DB) FileRights(ctx context.Context) (rights string, err error) {
	if db.InProcess() {
		return "", nil
	}
	err = db.GetContext(ctx, &rights, `
		SELECT CASE
			WHEN r.rolsuper THEN 'is a superuser'
			WHEN PG_HAS_ROLE('pg_execute_server_program', 'MEMBER') THEN 'has the role pg_execute_server_program'
			WHEN PG_HAS_ROLE('pg_write_server_files', 'MEMBER') THEN 'has the role pg_write_server_files'
			ELSE ''
		END
		FROM pg_roles AS r
		WHERE r.rolname = CURRENT_USER`)
	if err != nil {
		return "", fmt.Errorf("read the privileges of the user: %w", Explain(err))
	}
	return rights, nil
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

// serverError adds the cause to an error of a query, and the name of the server if the statement is not to blame.
func (db *DB) serverError(ctx context.Context, err error) error {
	err = contextFirst(ctx, err)
	var large *pgproto3.ExceededMaxBodyLenErr
	explained := queryError(err)
	switch {
	case errors.As(err, &large):
		return ErrTooLarge
	case explained != err && explained != ErrWrites:
		return fmt.Errorf("read %s: %w", db.name(), explained)
	}
	return explained
}
