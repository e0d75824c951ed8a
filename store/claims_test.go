package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// servers are the kinds of servers on which workers claim puzzles, by name.
var servers = map[string]func(testing.TB) *store.DB{
	"PostgreSQL": func(t testing.TB) *store.DB { return dbtest.OpenServer(t, 3) },
	"Citus":      func(t testing.TB) *store.DB { return openCitus(t, 8) },
}

// openCitus opens a new database with distributed tables.
func openCitus(t testing.TB, shards int) *store.DB {
	t.Helper()
	db := dbtest.OpenTarget(t, pgtest.Citus(t, shards), 1)
	if _, err := db.Distribute(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// addWaiting adds puzzles that differ in their first cells.
func addWaiting(t testing.TB, db *store.DB, n int) {
	t.Helper()
	c := dbtest.Acquire(t, db)
	err := c.Atomically(t.Context(), func() error {
		return c.Insert(t.Context(), "puzzle", []string{"givens", "name"}, func(rows *store.Inserter) {
			for i := range n {
				digits := strings.NewReplacer("0", ".").Replace(fmt.Sprintf("%06d", i))
				rows.Add(digits+strings.Repeat(".", 75), "")
			}
		})
	})
	gridtest.Must(t, err)
}

// claims are puzzles that a worker takes and finishes.
type claims struct {
	*store.Claims
	conn  *store.Conn
	ids   []int64
	taken map[int64]*claims // by every worker
}

var waiting = store.WorkFilter{OnlyNew: true, Share: true}

func newClaims(t *testing.T, db *store.DB, taken map[int64]*claims) *claims {
	t.Helper()
	c := dbtest.Acquire(t, db)
	k := &claims{c.Claims(waiting), c, nil, taken}
	if more, err := k.Look(t.Context(), 20); err != nil || !more {
		t.Fatalf("work %v, error %v", more, err)
	}
	return k
}

// next takes a group in a transaction, and calls end before it is committed. An error of end rolls it back.
func (k *claims) next(ctx context.Context, end func() error) (ids []int64, err error) {
	err = k.conn.Atomically(ctx, func() error {
		puzzles, err := k.Next(ctx)
		for _, p := range puzzles {
			if err == nil && !p.Kept {
				if by := k.taken[p.PuzzleID]; by != nil && by != k {
					return fmt.Errorf("puzzle %d is handed out to both workers", p.PuzzleID)
				}
				k.taken[p.PuzzleID] = k
				ids = append(ids, p.PuzzleID)
				_, err = k.conn.ExecContext(ctx, `UPDATE puzzle SET status = 'invalid' WHERE puzzle_id = ?`, p.PuzzleID)
			}
		}
		if err != nil {
			return err
		}
		return end()
	})
	if err == nil {
		k.Done()
		k.ids = append(k.ids, ids...)
	}
	return ids, err
}

// rest takes all that is left.
func (k *claims) rest(ctx context.Context) error {
	for {
		more, err := k.Look(ctx, 20)
		if err != nil || !more {
			return err
		}
		if _, err := k.next(ctx, func() error { return nil }); err != nil {
			return err
		}
	}
}

// TestClaims has two workers that have seen the same puzzles claim them. While the first is in the transaction of its
// first group, the second takes all others; a file lets it do so after the transaction. The puzzles of a chunk that is
// rolled back are handed out again, and in the end each was handed out once.
func TestClaims(t *testing.T) {
	const puzzles = 100
	kinds := map[string]func(testing.TB) *store.DB{"file": dbtest.Open}
	maps.Copy(kinds, servers)
	for name, open := range kinds {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			addWaiting(t, db, puzzles)
			taken := make(map[int64]*claims)
			first, second := newClaims(t, db, taken), newClaims(t, db, taken)
			failed := errors.New("failed")
			lost, err := first.next(t.Context(), func() error { return failed })
			if len(lost) == 0 || !errors.Is(err, failed) {
				t.Fatalf("claimed %v, error %v", lost, err)
			}
			meanwhile := func() error { return second.rest(t.Context()) }
			if !db.LocksRows() {
				meanwhile = func() error { return nil }
			}
			again, err := first.next(t.Context(), meanwhile)
			if err != nil || !slices.Equal(again, lost) {
				t.Errorf("claimed %v, error %v, want %v again", again, err, lost)
			}
			for _, k := range []*claims{second, first} {
				if err := k.rest(t.Context()); err != nil {
					t.Error(err)
				}
			}
			all := slices.Sorted(slices.Values(slices.Concat(first.ids, second.ids)))
			if once := slices.Compact(slices.Clone(all)); len(all) != puzzles || len(once) != puzzles {
				t.Errorf("%d puzzles were handed out, %d of them once or more, want each of %d once", len(all), len(once),
					puzzles)
			}
		})
	}
}

// TestClaimsLockFewPartitions wants the transaction of a chunk to have locks on the partitions of only its puzzles.
func TestClaimsLockFewPartitions(t *testing.T) {
	const limit = 20
	db := dbtest.OpenServer(t, 16)
	addWaiting(t, db, 16*3*limit)
	c := dbtest.Acquire(t, db)
	claims := c.Claims(store.WorkFilter{OnlyNew: true, Share: true})
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
