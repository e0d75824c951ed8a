package process

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/solver/memory"
)

// TestProgressBar checks what a terminal shows while a list is solved, and that the bar goes nowhere else.
func TestProgressBar(t *testing.T) {
	const puzzles = 2*memory.ChunkSize + 10
	list := strings.Repeat(clitest.GoodPuzzle+"\n", puzzles-1) + clitest.GoodPuzzle[:80] + "b\n" + clitest.OtherPuzzle +
		"\n"
	in := filepath.Join(t.TempDir(), "in")
	gridtest.Must(t, os.WriteFile(in, []byte(list), 0o666))
	for _, color := range []string{"", "1"} {
		t.Run("NO_COLOR="+color, func(t *testing.T) {
			t.Setenv("NO_COLOR", color)
			terminal, end := clitest.OpenTerminal(t)
			var stdout bytes.Buffer
			code := cli.Run(t.Context(), []string{"solve", in}, stream.Streams{Out: &stdout, Err: terminal})
			screen := end()
			if code != usage.ExitError {
				t.Errorf("exit code %d, want 1 for the bad line", code)
			}
			if !regexp.MustCompile(`\r250 puzzles, [0-9]+/s  4[89]% \|█+ +\|  \[[0-9]+s:[0-9]+s\]`).MatchString(screen) {
				t.Errorf("no bar with rate and time left after 250 puzzles on the screen:\n%q", screen)
			}
			if strings.Contains(screen, "\x1b") {
				t.Errorf("escape sequences on the screen:\n%q", screen)
			}
			wantOwnLines(t, screen, `setdoku: .* line 510: .*`,
				`510 puzzles, 510 solved, 1 bad line in .*`)
			if strings.Contains(stdout.String(), "\r") || strings.Count(stdout.String(), "\n") != puzzles {
				t.Errorf("%d lines on standard output, want %d, and no trace of a bar",
					strings.Count(stdout.String(), "\n"), puzzles)
			}
		})
	}
	t.Run("output on the same terminal", func(t *testing.T) {
		terminal, end := clitest.OpenTerminal(t)
		cli.Run(t.Context(), []string{"solve", in}, stream.Streams{Out: terminal, Err: terminal})
		screen := end()
		whole := regexp.MustCompile(`(?m)(^|\r)[0-9]+ solved  [0-9]{81} easy +56 naked_single +14\r$`)
		if n := len(whole.FindAllString(screen, -1)); n != puzzles-1 || !strings.Contains(screen, "\r250 puzzles") {
			t.Errorf("%d whole lines of good puzzles on the screen, want %d and a bar:\n%.3000q", n, puzzles-1, screen)
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		if r := clitest.Call(t.Context(), nil, "solve", in); strings.Contains(r.Stderr+r.Stdout, "\r") {
			t.Errorf("a bar where there is no terminal:\n%.3000q", r.Stderr)
		}
	})
	t.Run("verbose", func(t *testing.T) {
		terminal, end := clitest.OpenTerminal(t)
		cli.Run(t.Context(), []string{"solve", "--verbose", in}, stream.Streams{Out: io.Discard, Err: terminal})
		if screen := end(); strings.Contains(screen, "%") || !strings.Contains(screen, "naked_single") {
			t.Errorf("the screen shows a bar, or no passes:\n%.3000q", screen)
		}
	})
}

// wantOwnLines fails the test unless each pattern has its own line on the screen, at the beginning of a line or where
// the bar was removed.
func wantOwnLines(t *testing.T, screen string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile(`(?m)(^|\r)` + p + `\r$`).MatchString(screen) {
			t.Errorf("no line %s on the screen:\n%q", p, screen)
		}
	}
}

// TestWaitingOnTerminal checks that a terminal shows what a command waits for.
func TestWaitingOnTerminal(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	db := clitest.OpenRaw(t, "test.db")
	clitest.Execute(t, db, `BEGIN IMMEDIATE`)
	release := sync.OnceFunc(func() {
		if _, err := db.Exec(`ROLLBACK`); err != nil {
			t.Error(err)
		}
	})
	terminal, end := clitest.OpenTerminal(t, func(shown string) {
		if strings.Contains(shown, "waiting for") {
			release()
		}
	})
	cli.Run(t.Context(), []string{"solve", clitest.OtherPuzzle, "--db", "test.db"},
		stream.Streams{Out: terminal, Err: terminal})
	screen := end()
	if n := strings.Count(screen, "setdoku: waiting for another process that has locked test.db\r\n"); n != 1 {
		t.Errorf("it is printed %d times, want once:\n%s", n, screen)
	}
}
