package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/solver"
)

// openTerminal returns a terminal to write to, and a function that ends it and returns
// what a screen got. It skips the test where there is none to be had.
func openTerminal(t *testing.T) (*os.File, func() string) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		gridtest.Cannot(t, "no terminals here:", err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, locked int32
	const getNumber, unlock = 0x80045430, 0x40045431 // TIOCGPTN and TIOCSPTLCK of Linux
	for request, value := range map[uintptr]*int32{getNumber: &number, unlock: &locked} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			gridtest.Cannot(t, "no terminals here:", errno)
		}
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		gridtest.Cannot(t, "no terminals here:", err)
	}
	var got bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(&got, screen) // ends with an error when the terminal is closed
	}()
	return terminal, func() string {
		t.Helper()
		if err := terminal.Close(); err != nil {
			t.Fatal(err)
		}
		<-read
		return got.String()
	}
}

// TestProgressBar checks what a terminal shows while a list is solved, and that nothing of
// it gets anywhere else.
func TestProgressBar(t *testing.T) {
	const puzzles = 2*solver.ChunkSize + 10
	list := strings.Repeat(goodPuzzle+"\n", puzzles-1) + "bad\n" + otherPuzzle + "\n"
	in := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(in, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, color := range []string{"", "1"} {
		t.Run("NO_COLOR="+color, func(t *testing.T) {
			t.Setenv("NO_COLOR", color)
			terminal, end := openTerminal(t)
			var stdout bytes.Buffer
			code := Run(t.Context(), []string{"solve", in}, stream.Streams{Out: &stdout, Err: terminal})
			screen := end()
			if code != usage.ExitError {
				t.Errorf("exit code %d, want 1 for the bad line", code)
			}
			if !regexp.MustCompile(`\r250 puzzles, [0-9]+/s  49% \|█+ +\|  \[[0-9]+s:[0-9]+s\]`).MatchString(screen) {
				t.Errorf("no bar with rate and time left after 250 puzzles on the screen:\n%q", screen)
			}
			if strings.Contains(screen, "\x1b") {
				t.Errorf("escape sequences on the screen:\n%q", screen)
			}
			wantOwnLines(t, screen, `setdoku: .* line 510: character 'b' at position 1, .*`, `510 puzzles, 510 solved, 1 bad line in .*`)
			if strings.Contains(stdout.String(), "\r") || strings.Count(stdout.String(), "\n") != puzzles {
				t.Errorf("%d lines on standard output, want %d, and no trace of a bar", strings.Count(stdout.String(), "\n"), puzzles)
			}
		})
	}
	t.Run("output on the same terminal", func(t *testing.T) {
		terminal, end := openTerminal(t)
		Run(t.Context(), []string{"solve", in}, stream.Streams{Out: terminal, Err: terminal})
		screen := end()
		if !strings.Contains(screen, "\r250 puzzles") {
			t.Errorf("no bar on the screen:\n%.3000q", screen)
		}
		lines := regexp.MustCompile(`(?m)(^|\r)[0-9]+ solved  [0-9]{81} easy +56 naked_single +14\r$`).FindAllString(screen, -1)
		if len(lines) != puzzles-1 {
			t.Errorf("%d whole lines of good puzzles on the screen, want %d", len(lines), puzzles-1)
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		for _, args := range [][]string{{in}, {"--verbose", in}} {
			if r := call(t.Context(), nil, append([]string{"solve"}, args...)...); strings.Contains(r.stderr+r.stdout, "\r") {
				t.Errorf("%v: a bar where there is no terminal:\n%.3000q", args, r.stderr)
			}
		}
	})
	t.Run("verbose", func(t *testing.T) {
		terminal, end := openTerminal(t)
		Run(t.Context(), []string{"solve", "--verbose", in}, stream.Streams{Out: io.Discard, Err: terminal})
		if screen := end(); strings.Contains(screen, "%") || !strings.Contains(screen, "naked_single") {
			t.Errorf("the screen shows a bar, or no passes:\n%.3000q", screen)
		}
	})
}

// wantOwnLines fails the test unless each pattern has a line of its own on the screen: at
// its beginning, or where the bar was taken away.
func wantOwnLines(t *testing.T, screen string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile(`(?m)(^|\r)` + p + `\r$`).MatchString(screen) {
			t.Errorf("no line %s on the screen:\n%q", p, screen)
		}
	}
}

// TestWaitingOnTerminal tells on a terminal for what a command waits.
func TestWaitingOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t.Context(), nil, "solve", goodPuzzle, "--db", "test.db").must(t, usage.ExitDone)
	db := raw(t, "test.db")
	execute(t, db, `BEGIN IMMEDIATE`)
	released := make(chan error)
	go func() {
		time.Sleep(1500 * time.Millisecond)
		_, err := db.Exec(`ROLLBACK`)
		released <- err
	}()
	screen := onTerminal(t, "solve", otherPuzzle, "--db", "test.db")
	if err := <-released; err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(screen, "setdoku: waiting for another process that has locked test.db\r\n"); n != 1 {
		t.Errorf("it is told %d times, want once:\n%s", n, screen)
	}
}
