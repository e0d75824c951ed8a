package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// Result is the exit code and the output of a call.
type Result struct {
	Code   int
	Stdout string
	Stderr string
}

// Out returns the lines of standard output.
func (r Result) Out() []string { return LinesOf(r.Stdout) }

// Err returns the lines of standard error, with T in place of times and rates.
func (r Result) Err() []string { return LinesOf(Timing.ReplaceAllString(r.Stderr, " in T")) }

// Timing matches the time and rate at the end of a summary.
var Timing = regexp.MustCompile(` in [0-9.]+ s( \([0-9]+/s\))?`)

// LinesOf returns the lines of a text without their ends.
func LinesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// Call runs the program in this process.
func Call(ctx context.Context, stdin io.Reader, args ...string) Result {
	var stdout, stderr bytes.Buffer
	code := cli.Run(ctx, args, cli.Streams{In: stdin, Out: &stdout, Err: &stderr})
	return Result{code, stdout.String(), stderr.String()}
}

// Must fails the test unless the program ended with the code.
func (r Result) Must(t *testing.T, code int) Result {
	t.Helper()
	if r.Code != code {
		t.Fatalf("exit code %d, want %d\n%s%.2000s", r.Code, code, r.Stderr, r.Stdout)
	}
	return r
}

// Done runs the program in this process, without an input, and ends the test unless the exit code is 0.
func Done(t *testing.T, args ...string) Result {
	t.Helper()
	return Call(t.Context(), nil, args...).Must(t, cli.ExitDone)
}

// programName is the name of the program. A test binary with this name is the program, see TestMain.
const programName = "setdoku"

// TestMain runs the tests, or the program if the process was started by the path that Program returns. So the program
// is not linked a second time.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == programName {
		os.Exit(cli.Main())
	}
	m.Run()
}

// Program returns the path of the program, in a folder that every user may read. The package needs TestMain.
func Program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(PublicDir(t), programName)
	self, err := os.Executable()
	gridtest.Must(t, err)
	if os.Link(self, path) == nil {
		return path
	}
	program, err := os.ReadFile(self) // the folder is on another file system
	if err == nil {
		err = os.WriteFile(path, program, 0o755)
	}
	gridtest.Must(t, err)
	return path
}

// PublicDir returns a folder of the test that other users may read.
func PublicDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		gridtest.Must(t, os.Chmod(d, 0o755))
	}
	return dir
}

// Spawn runs a command to its end.
func Spawn(t *testing.T, cmd *exec.Cmd) Result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return Result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// SummaryLine returns the line that solve prints at its end, with T in place of the time.
func SummaryLine(puzzles, solved, bad int, db string) string {
	line := fmt.Sprintf("%s, %d solved", format.Plural(puzzles, "puzzle"), solved)
	if bad > 0 {
		line += ", " + format.Plural(bad, "bad line")
	}
	line += " in T"
	if db != "" {
		line += "; the steps are in " + db
	}
	return line
}

// Interrupted runs a command, interrupts it when heldUp returns, and fails the test unless the command then ends and
// reports the interruption.
func Interrupted(t *testing.T, s cli.Streams, heldUp func(), args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if s.Err == nil {
		s.Err = &stderr
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	code := make(chan int)
	go func() { code <- cli.Run(ctx, args, s) }()
	held := make(chan struct{})
	go func() {
		defer close(held)
		heldUp()
	}()
	select {
	case <-held:
	case got := <-code:
		t.Fatalf("%s: exit code %d before it was held up, standard error %q", args, got, &stderr)
	}
	interrupt()
	if got := <-code; got != cli.ExitError {
		t.Errorf("%s: exit code %d, want %d", args, got, cli.ExitError)
	}
	if s.Err == &stderr && !strings.Contains(stderr.String(), "setdoku: interrupted") {
		t.Errorf("%s: standard error %q", args, &stderr)
	}
}

// ResultLine is a line of solve --json, and of rate --json. The tests declare the contract again, so that a change of
// the program does not change it unnoticed.
type ResultLine struct {
	ID         int64           `json:"puzzle_id"`
	Givens     string          `json:"givens"`
	Status     string          `json:"status"`
	Solution   *string         `json:"solution"`
	Solutions  *int            `json:"solutions"`
	Level      *string         `json:"level"`
	Score      int             `json:"score"`
	Hardest    *string         `json:"hardest"`
	Steps      int             `json:"steps"`
	StepsBy    json.RawMessage `json:"technique_steps"`
	Techniques json.RawMessage `json:"techniques"`
}
