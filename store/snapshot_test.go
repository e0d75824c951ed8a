package store_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
	"setdoku/store/record"
)

// snapshot gives a snapshot of db to read.
func snapshot(t *testing.T, db *store.DB, read func(context.Context, *store.Snapshot) error) {
	t.Helper()
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) error { return read(t.Context(), s) })
	gridtest.Must(t, err)
}

// TestPositionBelowFullAudit checks that candidates are known up to the first missing elimination, and that the
// digits are always known.
func TestPositionBelowFullAudit(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	full := solveSample(t, setdoku.AuditFull)
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			db := solveSample(t, audit)
			positions := func(db *store.DB) (list []setdoku.Position) {
				snapshot(t, db, func(ctx context.Context, s *store.Snapshot) error {
					path, err := s.Path(ctx, 1)
					if err == nil {
						list = path.Positions()
					}
					return err
				})
				return list
			}
			complete := positions(full)
			eliminated := false
			for n, pos := range positions(db) {
				want := complete[n]
				if pos.State.Filled() != want.State.Filled() {
					t.Errorf("step %d: digits\n%v, want\n%v", n, pos.State.Filled(), want.State.Filled())
				}
				eliminated = eliminated || n > 0 && dbtest.Count(t, full, `SELECT placements FROM step WHERE puzzle_id = 1 AND step = ?`, n) == 0
				known := n == 0 || n == len(complete)-1 || !eliminated
				if pos.Known != known {
					t.Errorf("step %d: candidates known %v, want %v", n, pos.Known, known)
				}
				if known && pos.State != want.State {
					t.Errorf("step %d: candidates\n%v, want\n%v", n, pos.State.Candidates(), want.State.Candidates())
				}
			}
		})
	}
}

// TestSnapshotStands checks that a snapshot does not see rows that are written while it is read.
func TestSnapshotStands(t *testing.T) {
	db := dbtest.Open(t)
	add(t, db, []setdoku.State{numbered(1)})
	snapshot(t, db, func(ctx context.Context, s *store.Snapshot) error {
		if first, err := s.FirstID(ctx, 1, 1); first != 1 {
			return fmt.Errorf("the first puzzle is %d, error %w", first, err)
		}
		add(t, db, []setdoku.State{numbered(2)})
		first, err := s.FirstID(ctx, 2, 10)
		if first != 0 {
			t.Error("the snapshot sees a puzzle that was added after its beginning")
		}
		return err
	})
	snapshot(t, db, func(ctx context.Context, s *store.Snapshot) error {
		first, err := s.FirstID(ctx, 2, 10)
		if first != 2 {
			t.Error("the next snapshot does not see it")
		}
		return err
	})
}

// numbered returns a different state for each number up to 3000.
func numbered(n int) (s setdoku.State) {
	s.Givens[n%81] = uint8(n/81%9) + 1
	s.Givens[(n+40)%81] = uint8(n/729) + 1
	return s
}

// add adds states without solving them.
func add(t *testing.T, db *store.DB, states []setdoku.State) {
	t.Helper()
	puzzles := make([]format.Puzzle, len(states))
	for i, s := range states {
		puzzles[i] = format.Puzzle{State: s, File: "test", Line: i + 1}
	}
	addAll(t, db, puzzles)
}

// addAll adds puzzles without solving them.
func addAll(t *testing.T, db *store.DB, puzzles []format.Puzzle) {
	t.Helper()
	conn := dbtest.Acquire(t, db)
	gridtest.Must(t, conn.Atomically(t.Context(), func() error {
		_, _, err := conn.Add(t.Context(), puzzles)
		return err
	}))
}

// solveSample solves the sample puzzles with an audit level.
func solveSample(t *testing.T, audit setdoku.Audit) *store.DB {
	t.Helper()
	db, o := dbtest.Open(t), solvertest.Options(t)
	o.Audit = audit
	solvertest.Run(t, db, solvertest.Sample(t), false, o)
	return db
}

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
