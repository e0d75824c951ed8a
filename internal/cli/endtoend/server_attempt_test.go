package endtoend

import (
	"path/filepath"
	"testing"

	"setdoku"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// TestTakenBackHolds plays in a puzzle that a run has left stuck, has another run go on, and takes steps back. The
// puzzle must then be as the first run left it, and verify must accept it.
func TestTakenBackHolds(t *testing.T) {
	for _, target := range []string{filepath.Join(t.TempDir(), "play.db"), clitest.Migrated(t)} {
		clitest.CallOn(t.Context(), target, "solve", clitest.StuckPuzzle, "--technique", "singles", "--audit",
			"none").Must(t, usage.ExitUnsolved)
		db, err := store.Open(t.Context(), target)
		gridtest.Must(t, err)
		defer db.Close()
		conn, err := db.Acquire(t.Context())
		gridtest.Must(t, err)
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
			if err := conn.GetContext(t.Context(), &row, `SELECT status, run_id FROM puzzle`); err != nil ||
				row.Status != status || row.RunID != 1 {
				t.Errorf("%s: %+v, error %v, want %s by run 1", when, row, err, status)
			}
			clitest.DoneOn(t, target, "verify")
		}
		want("solved by singles", "stuck")
		for _, m := range marks {
			gridtest.Must(t, conn.CrossOut(t.Context(), 1, setdoku.Cell(m.Cell), m.Digit))
		}
		want("played", "new")
		clitest.CallOn(t.Context(), target, "solve", "--technique", "full_house").Must(t, usage.ExitUnsolved)
		for i, status := range []string{"new", "stuck"} {
			gridtest.Must(t, conn.Undo(t.Context(), 1))
			want([]string{"taken back", "taken back twice"}[i], status)
		}
		clitest.CallOn(t.Context(), target, "solve").Must(t, usage.ExitUnsolved)
		clitest.DoneOn(t, target, "verify")
	}
}
