package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// newPuzzles is the channel on which a server tells of puzzles that were added. The trigger
// puzzle_waits sends to it.
const newPuzzles = "setdoku_puzzle"

// Listener hears of puzzles that are added to a server.
type Listener struct {
	config *pgx.ConnConfig
	conn   *pgx.Conn // nil while there is none
}

// Listen returns a listener for the database. Close it.
func (db *DB) Listen() (*Listener, error) {
	if db.config == nil {
		return nil, errors.New("only a server tells of new puzzles")
	}
	config := db.config.Copy()
	// A wait that ends has no statement to cancel.
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn()}
	}
	return &Listener{config: config}, nil
}

// Wait returns when puzzles have been added, at the latest after poll: it cannot hear of all that
// makes a puzzle wait, and behind some connection poolers of nothing. Where the server cannot
// be reached it just takes poll; the next statement will tell. It returns the error of the context.
func (l *Listener) Wait(ctx context.Context, poll time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, poll)
	defer cancel()
	if l.hear(waiting) != nil {
		<-waiting.Done()
	}
	return ctx.Err()
}

// hear returns nil when puzzles have been added.
func (l *Listener) hear(ctx context.Context) error {
	if l.conn == nil {
		conn, err := pgx.ConnectConfig(ctx, l.config)
		if err != nil {
			return err
		}
		l.conn = conn
		if _, err := conn.Exec(ctx, `LISTEN `+newPuzzles); err != nil {
			return errors.Join(err, l.Close())
		}
		return nil // what was added before now was not heard of
	}
	_, err := l.conn.WaitForNotification(ctx)
	if err != nil && !pgconn.Timeout(err) {
		return errors.Join(err, l.Close())
	}
	return err
}

// Close ends the connection of the listener.
func (l *Listener) Close() error {
	if l.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn := l.conn
	l.conn = nil
	return conn.Close(ctx)
}
