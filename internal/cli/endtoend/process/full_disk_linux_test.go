package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestFullDisk solves more puzzles than a small disk can hold. What was committed must stay, and the same command must
// go on when there is space again.
func TestFullDisk(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	const puzzles = 750
	dir := smallDisk(t)
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
	clitest.Done(t, "verify", "--db", "test.db")
	r = clitest.Call(t.Context(), nil, "query", "SELECT COUNT(*) AS n FROM puzzle WHERE status <> 'new'", "--db",
		"test.db", "--format", "csv")
	if want := fmt.Sprintf("n\n%d\n", done); r.Stdout != want {
		t.Errorf("query prints %q, want the puzzles that were done, %q", r.Stdout, want)
	}
	r = clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "new.db").Must(t, usage.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database new.db: ") {
		t.Errorf("a new database: standard error %q, want one line", err)
	}
	gridtest.Must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	r = clitest.Call(t.Context(), nil, "solve", in, "--db", "test.db").Must(t, usage.ExitUnsolved)
	if len(r.Out()) != puzzles {
		t.Errorf("%d lines of output, want %d", len(r.Out()), puzzles)
	}
	clitest.Verified(t, "test.db", puzzles)
	db := clitest.OpenRaw(t, "test.db")
	defer db.Close()
	gridtest.Equal(t, "puzzles are of the first run", clitest.Number(t, db,
		`SELECT COUNT(*) FROM puzzle WHERE run_id = 1`), done)
}

// smallDisk makes a disk of 4 MB.
func smallDisk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		gridtest.Cannot(t, "no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestReadOnFullDisk reads a database on a disk without space for the files of SQLite, and writes it.
func TestReadOnFullDisk(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	t.Chdir(smallDisk(t))
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	if err := os.WriteFile("rest", make([]byte, 4<<20), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("error %v, want a full disk", err)
	}
	clitest.Done(t, "verify", "--db", "test.db")
	if left, err := filepath.Glob("test.db-*"); err != nil || len(left) > 0 {
		t.Errorf("reading leaves %s, error %v", left, err)
	}
	r := clitest.Call(t.Context(), nil, "solve", clitest.OtherPuzzle, "--db", "test.db").Must(t, usage.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.Contains(err[0], "test.db: disk full (") {
		t.Errorf("standard error %q, want one line that says that the disk is full", err)
	}
	gridtest.Must(t, os.Remove("rest"))
	clitest.Done(t, "solve", clitest.OtherPuzzle, "--db", "test.db")
	clitest.Verified(t, "test.db", 2)
}
