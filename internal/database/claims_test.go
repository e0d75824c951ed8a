package database_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/pgtest"
	"setdoku/internal/record"
)

// servers are the kinds of servers on which workers claim puzzles, by name.
var servers = map[string]func(testing.TB) *database.DB{
	"PostgreSQL": func(t testing.TB) *database.DB { return dbtest.OpenServer(t, 3) },
	"Citus":      func(t testing.TB) *database.DB { return openCitus(t, 8) },
}

// openCitus opens a new database with distributed tables.
func openCitus(t testing.TB, shards int) *database.DB {
	t.Helper()
	db := dbtest.OpenTarget(t, pgtest.Citus(t, shards), 1)
	if _, err := db.Distribute(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// acquire takes a connection for writing, which is closed when the test ends.
func acquire(t testing.TB, db *database.DB) *database.Conn {
	t.Helper()
	c, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// addWaiting adds puzzles that differ in their first cells.
func addWaiting(t testing.TB, db *database.DB, n int) {
	t.Helper()
	c := acquire(t, db)
	err := c.Atomically(t.Context(), func() error {
		return c.Insert(t.Context(), "puzzle", []string{"givens", "name"}, func(rows *database.Inserter) {
			for i := range n {
				digits := strings.NewReplacer("0", ".").Replace(fmt.Sprintf("%06d", i))
				rows.Add(digits+strings.Repeat(".", 75), "")
			}
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// claimed says what a worker has claimed.
type claimed struct {
	ids    []int64
	chunks int
}

// claimAll claims chunks until no puzzle waits, and finishes the puzzles of each. spoil may return an error, which
// rolls the chunk back.
func claimAll(ctx context.Context, c *database.Conn, limit int, spoil func(chunk int) error) (all claimed, err error) {
	claims := c.Claims(database.WorkFilter{OnlyNew: true, Share: true})
	for {
		more, err := claims.Look(ctx, limit)
		if err != nil || !more {
			return all, err
		}
		var entries []*record.Puzzle
		err = c.Atomically(ctx, func() (err error) {
			if entries, err = claims.Next(ctx); err != nil || len(entries) == 0 {
				return err
			}
			all.chunks++
			ids := make([]int64, len(entries))
			for i, e := range entries {
				ids[i] = e.PuzzleID
			}
			if _, err := c.ExecContext(ctx,
				`UPDATE puzzle SET status = 'invalid' WHERE puzzle_id = ANY (CAST(? AS BIGINT[]))`, ids); err != nil {
				return err
			}
			return spoil(all.chunks)
		})
		switch {
		case errors.Is(err, errSpoilt):
			continue
		case err != nil:
			return all, err
		}
		claims.Done()
		for _, e := range entries {
			all.ids = append(all.ids, e.PuzzleID)
		}
	}
}

var errSpoilt = errors.New("spoilt")

// TestClaims lets workers claim the same puzzles at once. Each puzzle is handed out once, and those of a chunk that was
// rolled back again.
func TestClaims(t *testing.T) {
	const puzzles, workers, limit = 2000, 3, 40
	for name, open := range servers {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			addWaiting(t, db, puzzles)
			var group sync.WaitGroup
			got := make([]claimed, workers)
			for i := range got {
				c := acquire(t, db)
				group.Go(func() {
					var err error
					got[i], err = claimAll(t.Context(), c, limit, func(chunk int) error {
						if chunk%5 == 0 {
							return errSpoilt
						}
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			var all []int64
			for i, g := range got {
				all = append(all, g.ids...)
				if g.chunks < 5 {
					t.Logf("worker %d claimed %d chunks", i, g.chunks)
				}
			}
			slices.Sort(all)
			if unique := slices.Compact(slices.Clone(all)); len(unique) != len(all) {
				t.Errorf("%d puzzles were handed out twice", len(all)-len(unique))
			}
			// A worker that ends does not wait for chunks of others that are rolled back later.
			left := dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`)
			if len(all)+left != puzzles {
				t.Errorf("%d puzzles were handed out and %d wait, want %d together", len(all), left, puzzles)
			}
			more, err := claimAll(t.Context(), acquire(t, db), limit, func(int) error { return nil })
			if err != nil || len(more.ids) != left {
				t.Errorf("then %d are handed out, error %v, want %d", len(more.ids), err, left)
			}
		})
	}
}

// TestClaimsLockFewPartitions wants the transaction of a chunk to have locks on the partitions of only its puzzles.
func TestClaimsLockFewPartitions(t *testing.T) {
	const limit = 20
	db := dbtest.OpenServer(t, 16)
	addWaiting(t, db, 16*3*limit)
	c := acquire(t, db)
	claims := c.Claims(database.WorkFilter{OnlyNew: true, Share: true})
	if more, err := claims.Look(t.Context(), limit); !more || err != nil {
		t.Fatal(more, err)
	}
	var partitions []string
	err := c.Atomically(t.Context(), func() error {
		if _, err := claims.Next(t.Context()); err != nil {
			return err
		}
		return c.SelectContext(t.Context(), &partitions, `
			SELECT DISTINCT SUBSTRING(CAST(CAST(l.relation AS REGCLASS) AS TEXT) FROM '_([0-9]+)$')
			FROM pg_locks AS l
			INNER JOIN pg_class AS r ON r.oid = l.relation
			WHERE l.pid = PG_BACKEND_PID() AND r.relispartition AND r.relkind = 'r'`)
	})
	if err != nil || len(partitions) == 0 || len(partitions) > 2 {
		t.Errorf("locks on the partitions %v, error %v, want one or two", partitions, err)
	}
}
