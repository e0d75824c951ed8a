package store_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
	"setdoku/store/record"
)

// held locks a database and returns the function that unlocks it.
func held(t *testing.T, path, begin string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	gridtest.Must(t, err)
	db.SetMaxOpenConns(1)
	release = sync.OnceFunc(func() {
		if _, err := db.Exec(`COMMIT`); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	t.Cleanup(release)
	dbtest.Exec(t, db, begin)
	return release
}

const addPuzzle = `INSERT INTO puzzle (givens) VALUES
		('.................................................................................')`

// TestPoolWaits writes on a pooled connection that a writer has used before, while another process holds the lock. The
// wait is reported once.
func TestPoolWaits(t *testing.T) {
	path := dbtest.File(t)
	release, reported := func() {}, []string(nil)
	db, err := store.Create(store.WithWaitNotice(t.Context(), 0, func(what string) {
		reported = append(reported, what)
		release()
	}), path)
	gridtest.Must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	c, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	gridtest.Must(t, c.Atomically(t.Context(), func() error { return nil }))
	gridtest.Must(t, c.Close())
	release = held(t, path, `BEGIN IMMEDIATE`)
	dbtest.Exec(t, db, addPuzzle)
	gridtest.Equal(t, "notices of a wait", reported, []string{"another process that has locked " + path})
}

// TestWaitIsInterrupted ends every kind of wait for a lock through its context.
func TestWaitIsInterrupted(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	path := dbtest.File(t)
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	read := func(ctx context.Context) error {
		return db.Snapshot(ctx, func(s *store.Snapshot) error {
			_, err := s.Runs(ctx)
			return err
		})
	}
	for _, tt := range []struct {
		name, begin string
		do          func(ctx context.Context) error
	}{
		{"a statement", `BEGIN IMMEDIATE`, func(ctx context.Context) error {
			_, err := db.ExecContext(ctx, addPuzzle)
			return err
		}},
		{"a transaction", `BEGIN IMMEDIATE`, func(ctx context.Context) error {
			c, err := db.Acquire(ctx)
			if err != nil {
				return err
			}
			defer c.Close()
			return c.Atomically(ctx, func() error { return nil })
		}},
		{"reading", `PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`, read},
		{"opening", `PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`, func(ctx context.Context) error {
			return closed(store.Create(ctx, path))
		}},
		{"opening to read", `PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`, func(ctx context.Context) error {
			return closed(store.OpenReadOnly(ctx, path))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Contains(tt.begin, "EXCLUSIVE") {
				db.SetMaxIdleConns(0) // an idle connection would keep the journal mode
			}
			release := held(t, path, tt.begin)
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if err := tt.do(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want that of the context", err)
			}
			release()
			if err := tt.do(t.Context()); err != nil && tt.name != "a statement" {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// closed closes a database if it could be opened.
func closed(db *store.DB, err error) error {
	if err != nil {
		return err
	}
	return db.Close()
}

// TestReading reads twice in one transaction. Another connection writes in between, and nothing keeps it from
// writing.
func TestReading(t *testing.T) {
	db := dbtest.Open(t)
	c := dbtest.Acquire(t, db)
	count := func() (n int) {
		t.Helper()
		gridtest.Must(t, c.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM puzzle`))
		return n
	}
	dbtest.Exec(t, c, `CREATE TEMP TABLE kept (n INTEGER)`)
	err := c.Reading(t.Context(), func() error {
		before := count()
		if _, err := c.ExecContext(t.Context(), `INSERT INTO temp.kept VALUES (1)`); err != nil {
			return err
		}
		if _, err := db.ExecContext(t.Context(), addPuzzle); err != nil {
			return err
		}
		if after := count(); after != before {
			t.Errorf("%d puzzles and then %d in one transaction", before, after)
		}
		return c.Reading(t.Context(), func() error { return nil }) // a nested call uses the same transaction
	})
	gridtest.Must(t, err)
	var kept int
	if err := c.GetContext(t.Context(), &kept, `SELECT COUNT(*) FROM temp.kept`); err != nil || kept != 1 ||
		count() != 1 {
		t.Errorf("%d rows, %d puzzles, error %v; want 1 of each", kept, count(), err)
	}
}

// TestServerWaitIsReported makes one session of a server wait for puzzles that another one has locked.
func TestServerWaitIsReported(t *testing.T) {
	t.Run("PostgreSQL", func(t *testing.T) { serverWaitIsReported(t, dbtest.Server(t, 0), false) })
	t.Run("Citus", func(t *testing.T) { serverWaitIsReported(t, pgtest.Citus(t, 4), true) })
}

func serverWaitIsReported(t *testing.T, target string, distribute bool) {
	t.Helper()
	var mu sync.Mutex
	var reported []string
	ctx := store.WithWaitNotice(store.WithPartitions(t.Context(), 2), 50*time.Millisecond, func(what string) {
		mu.Lock()
		defer mu.Unlock()
		reported = append(reported, what)
	})
	db, err := store.Create(ctx, target)
	gridtest.Must(t, err)
	defer db.Close()
	if distribute {
		if _, err := db.Distribute(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var conns [2]*store.Conn
	for i := range conns {
		if conns[i], err = db.Acquire(ctx); err != nil {
			t.Fatal(err)
		}
		defer conns[i].Close()
	}
	var id int64
	gridtest.Must(t, db.GetContext(ctx, &id, addPuzzle+` RETURNING puzzle_id`))
	lock := func(c *store.Conn, work func()) error {
		return c.Atomically(ctx, func() error {
			if err := c.Lock(ctx, record.Numbered([]int64{id})); err != nil {
				return err
			}
			work()
			return nil
		})
	}
	waited := make(chan error)
	err = lock(conns[0], func() {
		go func() { waited <- lock(conns[1], func() {}) }()
		gridtest.Until(t, "the wait is reported", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(reported) > 0
		})
	})
	gridtest.Must(t, errors.Join(err, <-waited))
	if want := "another process that has locked puzzles of " + store.Name(target); len(reported) != 1 ||
		reported[0] != want {
		t.Errorf("reported %q, want %q once", reported, want)
	}
}
