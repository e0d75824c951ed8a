//go:build unix

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestEightProcesses has eight processes use one file at once, first one that they also create. No process may fail and
// no puzzle may be lost.
func TestEightProcesses(t *testing.T) {
	gridtest.Nightly(t, "eight processes, twice")
	program := clitest.Program(t)
	dir := t.TempDir()
	rng := gridtest.New(12)
	easy := gridtest.WithClues(rng, 36)
	list := make([]string, 900)
	for i := range list {
		list[i] = gridtest.Random(rng).Digits(easy).String()
	}
	first, second, third := clitest.WriteLines(t, dir, "first", list[:400]),
		clitest.WriteLines(t, dir, "second", list[200:600]), clitest.WriteLines(t, dir, "third", list[500:])
	const made = 10
	for round := range 2 {
		path := filepath.Join(dir, fmt.Sprintf("test%d.db", round))
		calls := [][]string{
			{"solve", first, "--engine", "sql"},
			{"solve", second, "--engine", "sql", "--audit", "steps"},
			{"solve", second, "--engine", "auto"},
			{"solve", first, "--engine", "auto", "--audit", "none"},
			{"import", third},
			{"generate", "-n", fmt.Sprint(made), "--seed", "1"},
			{"solve", third, "--engine", "auto"},
			{"import", second},
		}
		if round > 0 {
			clitest.Spawn(t, exec.Command(program, "import", third, "--db", path)).Must(t, usage.ExitDone)
			calls[6], calls[7] = []string{"verify"},
				[]string{"query", "SELECT status, COUNT(*) FROM puzzle GROUP BY status"}
		}
		results := make([]clitest.Result, len(calls))
		var group sync.WaitGroup
		for i, args := range calls {
			group.Go(func() { results[i] = clitest.Spawn(t, exec.Command(program, append(args, "--db", path)...)) })
		}
		group.Wait()
		for i, r := range results {
			if r.Code != usage.ExitDone {
				t.Errorf("round %d: %s: exit code %d, standard error %q", round, calls[i], r.Code, r.Stderr)
			}
		}
		// puzzles that were imported and not solved
		clitest.Spawn(t, exec.Command(program, "solve", "--db", path)).Must(t, usage.ExitDone)
		clitest.Verified(t, path, len(list)+made)
		db := clitest.OpenRaw(t, path)
		if n := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status IN ('new', 'stuck')`); n > 0 {
			t.Errorf("round %d: %d puzzles are not solved", round, n)
		}
		if n := clitest.Number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NULL`); n > 0 {
			t.Errorf("round %d: %d runs do not say when they last wrote", round, n)
		}
		db.Close()
	}
}

// beginnings are the files that appear while the program creates a database, each after the one before.
var beginnings = []string{"", ".new-*", "", "-wal"}

// TestKilledWhileCreating kills the program when it begins and when each of beginnings appears, while another process
// reads the same file. Every command must be able to use the file that is left.
func TestKilledWhileCreating(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	program := clitest.Program(t)
	for i := range gridtest.Size(2, 12) {
		path := filepath.Join(t.TempDir(), "test.db")
		done := make(chan struct{})
		var reading sync.WaitGroup
		reading.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				mayRead(t, clitest.Spawn(t,
					exec.Command(program, "query", "SELECT COUNT(*) FROM puzzle", "--db", path)))
			}
		})
		cmd := exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		gridtest.Must(t, err)
		// what appears may disappear before the next look, so the output of the program is the last moment
		printed := make(chan struct{})
		go func() {
			defer close(printed)
			_, _ = out.Read(make([]byte, 1))
		}()
		if moment := i % len(beginnings); moment > 0 {
			gridtest.Until(t, "the program begins", func() bool {
				select {
				case <-printed:
					return true
				default:
				}
				found, err := filepath.Glob(path + beginnings[moment])
				return err != nil || len(found) > 0
			})
		}
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		close(done)
		reading.Wait()
		if _, err := os.Stat(path); err == nil {
			mayRead(t, clitest.Spawn(t, exec.Command(program, "verify", "--db", path)))
			mayRead(t, clitest.Spawn(t, exec.Command(program, "migrate", "status", "--db", path)))
		}
		clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, usage.ExitDone)
		clitest.Verified(t, path, 1)
	}
}

// mayRead fails the test unless a command has read a file that is being created, or says that there is none yet.
func mayRead(t *testing.T, r clitest.Result) {
	t.Helper()
	if r.Code != usage.ExitDone && !strings.Contains(r.Stderr, "no such file") {
		t.Errorf("exit code %d, standard error %q", r.Code, r.Stderr)
	}
}
