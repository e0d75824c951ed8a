//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestEightProcesses has eight processes at once work on one file, the first time on one that some of them create. None
// fails and nothing is lost.
func TestEightProcesses(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	rng := gridtest.New(12)
	easy := gridtest.WithClues(rng, 36)
	list := make([]string, 900)
	for i := range list {
		list[i] = gridtest.Random(rng).Digits(easy).String()
	}
	first, second, third := writeLines(t, dir, "first", list[:400]), writeLines(t, dir, "second", list[200:600]), writeLines(t, dir, "third", list[500:])
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
			spawn(t, exec.Command(program, "import", third, "--db", path)).must(t, usage.ExitDone)
			calls[6], calls[7] = []string{"verify"}, []string{"query", "SELECT status, COUNT(*) FROM puzzle GROUP BY status"}
		}
		results := make([]result, len(calls))
		var group sync.WaitGroup
		for i, args := range calls {
			group.Go(func() { results[i] = spawn(t, exec.Command(program, append(args, "--db", path)...)) })
		}
		group.Wait()
		for i, r := range results {
			if r.code != usage.ExitDone {
				t.Errorf("round %d: %s: exit code %d, standard error %q", round, calls[i], r.code, r.stderr)
			}
		}
		spawn(t, exec.Command(program, "solve", "--db", path)).must(t, usage.ExitDone) // what was imported and nobody has solved
		verified(t, path, len(list)+made)
		db := raw(t, path)
		if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status IN ('new', 'stuck')`); n > 0 {
			t.Errorf("round %d: %d puzzles are not solved", round, n)
		}
		if n := number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NULL`); n > 0 {
			t.Errorf("round %d: %d runs have no end", round, n)
		}
		db.Close()
	}
}

// TestKilledWhileCreating kills the program at moments of its first tenths of a second, while another process reads the
// same file. Whatever it leaves, every command opens it and goes on.
func TestKilledWhileCreating(t *testing.T) {
	program := buildProgram(t)
	const kills = 12
	for i := range kills {
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
				mayRead(t, spawn(t, exec.Command(program, "query", "SELECT COUNT(*) FROM puzzle", "--db", path)))
			}
		})
		cmd := exec.Command(program, "solve", goodPuzzle, "--db", path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 12 * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		close(done)
		reading.Wait()
		if _, err := os.Stat(path); err == nil {
			mayRead(t, spawn(t, exec.Command(program, "verify", "--db", path)))
			mayRead(t, spawn(t, exec.Command(program, "migrate", "status", "--db", path)))
		}
		spawn(t, exec.Command(program, "solve", goodPuzzle, "--db", path)).must(t, usage.ExitDone)
		verified(t, path, 1)
	}
}

// mayRead fails the test unless a command has read a file that is just being created, or says that there is none yet.
func mayRead(t *testing.T, r result) {
	t.Helper()
	if r.code != usage.ExitDone && !strings.Contains(r.stderr, "no such file") {
		t.Errorf("exit code %d, standard error %q", r.code, r.stderr)
	}
}
