package process

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestNextOnTerminal checks the next call that is suggested in the last line after a command.
func TestNextOnTerminal(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Chdir(t.TempDir())
	gridtest.Must(t, os.WriteFile("my list.sdm", []byte(clitest.GoodPuzzle+"\n"+clitest.OtherPuzzle+"\n"), 0o666))
	hint := regexp.MustCompile(`next: ([^\r]*)\r\n$`)
	var calls []string
	for _, tt := range []struct{ args, want string }{
		{"solve my+list.sdm", "setdoku solve 'my list.sdm' --db sudoku.db  # keeps every step"},
		{"import my+list.sdm --db a.db", "setdoku solve --db a.db  # solves its new puzzles"},
		{"solve --db a.db", "setdoku history 1 --db a.db  # its steps, one by one"},
		{"solve " + clitest.OtherPuzzle + " --db a.db --json", ""},
		{"solve " + clitest.OtherPuzzle + " --db a.db --quiet", ""},
		{"history 2 --db a.db", "setdoku show 2 --db a.db --at 1 --candidates  # the grid after a step"},
		{"show 2 --db a.db", "setdoku history 2 --db a.db  # its steps, one by one"},
		{"show 9 --db a.db", ""}, // there is no puzzle 9
		{"rate " + clitest.GoodPuzzle, "setdoku solve " + clitest.GoodPuzzle + " --db sudoku.db  # keeps every step"},
		{"find --technique hidden_subset:5 " + clitest.GoodPuzzle,
			"setdoku techniques --sql hidden_subset  # the statement that finds it"},
		{"hint 2 --db a.db", "setdoku explain 2 --db a.db  # the whole path in words"},
		{"query SELECT+1 --db a.db", "setdoku query 'SELECT * FROM history ORDER BY puzzle_id, step LIMIT 20' --db a.db"},
		{"verify a.db", "setdoku query 'SELECT * FROM puzzle_rating ORDER BY score DESC' --db a.db"},
	} {
		args := strings.Split(tt.args, " ")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "+", " ")
		}
		screen := clitest.OnTerminal(t, args...)
		got := ""
		if m := hint.FindStringSubmatch(screen); m != nil {
			got = m[1]
		}
		if got != tt.want || strings.Count(screen, "next: ") > 1 {
			t.Errorf("%s: hint %q, want %q", tt.args, got, tt.want)
		}
		if got != "" {
			calls = append(calls, got)
		}
	}
	for _, call := range calls {
		run(t, call)
	}
	t.Setenv("SETDOKU_QUIET", "1")
	if screen := clitest.OnTerminal(t, "rate", clitest.GoodPuzzle); strings.Contains(screen, "next: ") {
		t.Errorf("a hint although SETDOKU_QUIET is set:\n%s", screen)
	}
}

// run runs a suggested call as a shell does. It must end well, though a puzzle may not be solved.
func run(t *testing.T, call string) {
	t.Helper()
	words, err := exec.Command("sh", "-c", `printf '%s\n' `+call).Output()
	gridtest.Must(t, err)
	args := strings.Split(strings.TrimSpace(string(words)), "\n")[1:]
	if r := clitest.Call(t.Context(), strings.NewReader(""), args...); r.Code != usage.ExitDone &&
		r.Code != usage.ExitUnsolved {
		t.Errorf("%s: exit code %d, %s", call, r.Code, r.Stderr)
	}
}

// TestNextIsForTerminals checks that nothing is suggested when output or messages go to a pipe.
func TestNextIsForTerminals(t *testing.T) {
	for name, streams := range map[string]func(*os.File, io.Writer) stream.Streams{
		"output in a pipe": func(terminal *os.File, pipe io.Writer) stream.Streams {
			return stream.Streams{Out: pipe, Err: terminal}
		},
		"messages in a pipe": func(terminal *os.File, pipe io.Writer) stream.Streams {
			return stream.Streams{Out: terminal, Err: pipe}
		},
	} {
		terminal, end := clitest.OpenTerminal(t)
		var pipe bytes.Buffer
		cli.Run(t.Context(), []string{"rate", clitest.GoodPuzzle}, streams(terminal, &pipe))
		if screen := end(); strings.Contains(screen+pipe.String(), "next: ") {
			t.Errorf("%s: a hint", name)
		}
	}
}
