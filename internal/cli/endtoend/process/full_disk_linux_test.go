package process

import (
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestFullDisk solves more puzzles than a small disk can hold. What was committed must stay, and the same command must go on
// when there is room again.
func TestFullDisk(t *testing.T) {
	const puzzles = 750
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		gridtest.Cannot(t, "no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	in := clitest.WriteLines(t, t.TempDir(), "in", clitest.MixedPuzzles(t, puzzles))
	t.Chdir(dir)
	r := clitest.Call(t.Context(), nil, "solve", in, "--db", "test.db").Must(t, usage.ExitError)
	done := len(r.Out())
	if done == 0 || done == puzzles {
		t.Fatalf("%d of %d puzzles are done", done, puzzles)
	}
	if err := r.Err(); len(err) != 2 || err[1] != "setdoku: write to test.db: disk full (database or disk is full (13))" {
		t.Errorf("standard error %q, want the summary and one line", err)
	}
	// The puzzles of the chunk that did not fit may have been added without being solved.
	clitest.Call(t.Context(), nil, "verify", "--db", "test.db").Must(t, usage.ExitDone)
	partial := clitest.OpenRaw(t, "test.db")
	defer partial.Close()
	if n := clitest.Number(t, partial, `SELECT COUNT(*) FROM puzzle WHERE status <> 'new'`); n != done {
		t.Errorf("%d puzzles are solved in the file, want the %d that were done", n, done)
	}
	r = clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "new.db").Must(t, usage.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database new.db: ") {
		t.Errorf("a new database: standard error %q, want one line", err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	r = clitest.Call(t.Context(), nil, "solve", in, "--db", "test.db").Must(t, usage.ExitUnsolved)
	if len(r.Out()) != puzzles {
		t.Errorf("%d lines of output, want %d", len(r.Out()), puzzles)
	}
	clitest.Verified(t, "test.db", puzzles)
	db := clitest.OpenRaw(t, "test.db")
	defer db.Close()
	if n := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`); n != done {
		t.Errorf("%d puzzles are of the first run, want the %d that were done", n, done)
	}
}
