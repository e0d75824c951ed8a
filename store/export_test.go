package store_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/store"
	"setdoku/store/record"
)

// export returns the ids that a filter selects.
func export(t *testing.T, db *store.DB, f store.Filter) []int64 {
	t.Helper()
	var ids []int64
	snapshot(t, db, func(ctx context.Context, s *store.Snapshot) error {
		return s.Export(ctx, f, func(p record.Puzzle, _ setdoku.State) error {
			ids = append(ids, p.PuzzleID)
			return nil
		})
	})
	return ids
}

// TestExportPages exports more puzzles than Export holds in memory.
func TestExportPages(t *testing.T) {
	db := dbtest.Open(t)
	var states []setdoku.State
	for n := range 1203 {
		states = append(states, numbered(n))
	}
	add(t, db, states)
	dbtest.Exec(t, db, `UPDATE puzzle SET status = 'stuck' WHERE puzzle_id % 2 = 0`)
	for _, c := range []struct {
		name                    string
		filter                  store.Filter
		count, first, last, gap int64
	}{
		{"all", store.Filter{Low: 1, High: math.MaxInt64}, 1203, 1, 1203, 1},
		{"the first of them", store.Filter{Low: 1, High: math.MaxInt64, Limit: 700}, 700, 1, 700, 1},
		{"one full page", store.Filter{Low: 1, High: 500}, 500, 1, 500, 1},
		{"from the middle", store.Filter{Low: 700, High: 1201}, 502, 700, 1201, 1},
		{"by status", store.Filter{Low: 1, High: 1203, Statuses: []string{"stuck", "solved"}}, 601, 2, 1202, 2},
		{"with states", store.Filter{Low: 600, High: 1203, States: true}, 604, 600, 1203, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			ids := export(t, db, c.filter)
			if int64(len(ids)) != c.count || ids[0] != c.first || ids[len(ids)-1] != c.last {
				t.Fatalf("%d puzzles from %v to %v, want %d from %d to %d", len(ids), ids[0], ids[len(ids)-1], c.count,
					c.first, c.last)
			}
			for i, id := range ids {
				if want := c.first + int64(i)*c.gap; id != want {
					t.Fatalf("place %d has puzzle %d, want %d", i, id, want)
				}
			}
		})
	}
	if ids := export(t, db, store.Filter{Low: 1, High: math.MaxInt64, Statuses: []string{"solved"}}); ids != nil {
		t.Errorf("solved puzzles %v, want none", ids)
	}
}

// TestExportStopsAtAnError ends an export by an error, and by its context: within the only page, and before the second.
func TestExportStopsAtAnError(t *testing.T) {
	db := dbtest.Open(t)
	var states []setdoku.State
	for n := range 501 {
		states = append(states, numbered(n))
	}
	add(t, db, states)
	calls := 0
	upTo := func(ctx context.Context, high int64, end func() error) error {
		calls = 0
		return db.Snapshot(t.Context(), func(s *store.Snapshot) error {
			return s.Export(ctx, store.Filter{Low: 1, High: high}, func(record.Puzzle, setdoku.State) error {
				calls++
				return end()
			})
		})
	}
	full := errors.New("disk full")
	if err := upTo(t.Context(), 9, func() error { return full }); !errors.Is(err, full) || calls != 1 {
		t.Errorf("error %v after %d calls, want %v after 1", err, calls, full)
	}
	for _, high := range []int{9, 501} {
		ctx, cancel := context.WithCancel(t.Context())
		err := upTo(ctx, int64(high), func() error { cancel(); return nil })
		if err == nil && calls < high || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("error %v after %d puzzles of %d", err, calls, high)
		}
	}
}
