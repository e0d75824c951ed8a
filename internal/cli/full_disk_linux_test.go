package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestFullDisk solves more than a small disk holds. What was solved before stays, and
// when there is room again the same command goes on.
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
	in := writeLines(t, t.TempDir(), "in", mixedPuzzles(t, puzzles))
	t.Chdir(dir)
	r := call(t.Context(), nil, "solve", in, "--db", "test.db").must(t, usage.ExitError)
	done := len(r.out())
	if done == 0 || done == puzzles {
		t.Fatalf("%d of %d puzzles are done", done, puzzles)
	}
	if err := r.err(); len(err) != 2 || err[1] != "setdoku: write to test.db: disk full (database or disk is full (13))" {
		t.Errorf("standard error %q, want the summary and one line", err)
	}
	// The puzzles of the chunk that did not fit may be there, added and not solved.
	call(t.Context(), nil, "verify", "--db", "test.db", "--against-solution").must(t, usage.ExitDone)
	partial := raw(t, "test.db")
	defer partial.Close()
	if n := number(t, partial, `SELECT COUNT(*) FROM puzzle WHERE status <> 'new'`); n != done {
		t.Errorf("%d puzzles are solved in the file, want the %d that were done", n, done)
	}
	r = call(t.Context(), nil, "solve", goodPuzzle, "--db", "new.db").must(t, usage.ExitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database new.db: ") {
		t.Errorf("a new database: standard error %q, want one line", err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	r = call(t.Context(), nil, "solve", in, "--db", "test.db").must(t, usage.ExitUnsolved)
	if len(r.out()) != puzzles {
		t.Errorf("%d lines of output, want %d", len(r.out()), puzzles)
	}
	verified(t, "test.db", puzzles)
	db := raw(t, "test.db")
	defer db.Close()
	if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`); n != done {
		t.Errorf("%d puzzles are of the first run, want the %d that were done", n, done)
	}
}

// TestFullDiskForPages writes manual pages where there is room for some of them: none is cut short.
func TestFullDiskForPages(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=40k"); err != nil {
		gridtest.Cannot(t, "no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	r := call(t.Context(), nil, "man", dir).must(t, usage.ExitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: write manual pages: ") || !strings.HasSuffix(err[0], "no space left on device") {
		t.Errorf("standard error %q, want one line that says so", err)
	}
	pages, err := os.ReadDir(dir)
	if err != nil || len(pages) == 0 {
		t.Fatalf("pages %v, error %v, want some", pages, err)
	}
	for _, p := range pages {
		text, err := os.ReadFile(filepath.Join(dir, p.Name()))
		if err != nil || !strings.HasPrefix(p.Name(), "setdoku-") || !strings.Contains(string(text), ".SH EXIT STATUS") {
			t.Errorf("%s has %d bytes, error %v: it is cut short", p.Name(), len(text), err)
		}
	}
}

// TestFullTemporaryDisk solves by statements, which need a temporary database, where there is no room for one.
func TestFullTemporaryDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=100k"); err != nil {
		gridtest.Cannot(t, "no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("TMPDIR", dir)
	r := call(t.Context(), nil, "solve", "--engine", "sql", goodPuzzle).must(t, usage.ExitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database "+dir) || !strings.Contains(err[0], "disk full") {
		t.Errorf("standard error %q, want one line that says so", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("in the folder: %v, error %v, want nothing", files, err)
	}
}
