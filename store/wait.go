package store

import (
	"context"
	"errors"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// lockPatience is how long a statement waits for another process to let go of a lock, unless
// the context says otherwise.
const lockPatience = time.Minute

// poll is the pause between two tries to get a lock on a file. SQLite itself would try less and less often, and
// hardly ever meet the gap between two transactions of another process.
const poll = time.Millisecond

// patience says how long a statement waits for another process, and whom to tell about it.
type patience struct {
	limit time.Duration
	after time.Duration     // how long a wait lasts before tell is called
	tell  func(what string) // nil tells nobody
}

type (
	patienceKey struct{}
	noticeKey   struct{}
	hasteKey    struct{}
)

// WithPatience returns a context under which databases are opened that wait for another
// process no longer than limit, instead of a minute.
func WithPatience(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, patienceKey{}, limit)
}

// WithNotice returns a context under which databases are opened that call tell, once for each wait for
// another process that lasts longer than after. what completes the sentence "waiting for". The call comes from
// the goroutine that waits.
func WithNotice(ctx context.Context, after time.Duration, tell func(what string)) context.Context {
	return context.WithValue(ctx, noticeKey{}, patience{after: after, tell: tell})
}

// lastWait is how long a statement goes on waiting when it is to make haste.
const lastWait = 200 * time.Millisecond

// WithHaste returns a context under which statements on a file wait for another process no longer than 200 ms once over is
// closed. It is for the last things that an interrupted command has to write.
func WithHaste(ctx context.Context, over <-chan struct{}) context.Context {
	return context.WithValue(ctx, hasteKey{}, over)
}

func patienceOf(ctx context.Context) patience {
	p, _ := ctx.Value(noticeKey{}).(patience)
	p.limit = lockPatience
	if limit, ok := ctx.Value(patienceKey{}).(time.Duration); ok {
		p.limit = limit
	}
	return p
}

// wait calls try again and again while another process is in its way, until the limit is over or the context
// ends. It returns the last error, or that of the context.
func (p patience) wait(ctx context.Context, what string, try func() error) error {
	err := try()
	if !mayPass(err) {
		return err
	}
	began, told := time.Now(), p.tell == nil
	over, _ := ctx.Value(hasteKey{}).(<-chan struct{})
	for waited := time.Duration(0); waited < p.limit; waited = time.Since(began) {
		if !told && waited >= p.after {
			p.tell(what)
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-over:
			over, p.limit = nil, min(p.limit, waited+lastWait)
		case <-time.After(poll):
		}
		if err = try(); !mayPass(err) {
			return err
		}
	}
	return err
}

// mayPass reports whether an error of SQLite says that another process is in the way, which ends. A transaction that
// has read what another one changed since can never write, however long it waits.
func mayPass(err error) bool {
	var se *sqlite.Error
	if !errors.As(err, &se) || se.Code() == sqlite3.SQLITE_BUSY_SNAPSHOT {
		return false
	}
	code := se.Code() & 0xff
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_PROTOCOL
}
