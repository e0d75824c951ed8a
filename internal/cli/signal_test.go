//go:build unix

package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

// silence is an input on which nothing ever comes.
type silence struct{ read chan struct{} }

// Read says that it was called and does not return.
func (s silence) Read([]byte) (int, error) {
	close(s.read)
	select {}
}

// interrupted runs a command, interrupts it when it is held up, and fails the test unless it ends within a second,
// as one that was interrupted.
func interrupted(t *testing.T, s stream.Streams, heldUp func(), args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if s.Err == nil {
		s.Err = &stderr
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	code := make(chan int)
	go func() { code <- Run(ctx, args, s) }()
	heldUp()
	interrupt()
	began := time.Now()
	select {
	case got := <-code:
		if took := time.Since(began); took > time.Second {
			t.Errorf("%s: it took %s to end", args, took)
		}
		if got != usage.ExitError {
			t.Errorf("%s: exit code %d, want %d", args, got, usage.ExitError)
		}
		if s.Err == &stderr && !strings.Contains(stderr.String(), "setdoku: interrupted") {
			t.Errorf("%s: standard error %q", args, &stderr)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("%s: it does not end", args)
	}
}

// TestInterruptedWaitingForInput interrupts commands that wait for a line that does not come.
func TestInterruptedWaitingForInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{
		"solve -", "solve - --db test.db", "solve - --engine sql", "rate -", "count -", "hint -", "explain -", "find - --technique x_wing",
		"import - --db test.db", "generate --pattern -", "query - --db test.db", "ablate - --without search",
	} {
		in := silence{make(chan struct{})}
		interrupted(t, stream.Streams{In: in, Out: io.Discard}, func() {
			select {
			case <-in.read:
			case <-time.After(20 * time.Second):
				t.Errorf("%s: it reads nothing", args)
			}
		}, strings.Fields(args)...)
	}
}

// TestInterruptedAtAPipe interrupts commands that wait for somebody to open the other end of a pipe with a name.
func TestInterruptedAtAPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t.Context(), nil, "solve", goodPuzzle, "--db", "test.db").must(t, usage.ExitDone)
	for _, args := range []string{
		"solve pipe", "import pipe --db test.db", "generate --pattern pipe", "solve --technique-file pipe " + goodPuzzle,
		"techniques check pipe " + goodPuzzle, "export --db test.db -o pipe", "generate -n 1 -o pipe", "show 1 --db test.db --svg pipe",
	} {
		// Whoever waits at a pipe goes on waiting in this process, so each has one of its own.
		_ = os.Remove("pipe")
		if err := syscall.Mkfifo("pipe", 0o666); err != nil {
			t.Fatal(err)
		}
		interrupted(t, stream.Streams{Out: io.Discard}, func() { time.Sleep(200 * time.Millisecond) }, strings.Fields(args)...)
	}
	if r := call(t.Context(), nil, "verify", "--db", "pipe").must(t, usage.ExitError); !strings.Contains(r.stderr, "it is a pipe or a device") {
		t.Errorf("a pipe as a database: %q", r.stderr)
	}
}

// TestInterruptedAtAFullPipe interrupts commands whose output nobody reads.
func TestInterruptedAtAFullPipe(t *testing.T) {
	dir := t.TempDir()
	in := writeLines(t, dir, "in", mixedPuzzles(t, 2000))
	t.Chdir(dir)
	call(t.Context(), nil, "import", in, "--db", "test.db").must(t, usage.ExitDone)
	for _, args := range []string{
		"solve " + in, "rate " + in, "generate -n 5000", "export --db test.db", "show 1 --db test.db --svg -",
		"query 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n' --db test.db --format csv",
	} {
		for _, both := range []bool{false, true} {
			reader, writer, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			s := stream.Streams{Out: writer}
			if both {
				s.Err = writer
			}
			fill(t, writer)
			interrupted(t, s, func() { time.Sleep(300 * time.Millisecond) }, words(args)...)
			reader.Close()
			writer.Close()
		}
	}
}

// fill fills a pipe.
func fill(t *testing.T, writer *os.File) {
	t.Helper()
	if err := writer.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := writer.Write(make([]byte, 4096)); err != nil {
			break
		}
	}
	if err := writer.SetWriteDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
}

// words cuts a call into words, one of which may stand in single quotes.
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
	program := buildProgram(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // the program would inherit that, as under nohup
		}
		cmd := exec.Command(program, "solve", "-")
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// When it has printed what came it waits for more.
		if _, err := io.WriteString(stdin, strings.Repeat(goodPuzzle+"\n", 250)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(stdout, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, _ = io.Copy(io.Discard, stdout)
		_ = cmd.Wait() // the exit code tells
		if took := time.Since(began); took > time.Second || cmd.ProcessState.ExitCode() != usage.ExitError {
			t.Errorf("%s: exit code %d after %s, want %d at once", sig, cmd.ProcessState.ExitCode(), took, usage.ExitError)
		}
		if !strings.Contains(stderr.String(), "setdoku: interrupted, 250 puzzles are done") {
			t.Errorf("%s: standard error %q", sig, &stderr)
		}
	}
}

// TestOutputClosed closes the output of the program after its first line, as head does. It ends at once, says nothing, and
// leaves no temporary database behind.
func TestOutputClosed(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	in := writeLines(t, dir, "in", slices.Repeat([]string{goodPuzzle}, 5000))
	for _, args := range []string{
		"find " + in + " --technique hidden_single", "solve " + in + " --engine sql", "solve " + in + " --engine cte", "solve " + in, "rate " + in,
	} {
		temp := filepath.Join(dir, "temp")
		if err := os.Mkdir(temp, 0o777); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(stdout, make([]byte, 50)); err != nil {
			t.Fatal(err)
		}
		stdout.Close()
		_ = cmd.Wait() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != usage.ExitUnread || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, standard error %q; want %d and nothing", args, code, &stderr, usage.ExitUnread)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: %v stays behind, error %v", args, left, err)
		}
		if err := os.RemoveAll(temp); err != nil {
			t.Fatal(err)
		}
	}
}
