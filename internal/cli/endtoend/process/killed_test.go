//go:build unix

package process

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
)

// TestResume interrupts the program while it solves a list, runs it again, and compares the database with that of one
// uninterrupted run.
func TestResume(t *testing.T) {
	t.Parallel()
	const chunks = 4
	const puzzles = chunks * memory.ChunkSize
	program := clitest.Program(t)
	dir := t.TempDir()
	list := clitest.MixedPuzzles(t, puzzles)
	in := clitest.WriteLines(t, dir, "in", list)
	whole := filepath.Join(dir, "whole.db")
	uninterrupted := clitest.Spawn(t, exec.Command(program, "solve", in, "--db", whole)).Must(t, cli.ExitUnsolved)
	clitest.Verified(t, whole, puzzles)
	want := clitest.Dump(t, whole)

	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		code   int
		prints bool // the program has time to print a message
	}{
		{"interrupted", syscall.SIGINT, cli.ExitError, true},
		{"killed", syscall.SIGKILL, -1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if signal.Ignored(tt.signal) {
				t.Skip("the program inherits an ignored signal, as under nohup")
			}
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			args := []string{"solve", in, "--db", path}
			first := exec.Command(program, "solve", "-", "--db", path)
			feed(t, first, list[:puzzles/2+100])
			r := signalled(t, first, tt.signal).Must(t, tt.code)

			db := clitest.OpenRaw(t, path)
			done := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`)
			if done == 0 || done == puzzles || done%memory.ChunkSize != 0 {
				t.Fatalf("%d puzzles are done, want some whole chunks of the %d", done, puzzles)
			}
			// The puzzles of the interrupted chunk are new.
			waiting := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id IS NULL`)
			if n := clitest.Number(t, db,
				`SELECT COUNT(*) FROM puzzle WHERE (status = 'new') <> (run_id IS NULL)`); n != 0 || waiting != 0 &&
				waiting != memory.ChunkSize {
				t.Errorf("%d puzzles wait, and %d are half done", waiting, n)
			}
			db.Close()
			clitest.Verified(t, path, done+waiting)
			if err := r.Err(); tt.prints {
				message := fmt.Sprintf("setdoku: interrupted, %d puzzles are done, the same command goes on with the "+
					"rest", len(r.Out()))
				if len(err) != 2 || !strings.HasPrefix(err[0], fmt.Sprintf("%d puzzles, ", len(r.Out()))) ||
					err[1] != message {
					t.Errorf("standard error %q, want the summary and %q", err, message)
				}
				if !slices.Equal(r.Out(), uninterrupted.Out()[:len(r.Out())]) {
					t.Error("the lines that were printed are not the first of those of one run")
				}
			}

			again := clitest.Spawn(t, exec.Command(program, args...)).Must(t, cli.ExitUnsolved)
			if diff := cmp.Diff(uninterrupted.Out(), again.Out()); diff != "" {
				t.Errorf("output (-one run +second run):\n%.3000s", diff)
			}
			if before := fmt.Sprintf(", %d of them done before", done); !strings.Contains(again.Stderr, before) {
				t.Errorf("the summary of the second run is %q, want %q in it", again.Stderr, before)
			}
			clitest.SameContents(t, clitest.Dump(t, path), want)
			db = clitest.OpenRaw(t, path)
			gridtest.Equal(t, "puzzles are of the first run", clitest.Number(t, db,
				`SELECT COUNT(*) FROM puzzle WHERE run_id = 1`), done)
			if n := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != puzzles-done {
				t.Errorf("%d puzzles are of the second run, want the %d others", n, puzzles-done)
			}
			gridtest.Equal(t, "runs do not say when they last wrote", clitest.Number(t, db,
				`SELECT COUNT(*) FROM run WHERE finished_at IS NULL`), 0)
		})
	}
}

// feed writes lines to the standard input of a command that has not begun, and leaves it open, so that the command
// waits for more.
func feed(t *testing.T, cmd *exec.Cmd, lines []string) {
	t.Helper()
	in, err := cmd.StdinPipe()
	gridtest.Must(t, err)
	// the command may end before it has read all
	go func() { _, _ = io.WriteString(in, strings.Join(lines, "\n")+"\n") }()
}

// signalled runs a command and sends it a signal after its first output.
func signalled(t *testing.T, cmd *exec.Cmd, signal syscall.Signal) clitest.Result {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	pipe, err := cmd.StdoutPipe()
	gridtest.Must(t, err)
	gridtest.Must(t, cmd.Start())
	out := bufio.NewReader(pipe)
	if _, err := out.Peek(1); err != nil {
		t.Fatalf("no output: %v\n%s", err, &stderr)
	}
	gridtest.Must(t, cmd.Process.Signal(signal))
	stdout, err := io.ReadAll(out)
	gridtest.Must(t, err)
	_ = cmd.Wait() // the exit code is checked instead
	return clitest.Result{Code: cmd.ProcessState.ExitCode(), Stdout: string(stdout), Stderr: stderr.String()}
}

// silence is an input that never has anything to read.
type silence struct{ read chan struct{} }

// Read signals that it was called and never returns.
func (s silence) Read([]byte) (int, error) {
	close(s.read)
	select {}
}

// TestInterruptedWaitingForInput interrupts commands that wait for input.
func TestInterruptedWaitingForInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{
		"solve -", "solve - --db test.db", "solve - --engine sql", "rate -", "count -", "hint -", "explain -",
		"find - --technique x_wing",
		"import - --db test.db", "generate --pattern -", "query - --db test.db",
	} {
		in := silence{make(chan struct{})}
		var stderr strings.Builder
		s := cli.Streams{In: in, Out: io.Discard, Err: &stderr}
		clitest.Interrupted(t, s, func() { <-in.read }, strings.Fields(args)...)
		want := "setdoku: interrupted"
		if strings.HasPrefix(args, "solve") {
			want += ", no puzzle is done"
		}
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: standard error %q, want %q", args, stderr.String(), want)
		}
	}
}

// words splits a call into words. One word may be in single quotes.
func words(call string) (list []string) {
	before, rest, _ := strings.Cut(call, "'")
	quoted, after, is := strings.Cut(rest, "'")
	list = strings.Fields(before)
	if is {
		list = append(list, quoted)
	}
	return append(list, strings.Fields(after)...)
}

// TestSignals sends each signal that interrupts to the program while it waits for input.
func TestSignals(t *testing.T) {
	program := clitest.Program(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // the program inherits an ignored signal, as under nohup
		}
		cmd := exec.Command(program, "solve", "-")
		feed(t, cmd, slices.Repeat([]string{clitest.GoodPuzzle}, 250))
		if r := signalled(t, cmd, sig).Must(t, cli.ExitError); !strings.Contains(r.Stderr,
			"setdoku: interrupted, 250 puzzles are done") {
			t.Errorf("%s: standard error %q", sig, r.Stderr)
		}
	}
}

// TestOutputClosed closes the output of the program after its first line, as head does. The program must end at once,
// print nothing on standard error, and leave no temporary database.
func TestOutputClosed(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	program := clitest.Program(t)
	dir := t.TempDir()
	in := clitest.WriteLines(t, dir, "in", slices.Repeat([]string{clitest.GoodPuzzle}, 5000))
	for _, args := range gridtest.Part(2, []string{
		"find " + in + " --technique hidden_single", "solve " + in + " --engine sql", "solve " + in + " --engine cte",
		"solve " + in, "rate " + in,
	}) {
		temp := filepath.Join(dir, "temp")
		gridtest.Must(t, os.Mkdir(temp, 0o777))
		cmd := exec.Command(program, strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		gridtest.Must(t, err)
		gridtest.Must(t, cmd.Start())
		if _, err := io.ReadFull(stdout, make([]byte, 50)); err != nil {
			t.Fatal(err)
		}
		stdout.Close()
		_ = cmd.Wait() // the exit code is checked instead
		if code := cmd.ProcessState.ExitCode(); code != cli.ExitUnread || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, standard error %q; want %d and nothing", args, code, &stderr, cli.ExitUnread)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: %v stays behind, error %v", args, left, err)
		}
		gridtest.Must(t, os.RemoveAll(temp))
	}
}

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
			clitest.Spawn(t, exec.Command(program, "import", third, "--db", path)).Must(t, cli.ExitDone)
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
			if r.Code != cli.ExitDone {
				t.Errorf("round %d: %s: exit code %d, standard error %q", round, calls[i], r.Code, r.Stderr)
			}
		}
		// puzzles that were imported and not solved
		clitest.Spawn(t, exec.Command(program, "solve", "--db", path)).Must(t, cli.ExitDone)
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
		clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, cli.ExitDone)
		clitest.Verified(t, path, 1)
	}
}

// mayRead fails the test unless a command has read a file that is being created, or says that there is none yet.
func mayRead(t *testing.T, r clitest.Result) {
	t.Helper()
	if r.Code != cli.ExitDone && !strings.Contains(r.Stderr, "no such file") {
		t.Errorf("exit code %d, standard error %q", r.Code, r.Stderr)
	}
}

// TestVerifyBesideWriter verifies repeatedly while another process writes. That process drops triggers and makes them
// again in every transaction, which no other process may see.
func TestVerifyBesideWriter(t *testing.T) {
	t.Parallel()
	program := clitest.Program(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, "--db", path)
	in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 2*memory.ChunkSize))
	var writer sync.WaitGroup
	var stop atomic.Bool
	writer.Go(func() {
		for !stop.Load() {
			clitest.Spawn(t, exec.Command(program, "solve", in, "--db", path, "--again"))
		}
	})
	for round := range gridtest.Size(1, 4) {
		if r := clitest.Call(t.Context(), nil, "verify", "--db", path); r.Code != cli.ExitDone {
			t.Errorf("round %d: exit code %d\n%s", round, r.Code, r.Stderr)
		}
	}
	stop.Store(true)
	writer.Wait()
	clitest.Verified(t, path, 2*memory.ChunkSize+1)
}
