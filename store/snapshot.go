package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jmoiron/sqlx"
)

// Errors of what is asked about a puzzle.
var (
	ErrNoPuzzle = errors.New("no such puzzle")
	ErrNoStep   = errors.New("no such step")
	// ErrNotKept says that a step was made, but the run kept nothing of what it did.
	ErrNotKept = errors.New("the run did not keep what the step did (see --audit)")
)

// Snapshot reads a database as it was at one moment, whatever other processes write
// meanwhile.
type Snapshot struct {
	tx   *sqlx.Tx
	conn *sqlx.Conn // that the transaction is on
	db   *DB

	viewsProved bool // by CheckSchema
}

// Snapshot calls read with a snapshot, which ends when read returns.
func (db *DB) Snapshot(ctx context.Context, read func(*Snapshot) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if db.dialect == Postgres {
		options.Isolation = sql.LevelRepeatableRead // a file has no other way to read
	}
	err := func() error {
		conn, err := db.Connx(ctx)
		if err != nil {
			return fmt.Errorf("connect to %s: %w", db.path, Explain(err))
		}
		defer conn.Close()
		tx, err := conn.BeginTxx(ctx, options)
		if err != nil {
			return fmt.Errorf("begin to read %s: %w", db.path, Explain(err))
		}
		// Nothing was changed, so there is nothing that ending it could lose.
		defer func() { _ = tx.Rollback() }()
		return read(&Snapshot{tx: tx, conn: conn, db: db})
	}()
	if err != nil {
		return err
	}
	return Explain(db.compileAsked(ctx))
}

// each gives every row of a query to take. The row is as the driver has it, integers being int64, and good until
// take returns. Package database/sql would look at every value several times, which costs more than reading it.
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

// list reads all rows of a query. One that is asked again is compiled once for a connection: the views behind
// evidence and history take longer to compile than to run.
func (s *Snapshot) list(ctx context.Context, rows any, query string, args ...any) error {
	if stmt := s.db.compiled(query); stmt != nil {
		return s.tx.StmtxContext(ctx, stmt).SelectContext(ctx, rows, args...)
	}
	return s.tx.SelectContext(ctx, rows, query, args...)
}

// Puzzle is a row of the table puzzle.
type Puzzle struct {
	Result
	Name   string `db:"name"`
	Source string `db:"source"` // file and line that it came from
}

const puzzleColumns = resultColumns + `, name, source`

// Puzzle returns a puzzle by its id; the error wraps ErrNoPuzzle when there is none.
func (s *Snapshot) Puzzle(ctx context.Context, id int64) (Puzzle, error) {
	var p Puzzle
	err := s.tx.GetContext(ctx, &p, `SELECT `+puzzleColumns+` FROM puzzle WHERE puzzle_id = ?`, id)
	if err != nil {
		return p, noPuzzle(id, err)
	}
	return p, nil
}

// noPuzzle says of the error with which a row of a puzzle could not be read what was asked for.
func noPuzzle(id int64, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("puzzle %d: %w", id, ErrNoPuzzle)
	}
	return fmt.Errorf("read puzzle %d: %w", id, Explain(err))
}

// cellDigits gives all rows of a query for puzzle_id, cell and digit to add.
func (s *Snapshot) cellDigits(ctx context.Context, add func(id int64, cell int, digit uint8), query string, args ...any) error {
	rows, err := s.tx.QueryContext(ctx, query, args...)
	if err != nil {
		return Explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var cell int
		var digit uint8
		if err := rows.Scan(&id, &cell, &digit); err != nil {
			return err
		}
		add(id, cell, digit)
	}
	return Explain(rows.Err())
}

// inList returns "(?, ?, ?)" and its arguments.
func inList(ids []int64) (string, []any) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return "(" + strings.TrimSuffix(strings.Repeat("?, ", len(ids)), ", ") + ")", args
}
