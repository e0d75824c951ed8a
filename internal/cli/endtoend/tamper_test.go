package endtoend

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// The puzzles of the database that is tampered with, by number: 1 played by hand and then
// solved, 2 without a solution, 3 solved with many techniques, 4 stuck, 5 from a state with
// a placed digit and crossed-out marks, 6 stuck under another selection, 7 not solved yet.
const (
	richPuzzle  = "000010002000005016000007009070000000030590024004000800017009000200080003050420000"
	otherTough  = "..9..3..6..6.8.4...571..8.....8..........76..2.8..5..4.....2...3.5..1....6..3...9"
	statePuzzle = ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216 117::"
)

// soundDatabase makes the database that is tampered with, with an audit level, and returns its path.
func soundDatabase(t *testing.T, audit string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sound.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, clitest.InvalidPuzzle, "--db", path)
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db,
		`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 13, 4, 'manual')`,
		`INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 16, 2, 'manual')`)
	db.Close()
	clitest.Call(t.Context(), nil, "solve", "--technique", clitest.Basics, clitest.GoodPuzzle, clitest.InvalidPuzzle,
		richPuzzle, clitest.StuckPuzzle, statePuzzle,
		"--audit", audit, "--db", path).Must(t, usage.ExitUnsolved)
	clitest.Call(t.Context(), nil, "solve", otherTough, "--technique", "hidden_single,pointing",
		"--audit", audit, "--db", path).Must(t, usage.ExitUnsolved)
	clitest.Done(t, "import", clitest.OtherPuzzle, "--db", path)
	clitest.Verified(t, path, 7)
	return path
}

// tampering is one statement that falsifies a database, with what verify must name.
type tampering struct {
	name, statement, want string
}

// TestVerifyNamesRows falsifies rows of a database. verify must name the table and the row, each of several wrong rows,
// and what is not in the record of a puzzle. The tests of package verify falsify every column.
func TestVerifyNamesRows(t *testing.T) {
	t.Parallel()
	path := soundDatabase(t, "full")
	tamper(t, path, `UPDATE puzzle SET hardest = 'x_wing' WHERE puzzle_id = 3`,
		`UPDATE puzzle SET score = score + 1 WHERE puzzle_id IN (3, 4)`, `DELETE FROM contradiction`)
	r := clitest.Call(t.Context(), nil, "verify", "--db", path).Must(t, usage.ExitError)
	for _, want := range []string{" faults:\n", "puzzle 3 step 35: column score: is ",
		"puzzle 3 step 35: column hardest: is x_wing, ", "puzzle 4 step 10: column score: is ",
		"puzzle 2 step 5: contradiction: ",
	} {
		if !strings.Contains(r.Stderr, want) {
			t.Errorf("%s\nwant in it %s", r.Stderr, want)
		}
	}
	// These keep verify from reading the puzzles.
	for statement, want := range map[string]string{
		`UPDATE run SET selection = 'guess' WHERE run_id = 1`: "run 1: ",
		`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('x', 99, '', '')`: "game has a row of " +
			"puzzle 99, which is not in the table puzzle",
	} {
		changed := clitest.CopyDatabase(t, path, filepath.Join(t.TempDir(), "changed.db"))
		tamper(t, changed, statement)
		caughtBy(t, clitest.Call(t.Context(), nil, "verify", "--db", changed), changed, want)
	}
}

// TestVerifySaysWhatIsKept verifies databases that keep less. verify must say how much that is.
func TestVerifySaysWhatIsKept(t *testing.T) {
	t.Parallel()
	for audit, level := range map[string]string{
		"steps": "  6 with audit steps, no patterns and eliminations were there to prove",
		"none":  "  6 with audit none, only the placements were there to check",
	} {
		r := clitest.Done(t, "verify", "--db", soundDatabase(t, audit))
		if lines := r.Out(); len(lines) != 5 || !slices.Contains(lines, level) {
			t.Errorf("audit %s: verify says %q, want a line %q", audit, lines, level)
		}
	}
}

// caughtBy checks that the first fault of a call of verify on a target begins with want.
func caughtBy(t *testing.T, r clitest.Result, target, want string) {
	t.Helper()
	faults := strings.Split(strings.TrimPrefix(strings.TrimSuffix(r.Stderr, "\n"),
		fmt.Sprintf("setdoku: verify %s: ", target)), "\n")
	if n := len(faults) - 1; n > 0 {
		if head := fmt.Sprintf("%d faults:", n); strings.TrimPrefix(faults[0], "the first ") != head || n > 20 {
			t.Errorf("the first line is %q, want %q and at most 20", faults[0], head)
		}
		faults = faults[1:]
	}
	if r.Code != usage.ExitError || r.Stdout != "" || !strings.HasPrefix(faults[0], want) {
		t.Errorf("exit code %d, output %q, standard error\n%s\nwant 1, nothing, and first a fault of\n%s", r.Code,
			r.Stdout, r.Stderr, want)
	}
}

// tamper runs statements on a database without foreign keys, checks and triggers. Each must change a row.
func tamper(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	gridtest.Must(t, conn.SkipChecks(t.Context()))
	gridtest.Must(t, conn.SkipTriggers())
	for _, s := range statements {
		if r, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		} else if n, err := r.RowsAffected(); n == 0 || err != nil {
			t.Fatalf("%s changes no row, error %v", s, err)
		}
	}
}
