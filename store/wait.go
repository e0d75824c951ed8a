package store

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// serverLockTimeout limits the time that a statement waits for a lock of a server, unless the context sets another
// limit. For a lock of a file there is no limit: only a process that runs has it, and how long its transaction lasts
// depends on the machine.
const serverLockTimeout = time.Minute

// noLimit is the limit of a wait that only its context ends.
const noLimit = time.Duration(math.MaxInt64)

// poll is the pause between two attempts to lock a file. SQLite would make its pauses longer and longer and hardly
// ever meet the gap between two transactions of another process.
const poll = time.Millisecond

// lockWait says how long a statement waits for another process, and whom to notify.
type lockWait struct {
	limit  time.Duration
	after  time.Duration     // how long a wait lasts before notify is called
	notify func(what string) // may be nil
}

type (
	lockTimeoutKey struct{}
	noticeKey      struct{}
)

// WithLockTimeout returns a context for opening databases, whose statements wait for another process no longer than
// limit, or for statements on a file that wait no longer. Without it, they wait for a minute on a server, and until
// their context ends on a file.
func WithLockTimeout(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, lockTimeoutKey{}, limit)
}

// WithWaitNotice returns a context for opening databases. They call notify once for each wait for another process
// that lasts longer than after, on the goroutine that waits. The argument completes the sentence "waiting for".
func WithWaitNotice(ctx context.Context, after time.Duration, notify func(what string)) context.Context {
	return context.WithValue(ctx, noticeKey{}, lockWait{after: after, notify: notify})
}

// ShortWait limits the wait for the last writes of an interrupted command.
const ShortWait = 200 * time.Millisecond

func lockWaitFrom(ctx context.Context) lockWait {
	p, _ := ctx.Value(noticeKey{}).(lockWait)
	p.limit = lockTimeoutFrom(ctx)
	return p
}

// lockTimeoutFrom returns the limit of WithLockTimeout.
func lockTimeoutFrom(ctx context.Context) time.Duration {
	if limit, ok := ctx.Value(lockTimeoutKey{}).(time.Duration); ok {
		return limit
	}
	return noLimit
}

// wait repeats try while another process holds a lock, until the limit is reached or the context ends. It returns the
// last error, or that of the context.
func (p lockWait) wait(ctx context.Context, what string, try func() error) error {
	err := try()
	if !isBusy(err) {
		return err
	}
	began, notified, limit := time.Now(), p.notify == nil, min(p.limit, lockTimeoutFrom(ctx))
	for waited := time.Duration(0); waited < limit; waited = time.Since(began) {
		if !notified && waited >= p.after {
			p.notify(what)
			notified = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(poll):
		}
		if err = try(); !isBusy(err) {
			return err
		}
	}
	return err
}

// isBusy reports whether an SQLite error means that another process holds a lock that it will release. A transaction
// that has read rows which another one has changed since can never write, so waiting does not help.
func isBusy(err error) bool {
	var se *sqlite.Error
	if !errors.As(err, &se) || se.Code() == sqlite3.SQLITE_BUSY_SNAPSHOT {
		return false
	}
	code := se.Code() & 0xff
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_PROTOCOL
}

// reportingWait calls work. If work waits long for rows that another session of a server has locked, it sends the
// notice of WithWaitNotice. The server limits the wait.
func (c *Conn) reportingWait(ctx context.Context, work func() error) error {
	p := c.db.lockWait
	t := c.texts()
	if t.session == "" || p.notify == nil {
		return work()
	}
	var session int64
	if err := c.GetContext(ctx, &session, t.session); err != nil {
		return err
	}
	watched, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() {
		for pause := p.after; ; pause = 250 * time.Millisecond {
			select {
			case <-watched.Done():
				return
			case <-time.After(pause):
			}
			var blocked bool
			err := c.db.GetContext(watched, &blocked, t.isBlocked, session)
			if err != nil {
				return // work gets the same error and returns it
			}
			if blocked {
				p.notify("another process that has locked puzzles of " + c.db.path)
				return
			}
		}
	})
	err := work()
	stop()
	watch.Wait()
	return err
}
