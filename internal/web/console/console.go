// Package console runs statements of users that only read. Time, memory and result of each are limited. A statement on
// a file runs in a process of its own, which ends with it, because SQLite does not look at the clock inside a function.
package console

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"setdoku/store"
)

// Limits of a statement. A user meets MaxValue and MaxRow in the words of explain.
const (
	MaxStatement = 100 << 10 // bytes
	sortedAround = 1 << 10   // bytes that Sorted adds at most
	maxValue     = 2 << 20   // bytes of one value, also inside the statement
	maxRow       = 4 << 20   // bytes of one row of the result
	maxMemory    = 64 << 20  // bytes that SQLite may allocate
	maxAnswer    = 4 << 20   // bytes of all values of an Answer
	maxRunning   = 4         // statements at once, and no more than half of the cores
	waitForTurn  = 10 * time.Second
	// A stream has more time than an Answer. The time in which the client reads does not count, up to streamLasts.
	streamFactor = 12
	streamLasts  = 15 * time.Minute
)

// Options say how a Console behaves.
type Options struct {
	Time time.Duration // limit of a statement; 0 means 5 seconds
	Rows int           // of an Answer at most; 0 means 1000
	// Worker is the command that calls Work in a new process. Without it, statements on a file run in this process:
	// SQLite then ends a long function late, and its memory is not limited.
	Worker []string
}

// Console runs statements on one database.
type Console struct {
	Time   time.Duration
	Rows   int
	target string
	worker []string
	db     *store.DB
	// They hold one value for each running statement. A stream may wait for its client, so that it does not take the
	// turn of others.
	turns, streams chan struct{}
}

// New opens a database. target is a file or URL as store.Open accepts it.
func New(ctx context.Context, target string, opts Options) (*Console, error) {
	c := &Console{Time: opts.Time, Rows: opts.Rows, target: target, worker: opts.Worker}
	if c.Time <= 0 {
		c.Time = 5 * time.Second
	}
	if c.Rows <= 0 {
		c.Rows = 1000
	}
	most := max(1, min(maxRunning, runtime.GOMAXPROCS(0)/2))
	c.turns, c.streams = make(chan struct{}, most), make(chan struct{}, most)
	var err error
	if c.db, err = store.OpenBounded(ctx, target, bounds(c.Time*streamFactor)); err != nil {
		return nil, err
	}
	c.db.SetMaxIdleConns(0) // a setting that a statement makes is lost with its connection
	return c, nil
}

func bounds(limit time.Duration) store.Bounds {
	return store.Bounds{Statement: MaxStatement + sortedAround, Value: maxValue, Row: maxRow, Memory: maxMemory,
		Time: limit}
}

// Close closes the database.
func (c *Console) Close() error { return c.db.Close() }

// Statement is a statement of a user.
type Statement struct {
	Text   string
	Values map[string]string // of its parameters
}

// Answer is the result of a statement.
type Answer struct {
	Columns   []string `json:"columns"`
	Rows      [][]any  `json:"rows"`
	Cut       bool     `json:"cut"` // there were more rows
	Took      float64  `json:"ms"`
	Statement string   `json:"sql"`
}

// rows are the rows of a running statement. next returns nil after the last one.
type rows struct {
	columns []string
	took    time.Duration // until the columns were known; SQLite looks for the first row before
	next    func() ([]any, error)
	close   func() error
}

// Run runs a statement and returns its first rows. most is the number of rows at most, 0 for the limit of the console.
// If the statement is to blame, the error is a Refusal.
func (c *Console) Run(ctx context.Context, s Statement, most int) (*Answer, error) {
	if most <= 0 || most > c.Rows {
		most = c.Rows
	}
	a := &Answer{Rows: [][]any{}, Statement: s.Text}
	began := time.Now()
	err := c.each(ctx, s, c.turns, c.Time, func(r *rows) error {
		a.Columns, began = r.columns, time.Now().Add(-r.took) // without the start of a process
		return nil
	}, taking(a, most))
	if err != nil {
		return nil, err
	}
	a.Took = float64(time.Since(began).Microseconds()) / 1000
	return a, nil
}

// taking returns a function that adds rows to an answer, until it is full.
func taking(a *Answer, most int) func([]any) error {
	size := 0
	return func(row []any) error {
		if size += rowSize(row); len(a.Rows) == most || len(a.Rows) > 0 && size > maxAnswer {
			a.Cut = true
			return ErrEnough
		}
		a.Rows = append(a.Rows, row)
		return nil
	}
}

// ErrEnough ends a statement early, without an error. A function for rows returns it.
var ErrEnough = errors.New("no more rows are wanted")

// Stream runs a statement and hands over each row, to the last one. begin is called before with the columns.
func (c *Console) Stream(ctx context.Context, s Statement, begin func(columns []string) error,
	row func([]any) error) error {
	return c.each(ctx, s, c.streams, c.Time*streamFactor, func(r *rows) error { return begin(r.columns) }, row)
}

// each runs a statement. The database may take the time of limit; the time in begin and row does not count.
func (c *Console) each(ctx context.Context, s Statement, turns chan struct{}, limit time.Duration,
	begin func(*rows) error, row func([]any) error) error {
	if err := check(s.Text, c.db.InProcess()); err != nil {
		return err
	}
	select {
	case turns <- struct{}{}:
		defer func() { <-turns }()
	case <-time.After(waitForTurn):
		return &Refusal{Reason: Busy, Text: "Other statements are running. Try again in some seconds."}
	case <-ctx.Done():
		return ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, streamLasts)
	defer cancel()
	clock := newStopwatch(limit, cancel)
	defer clock.pause()
	err := c.walk(limited, s, limit, clock, begin, row)
	switch {
	case err == nil || errors.Is(err, ErrEnough):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return &Refusal{Reason: Slow, Text: fmt.Sprintf("stopped after %v, the limit of a statement here; "+
			"WHERE puzzle_id = 1 or LIMIT 100 makes it read less", limit)}
	}
	return explain(err)
}

func (c *Console) walk(ctx context.Context, s Statement, limit time.Duration, clock *stopwatch, begin func(*rows) error,
	row func([]any) error) (err error) {
	clock.run()
	r, err := c.start(ctx, s, limit)
	clock.pause()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := begin(r); err != nil {
		return err
	}
	for {
		clock.run()
		values, err := r.next()
		clock.pause()
		if err != nil {
			return err
		}
		if values == nil {
			return nil
		}
		if err := row(values); err != nil {
			return err
		}
	}
}

// start starts a statement, in a process of its own if there is a worker for it.
func (c *Console) start(ctx context.Context, s Statement, limit time.Duration) (*rows, error) {
	if c.db.InProcess() && len(c.worker) > 0 {
		return startWorker(ctx, c.worker, order{c.target, s, limit})
	}
	return query(ctx, c.db, s)
}

// query starts a statement in this process.
func query(ctx context.Context, db *store.DB, s Statement) (*rows, error) {
	began := time.Now()
	q, err := db.Query(ctx, s.Text, store.Typed(s.Values))
	if err != nil {
		return nil, err
	}
	took := time.Since(began)
	next := func() ([]any, error) {
		row, err := q.Next()
		if err == nil && row != nil && rowSize(row) > maxRow {
			return nil, store.ErrTooLarge
		}
		return row, err
	}
	return &rows{q.Columns, took, next, q.Close}, nil
}

// rowSize returns the bytes of a row, about.
func rowSize(row []any) (n int) {
	for _, v := range row {
		n += 16
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}

// explain turns an error of the database into a Refusal.
func explain(err error) error {
	var r *Refusal
	switch {
	case errors.As(err, &r):
		return err
	case errors.Is(err, store.ErrWrites):
		return &Refusal{Reason: Forbidden, Text: "refused: " + err.Error()}
	case errors.Is(err, store.ErrTooLarge):
		return &Refusal{Reason: Large, Text: fmt.Sprintf("stopped: a value is larger than %d megabytes or a row "+
			"larger than %d megabytes, the limits of a statement here",
			maxValue>>20, maxRow>>20)}
	case errors.Is(err, store.ErrNoMemory):
		return &Refusal{Reason: Large, Text: fmt.Sprintf("stopped: the statement needs more than %d megabytes of "+
			"memory, the limit here", maxMemory>>20)}
	case errors.Is(err, store.ErrLocked), errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrReplaced),
		errors.Is(err, store.ErrMeanwhile),
		store.IsUnreachable(err):
		return err
	}
	at := -1
	if located := (*store.LocatedError)(nil); errors.As(err, &located) {
		at = located.At
	}
	return &Refusal{Reason: Wrong, Text: strings.TrimSpace(err.Error()), At: at}
}
