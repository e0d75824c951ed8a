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
	"setdoku/solver/memory"
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

// TestSamePuzzleTwice checks that a repeated puzzle is stored once: within a file, in a file that is named twice, and
// in another call, which solves nothing again unless it is told to.
func TestSamePuzzleTwice(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	const puzzles = memory.ChunkSize + 10 // puzzles repeat in the same chunk and in others
	list := clitest.MixedPuzzles(t, puzzles)
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "once", list)
	clitest.WriteLines(t, ".", "twice", slices.Concat(list[:20], list))
	var first []string
	for _, tt := range []struct {
		args  string
		lines int
		runs  int // of the database, after the call
	}{
		{"once once --db a.db", 2 * puzzles, 1}, {"once --db a.db", puzzles, 1}, {"once --db a.db --again", puzzles, 2},
		{"twice --db b.db", 20 + puzzles, 1},
	} {
		args := strings.Fields("solve " + tt.args)
		out := clitest.Call(t.Context(), nil, args...).Must(t, usage.ExitUnsolved).Out()
		if first == nil {
			first = out[:puzzles]
		}
		want := slices.Concat(first, first)[:tt.lines] // the first puzzles again, for a file that is named twice
		if args[1] == "twice" {
			want = slices.Concat(first[:20], first)
		}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Errorf("%s (-want +got):\n%.2000s", tt.args, diff)
		}
		db := clitest.OpenRaw(t, args[slices.Index(args, "--db")+1])
		for count, want := range map[string]int{`COUNT(*) FROM puzzle`: puzzles, `COUNT(*) FROM run`: tt.runs} {
			if n := clitest.Number(t, db, `SELECT `+count); n != want {
				t.Errorf("%s: %s is %d, want %d", tt.args, count, n, want)
			}
		}
		db.Close()
	}
	clitest.SameContents(t, clitest.Dump(t, "b.db"), clitest.Dump(t, "a.db"))
	clitest.Verified(t, "a.db", puzzles)
}
