//go:build unix

package process

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

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
		s := stream.Streams{In: in, Out: io.Discard, Err: &stderr}
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
		if r := signalled(t, cmd, sig).Must(t, usage.ExitError); !strings.Contains(r.Stderr,
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
		if code := cmd.ProcessState.ExitCode(); code != usage.ExitUnread || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, standard error %q; want %d and nothing", args, code, &stderr, usage.ExitUnread)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: %v stays behind, error %v", args, left, err)
		}
		gridtest.Must(t, os.RemoveAll(temp))
	}
}
