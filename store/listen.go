package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// newPuzzles is the channel on which a server announces new puzzles. The trigger puzzle_added sends to it.
const newPuzzles = "setdoku_puzzle"

// afterLoss is the pause between the loss of the connection and the end of a wait. Without it a pooler that ends all
// connections that listen would keep the caller busy.
const afterLoss = time.Second

// Listener waits for puzzles that are added to a server.
type Listener struct {
	config *pgx.ConnConfig
	conn   *pgx.Conn // nil while not connected
}

// Listen returns a listener for the database. The caller must close it.
func (db *DB) Listen() (*Listener, error) {
	if db.config == nil {
		return nil, errors.New("only a server announces new puzzles")
	}
	config := db.config.Copy()
	// When a wait ends there is no statement to cancel.
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn()}
	}
	return &Listener{config: config}, nil
}

// Wait returns when puzzles have been added, and at the latest after poll. The server does not announce every puzzle
// that becomes ready to solve, and some connection poolers drop all announcements. If the connection is lost, Wait
// returns after a second, and if the server cannot be reached, after poll; the caller's next statement gets the error.
// Wait returns the error of the context.
func (l *Listener) Wait(ctx context.Context, poll time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, poll)
	defer cancel()
	if l.hear(waiting) != nil {
		<-waiting.Done()
	}
	return ctx.Err()
}

// hear waits for one announcement.
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
		return nil // puzzles may have been added before the connection was made
	}
	_, err := l.conn.WaitForNotification(ctx)
	if err == nil || pgconn.Timeout(err) {
		return err
	}
	_ = l.Close() // the connection is lost, so closing it fails as well
	select {
	case <-ctx.Done():
	case <-time.After(afterLoss):
	}
	return nil
}

// Close closes the connection of the listener.
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
