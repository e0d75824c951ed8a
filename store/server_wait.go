package store

import (
	"context"
	"sync"
	"time"
)

// telling calls work, which may wait for rows that another session of a server has locked, and tells so when it takes
// long. The server itself limits the wait.
func (c *Conn) telling(ctx context.Context, work func() error) error {
	p := c.db.patience
	if c.db.dialect != Postgres || p.tell == nil {
		return work()
	}
	var session int
	if err := c.GetContext(ctx, &session, `SELECT PG_BACKEND_PID()`); err != nil {
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
			err := c.db.GetContext(watched, &blocked, `SELECT CARDINALITY(PG_BLOCKING_PIDS(?)) > 0`, session)
			if err != nil {
				return // what is wrong with the server, work will tell
			}
			if blocked {
				p.tell("another process that has locked puzzles of " + c.db.path)
				return
			}
		}
	})
	err := work()
	stop()
	watch.Wait()
	return err
}
