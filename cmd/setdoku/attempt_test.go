package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/pgtest"
	"setdoku/store"
)

const (
	attemptRows = `SELECT puzzle_id, first_step, last_step, run_id FROM attempt ORDER BY puzzle_id, first_step`
	runRows     = `SELECT run_id, checksum FROM run ORDER BY run_id`
)

// TestAttemptsOfOlderDatabases takes the schema back to the version before the table attempt and brings it up to date again. The
// attempts and the checksums of the runs come back as the solver had written them.
func TestAttemptsOfOlderDatabases(t *testing.T) {
	for _, audit := range []string{"full", "steps", "none"} {
		t.Run(audit, func(t *testing.T) {
			path := copyDatabase(t, soundDatabase(t, audit), filepath.Join(t.TempDir(), "old.db"))
			db := raw(t, path)
			attempts, runs := queryRows(t, db, attemptRows), queryRows(t, db, runRows)
			db.Close()
			if len(attempts) < 6 || len(runs) != 2 {
				t.Fatalf("%d attempts, %d runs", len(attempts), len(runs))
			}
			downAndUp(t, path)
			db = raw(t, path)
			if diff := cmp.Diff(attempts, queryRows(t, db, attemptRows)); diff != "" {
				t.Errorf("attempts (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(runs, queryRows(t, db, runRows)); diff != "" {
				t.Errorf("runs (-before +after):\n%s", diff)
			}
			db.Close()
			if audit != "none" { // without rows of steps nobody knows again how many steps each technique made
				verified(t, path, 7)
			}
		})
	}
	t.Run("server", func(t *testing.T) {
		target := pgtest.Database(t)
		ctx := store.WithPartitions(t.Context(), 2)
		callOn(ctx, target, "import", goodPuzzle).must(t, exitDone)
		db := server(t, target)
		execute(t, db, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 13, 4, 'manual')`)
		callOn(ctx, target, "solve", goodPuzzle, stuckPuzzle, "--techniques", basics, "--audit", "none").must(t, exitUnsolved)
		callOn(ctx, target, "solve", otherPuzzle, "--audit", "steps", "--engine", "sql").must(t, exitDone)
		attempts := queryRows(t, db, attemptRows)
		downAndUp(t, target)
		if diff := cmp.Diff(attempts, queryRows(t, db, attemptRows)); diff != "" || len(attempts) != 3 {
			t.Errorf("%d attempts (-before +after):\n%s", len(attempts), diff)
		}
	})
}

// downAndUp takes a database back to before the table attempt and brings it up to date again.
func downAndUp(t *testing.T, target string) {
	t.Helper()
	ctx := store.WithPartitions(t.Context(), 2)
	for {
		r := callOn(ctx, target, "migrate", "down", "--yes").must(t, exitDone)
		if strings.Contains(r.stderr, "00015_attempts") {
			break
		}
	}
	callOn(ctx, target, "migrate", "up").must(t, exitDone)
}

// TestTakenBackHolds plays in a puzzle that a run has left stuck, lets another run go on, and takes steps back. The
// puzzle is what the run before left then, and holds.
func TestTakenBackHolds(t *testing.T) {
	for _, target := range []string{filepath.Join(t.TempDir(), "play.db"), migrated(t)} {
		callOn(t.Context(), target, "solve", stuckPuzzle, "--techniques", "singles", "--audit", "none").must(t, exitUnsolved)
		db, err := store.OpenExisting(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		conn, err := db.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		var marks []struct{ Cell, Digit int }
		err = conn.SelectContext(t.Context(), &marks, `
			SELECT c.cell, c.digit
			FROM candidate AS c
			WHERE c.cell IN (SELECT o.cell FROM candidate AS o GROUP BY o.cell HAVING COUNT(*) > 2)
			ORDER BY 1, 2
			LIMIT 2`)
		if err != nil || len(marks) < 2 {
			t.Fatalf("%d candidates, error %v", len(marks), err)
		}
		want := func(when, status string) {
			t.Helper()
			var row struct {
				Status string
				RunID  int `db:"run_id"`
			}
			if err := conn.GetContext(t.Context(), &row, `SELECT status, run_id FROM puzzle`); err != nil || row.Status != status || row.RunID != 1 {
				t.Errorf("%s: %+v, error %v, want %s by run 1", when, row, err, status)
			}
			callOn(t.Context(), target, "verify").must(t, exitDone)
		}
		want("solved by singles", "stuck")
		for _, m := range marks {
			if err := conn.CrossOut(t.Context(), 1, m.Cell, m.Digit); err != nil {
				t.Fatal(err)
			}
		}
		want("played", "new")
		callOn(t.Context(), target, "solve", "--techniques", "full_house").must(t, exitUnsolved)
		for i, status := range []string{"new", "stuck"} {
			if err := conn.TakeBack(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			want([]string{"taken back", "taken back twice"}[i], status)
		}
		if err := conn.StartOver(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		callOn(t.Context(), target, "verify").must(t, exitDone)
		callOn(t.Context(), target, "solve").must(t, exitUnsolved)
		callOn(t.Context(), target, "verify").must(t, exitDone)
	}
}
