package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/store/record"
)

// ErrNoPuzzle is the error for a puzzle that the database does not have.
var ErrNoPuzzle = errors.New("no such puzzle")

// Snapshot reads a database as it was at one moment, while other processes may write.
type Snapshot struct {
	tx   *sqlx.Tx
	conn *sqlx.Conn // of the transaction
	db   *DB
}

// Snapshot calls read with a snapshot. The snapshot ends when read returns.
func (db *DB) Snapshot(ctx context.Context, read func(*Snapshot) error) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", db.name(), Explain(err))
	}
	defer conn.Close()
	tx, err := conn.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: db.texts().isolation})
	if err != nil {
		return fmt.Errorf("begin to read %s: %w", db.name(), Explain(err))
	}
	// The transaction has changed nothing, so an error of its end loses nothing.
	defer func() { _ = tx.Rollback() }()
	err = read(&Snapshot{tx: tx, conn: conn, db: db})
	return cmp.Or(usable(conn.Conn), err) // rows of a file that has changed explain any other error
}

// usable returns ErrMeanwhile or ErrReplaced if the file of a connection has become another since it was
// opened.
func usable(conn *sql.Conn) (err error) {
	unusable := conn.Raw(func(conn any) error {
		err = conn.(*wrappedConn).checkNotReplaced()
		return nil
	})
	if unusable != nil {
		return nil // the connection is lost, which the caller has noticed
	}
	return err
}

// each calls take for every row of a query. The row has the driver's values, with integers as int64, and is valid
// until take returns. Package database/sql would check every value several times, which takes longer than reading it.
func (s *Snapshot) each(ctx context.Context, query string, args []any, take func(row []driver.Value) error) error {
	return s.conn.Raw(func(conn any) error {
		values := make([]driver.NamedValue, len(args))
		for i, arg := range args {
			value, err := driverValue(arg)
			if err != nil {
				return err
			}
			values[i] = driver.NamedValue{Ordinal: i + 1, Value: value}
		}
		rows, err := conn.(driver.QueryerContext).QueryContext(ctx, query, values)
		if err != nil {
			return err
		}
		defer rows.Close()
		row := make([]driver.Value, len(rows.Columns()))
		for {
			switch err := rows.Next(row); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return err
			}
			if err := take(row); err != nil {
				return err
			}
		}
	})
}

// SelectContext reads all rows of a query into a slice. Parameters are written as ?.
func (s *Snapshot) SelectContext(ctx context.Context, rows any, query string, args ...any) error {
	return Explain(s.tx.SelectContext(ctx, rows, query, args...))
}

// SourceName is the source of a puzzle AS z without the line: the name of a file, or the text of import --source. The
// index puzzle_facet has the same expression.
const SourceName = `CASE RTRIM(z.source, '0123456789')
    WHEN RTRIM(RTRIM(z.source, '0123456789'), ':') THEN z.source
    ELSE RTRIM(RTRIM(z.source, '0123456789'), ':')
END`

// Puzzle returns a row of the table puzzle by its id, with its techniques. The error wraps ErrNoPuzzle if there is
// none.
func (s *Snapshot) Puzzle(ctx context.Context, id int64) (record.Puzzle, error) {
	var p record.Puzzle
	err := s.tx.GetContext(ctx, &p, `SELECT `+resultColumns+` FROM puzzle WHERE puzzle_id = ?`, id)
	if err != nil {
		return p, noPuzzle(id, err)
	}
	p.Uses, err = s.Uses(ctx, id)
	return p, err
}

// Uses returns the techniques of a puzzle in catalogue order.
func (s *Snapshot) Uses(ctx context.Context, id int64) ([]setdoku.Use, error) {
	uses, err := readUses(ctx, s.tx, []int64{id})
	return uses[id], err
}

// noPuzzle adds the puzzle id to an error, and wraps ErrNoPuzzle if the row does not exist.
func noPuzzle(id int64, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("puzzle %d: %w", id, ErrNoPuzzle)
	}
	if refused := nullRefusal(err); refused != nil {
		return fmt.Errorf("puzzle %d: %w", id, refused)
	}
	return fmt.Errorf("read puzzle %d: %w", id, Explain(err))
}

// inList returns "(?, ?, ?)" and its arguments.
func inList[T any](values []T) (string, []any) {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return valueRows(len(values), 1), args
}
