//go:build unix

package process

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
)

// TestResume interrupts the program while it solves a list, runs it again, and compares the database with that of one
// uninterrupted run.
func TestResume(t *testing.T) {
	t.Parallel()
	const chunks = 6
	const puzzles = chunks * memory.ChunkSize
	program := clitest.Program(t)
	dir := t.TempDir()
	list := clitest.MixedPuzzles(t, puzzles)
	in := clitest.WriteLines(t, dir, "in", list)
	whole := filepath.Join(dir, "whole.db")
	uninterrupted := clitest.Spawn(t, exec.Command(program, "solve", in, "--db", whole)).Must(t, usage.ExitUnsolved)
	clitest.Verified(t, whole, puzzles)
	want := clitest.Dump(t, whole)

	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		code   int
		prints bool // the program has time to print a message
	}{
		{"interrupted", syscall.SIGINT, usage.ExitError, true},
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

			again := clitest.Spawn(t, exec.Command(program, args...)).Must(t, usage.ExitUnsolved)
			if diff := cmp.Diff(uninterrupted.Out(), again.Out()); diff != "" {
				t.Errorf("output (-one run +second run):\n%.3000s", diff)
			}
			clitest.SameContents(t, clitest.Dump(t, path), want)
			db = clitest.OpenRaw(t, path)
			if first := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`); first != done {
				t.Errorf("%d puzzles are of the first run, want the %d that it had done", first, done)
			}
			if n := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != puzzles-done {
				t.Errorf("%d puzzles are of the second run, want the %d others", n, puzzles-done)
			}
			if n := clitest.Number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NULL`); n > 0 {
				t.Errorf("%d runs do not say when they last wrote", n)
			}
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

// TestSamePuzzleTwice checks that a repeated puzzle is stored once: within a file, in a file that is named twice, and
// in another call.
func TestSamePuzzleTwice(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	const puzzles = memory.ChunkSize + 10 // puzzles repeat in the same chunk and in others
	list := clitest.MixedPuzzles(t, puzzles)
	dir := t.TempDir()
	t.Chdir(dir)
	clitest.WriteLines(t, dir, "once", list)
	clitest.WriteLines(t, dir, "twice", slices.Concat(list[:20], list))
	path := "test.db"
	count := func(want int) {
		t.Helper()
		db := clitest.OpenRaw(t, path)
		defer db.Close()
		if n := clitest.Number(t, db, `SELECT COUNT(*) FROM puzzle`); n != want {
			t.Errorf("%d puzzles, want %d", n, want)
		}
		if n := clitest.Number(t, db, `SELECT COUNT(DISTINCT givens) FROM puzzle`); n != want {
			t.Errorf("%d different puzzles, want %d", n, want)
		}
	}

	first := clitest.Call(t.Context(), nil, "solve", "once", "once", "--db", path).Must(t, usage.ExitUnsolved)
	if lines := first.Out(); len(lines) != 2*puzzles || !slices.Equal(lines[:puzzles], lines[puzzles:]) {
		t.Errorf("%d lines for a file named twice, want %d, the second half as the first", len(lines), 2*puzzles)
	}
	count(puzzles)
	one := clitest.Dump(t, path)

	path = "other.db"
	second := clitest.Call(t.Context(), nil, "solve", "twice", "--db", path).Must(t, usage.ExitUnsolved)
	if lines := second.Out(); len(lines) != 20+puzzles || !slices.Equal(lines[:20], lines[20:40]) {
		t.Errorf("%d lines for a file that repeats 20 puzzles, want %d, those printed again", len(lines), 20+puzzles)
	}
	count(puzzles)
	clitest.SameContents(t, clitest.Dump(t, path), one)

	third := clitest.Call(t.Context(), nil, "solve", "once", "--db", path).Must(t, usage.ExitUnsolved)
	if !slices.Equal(third.Out(), first.Out()[:puzzles]) {
		t.Error("another call prints other lines")
	}
	count(puzzles)
	if n := clitest.Number(t, clitest.OpenRaw(t, path), `SELECT COUNT(*) FROM run`); n != 1 {
		t.Errorf("%d runs, want 1: there was nothing left to do", n)
	}

	fourth := clitest.Call(t.Context(), nil, "solve", "once", "--db", path, "--again").Must(t, usage.ExitUnsolved)
	if !slices.Equal(fourth.Out(), first.Out()[:puzzles]) {
		t.Error("solving again prints other lines")
	}
	count(puzzles)
	clitest.SameContents(t, clitest.Dump(t, path), one)
	clitest.Verified(t, path, puzzles)
	if n := clitest.Number(t, clitest.OpenRaw(t, path), `SELECT COUNT(*) FROM puzzle WHERE run_id = 2`); n != puzzles {
		t.Errorf("%d puzzles are of the second run, want all %d", n, puzzles)
	}
}
