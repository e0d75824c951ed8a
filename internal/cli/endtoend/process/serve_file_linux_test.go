package process

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestServeReplaced puts a backup in the place of the file that a server has written. The server refuses to read and to
// write it, and the backup is whole after the server has ended.
func TestServeReplaced(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program, shell := clitest.Program(t), sqliteShell(t)
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "test.db"), filepath.Join(dir, "backup.db")
	solve := func(puzzle string) {
		clitest.Spawn(t, exec.Command(program, "solve", puzzle, "--db", path)).Must(t, usage.ExitDone)
	}
	solve(clitest.GoodPuzzle)
	clitest.Spawn(t, exec.Command(shell, path, ".backup "+backup)).Must(t, usage.ExitDone)
	s := serve(t, program, "--db", path)
	if _, err := s.post("/games", url.Values{"puzzle_id": {"1"}}); err != nil {
		t.Fatal(err)
	}
	solve(clitest.OtherPuzzle)
	gridtest.Must(t, os.Rename(backup, path))
	r, err := http.Get(s.address + "/api/puzzles/1")
	gridtest.Must(t, err)
	defer r.Body.Close()
	if body, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(body), "test.db is another file") {
		t.Errorf("reading: %s %s, error %v, want that the file is another one", r.Status, body, err)
	}
	if _, err := s.post("/games", url.Values{"puzzle_id": {"1"}}); err == nil ||
		!strings.Contains(err.Error(), "503 ") {
		t.Errorf("a new game: error %v, want status 503", err)
	}
	s.kill()
	if r := clitest.Spawn(t, exec.Command(shell, path, "PRAGMA integrity_check",
		"SELECT COUNT(*) FROM game")); r.Stdout != "ok\n0\n" {
		t.Errorf("the backup: %s%s, want that it is whole and has no game", r.Stdout, r.Stderr)
	}
	clitest.Verified(t, path, 1)
}

// TestServeForeignFile serves a database of another user in a folder where the server may not make files. Its pages
// show what the owner has added meanwhile, also while the owner has the database open.
func TestServeForeignFile(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program := clitest.Program(t)
	dir := filepath.Join(clitest.PublicDir(t), "folder")
	gridtest.Must(t, os.Mkdir(dir, 0o755))
	path := filepath.Join(dir, "test.db")
	clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, usage.ExitDone)
	s := serveAs(t, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}, program, "--db",
		path)
	want := func(when string, id, status int) {
		t.Helper()
		if got := s.get(t, fmt.Sprintf("/puzzles/%d", id)); got != status {
			t.Errorf("%s: puzzle %d: status %d, want %d", when, id, got, status)
		}
	}
	want("at first", 1, http.StatusOK)
	want("at first", 2, http.StatusNotFound)
	clitest.Spawn(t, exec.Command(program, "solve", clitest.OtherPuzzle, "--db", path)).Must(t, usage.ExitDone)
	want("after the owner has closed it", 2, http.StatusOK)
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db, `PRAGMA journal_mode = WAL`,
		`INSERT INTO puzzle (givens) VALUES ('1`+strings.Repeat(".", 80)+`')`)
	want("while the owner has it open", 3, http.StatusOK)
	gridtest.Must(t, db.Close())
	want("after the owner has closed it again", 3, http.StatusOK)
}
