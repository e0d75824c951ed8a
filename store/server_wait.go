package store

import (
	"context"
	"sync"
	"time"
)

// reportingWait calls work. If work waits long for rows that another session of a server has locked, it sends the
// notice of WithWaitNotice. The server limits the wait.
func (c *Conn) reportingWait(ctx context.Context, work func() error) error {
	p := c.db.lockWait
	if c.db.dialect != Postgres || p.notify == nil {
		return work()
	}
	identify, blockedQuery := `SELECT PG_BACKEND_PID()`, `SELECT CARDINALITY(PG_BLOCKING_PIDS(?)) > 0`
	if c.distributed { // the wait is on another node
		identify = `SELECT CITUS_BACKEND_GPID()`
		blockedQuery = `SELECT COUNT(*) > 0 FROM citus_lock_waits AS w WHERE w.waiting_gpid = ?`
	}
	var session int64
	if err := c.GetContext(ctx, &session, identify); err != nil {
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
			err := c.db.GetContext(watched, &blocked, blockedQuery, session)
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
