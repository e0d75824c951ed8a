package process

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// locksOf returns which files of a database a process has locked. POSIX drops all locks of a process on a file as soon
// as the process closes any descriptor of the file, so this shows whether the program has opened the file other than
// through SQLite.
func locksOf(t *testing.T, pid int, path string) []string {
	t.Helper()
	text, err := os.ReadFile("/proc/locks")
	gridtest.Must(t, err)
	locked := make(map[string]bool)
	for _, file := range []string{path, path + "-shm"} {
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		inode := fmt.Sprintf(":%d", info.Sys().(*syscall.Stat_t).Ino)
		for line := range strings.Lines(string(text)) { // such as 1: POSIX  ADVISORY  READ 4711 fe:01:1234 128 128
			if f := strings.Fields(line); f[1] == "POSIX" && f[4] == fmt.Sprint(pid) && strings.HasSuffix(f[5], inode) {
				locked[filepath.Base(file)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(locked))
}

// bothLocked are the files that a process has locked as long as it has a connection to test.db.
var bothLocked = []string{"test.db", "test.db-shm"}

// post sends a form, and returns the address of the page that the answer 303 names.
func (s server) post(path string, form url.Values) (string, error) {
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.PostForm(s.address+path, form)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusSeeOther {
		err = fmt.Errorf("POST %s: %s\n%.500s", path, r.Status, body)
	}
	return r.Header.Get("Location"), err
}

// sqliteShell returns the path of the stock sqlite3 shell. Without it the test is skipped, or fails if SETDOKU_REQUIRE
// is set.
func sqliteShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	return path
}

// TestServeKeepsItsLocks lets a server do everything that it can do, and foreign programs read the file meanwhile. The
// locks of the server must stay, and so must the write-ahead log, which a foreign reader deletes when it finds no lock.
func TestServeKeepsItsLocks(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program, shell := clitest.Program(t), sqliteShell(t)
	path := filepath.Join(t.TempDir(), "test.db")
	in := clitest.WriteLines(t, t.TempDir(), "in", clitest.MixedPuzzles(t, 50))
	clitest.Spawn(t, exec.Command(program, "solve", in, "--db", path)).Must(t, usage.ExitUnsolved)
	s := serve(t, program, "--db", path)
	stays := func(after string) {
		t.Helper()
		if diff := cmp.Diff(bothLocked, locksOf(t, s.pid, path)); diff != "" {
			t.Fatalf("locks of the server after %s (-want +got):\n%s", after, diff)
		}
	}
	stays("its start")
	game, err := s.post("/games", url.Values{"puzzle_id": {"1"}})
	gridtest.Must(t, err)
	stays("the start of a game")
	job, err := http.Post(s.address+"/api/puzzles", "text/plain", strings.NewReader(clitest.OtherPuzzle))
	gridtest.Must(t, err)
	job.Body.Close()
	if status := s.get(t, job.Header.Get("Location")+"/events"); status != http.StatusOK { // which end with the job
		t.Fatalf("events of the job: status %d", status)
	}
	stays("solving")
	ids := strings.NewReplacer("{$}", "", "{id}", "1", "{step}", "1", "{name}", "naked_single", "{game}",
		strings.TrimPrefix(game, "/games/"))
	for _, route := range web.Routes() {
		address := ids.Replace(route.Path)
		if route.Method != http.MethodGet || strings.Contains(address, "{") {
			continue
		}
		if status := s.get(t, address+"?q=SELECT+1"); status >= http.StatusInternalServerError {
			t.Errorf("GET %s: status %d", address, status)
		}
		stays("GET " + address)
	}
	for _, foreign := range [][]string{
		{shell, path, "SELECT COUNT(*) FROM puzzle"},
		{program, "verify", "--db", path},
		{program, "solve", clitest.GoodPuzzle, "--db", path},
		{shell, path, "PRAGMA wal_checkpoint"},
	} {
		clitest.Spawn(t, exec.Command(foreign[0], foreign[1:]...)).Must(t, usage.ExitDone)
		stays(strings.Join(foreign, " "))
		if _, err := os.Stat(path + "-wal"); err != nil {
			t.Errorf("after %v: %v", foreign, err)
		}
	}
}

// TestInputKeepsTheLocks names the open database, under all its names, among the files of puzzles.
func TestInputKeepsTheLocks(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	program := clitest.Program(t)
	for _, command := range []string{"solve", "import"} {
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			path, linked, soft := filepath.Join(dir, "test.db"), filepath.Join(dir, "linked"),
				filepath.Join(dir, "soft")
			// The file is empty when the command begins, and a database when the command reads it as a list of puzzles.
			gridtest.Must(t, os.WriteFile(path, nil, 0o666))
			gridtest.Must(t, os.Link(path, linked))
			gridtest.Must(t, os.Symlink(path, soft))
			in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 10))
			names := []string{path, linked, soft, path + "-wal", path + "-shm"}
			cmd := exec.Command(program, slices.Concat([]string{command, in}, names, []string{"-", "--db", path})...)
			stdin, err := cmd.StdinPipe()
			gridtest.Must(t, err)
			stderr, err := cmd.StderrPipe()
			gridtest.Must(t, err)
			gridtest.Must(t, cmd.Start())
			lines := bufio.NewScanner(stderr)
			for _, name := range names {
				if want := name + ": is a database"; !lines.Scan() || !strings.Contains(lines.Text(), want) {
					t.Errorf("standard error %q, want %q", lines.Text(), want)
				}
			}
			gridtest.Equal(t, "locks of the process that waits for standard input", locksOf(t, cmd.Process.Pid, path),
				bothLocked)
			gridtest.Must(t, stdin.Close())
			for lines.Scan() { // the summary
			}
			_ = cmd.Wait() // the exit code is checked instead
			if code := cmd.ProcessState.ExitCode(); code != usage.ExitError {
				t.Errorf("exit code %d, want %d", code, usage.ExitError)
			}
		})
	}
}
