package cli

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli/stream"
)

// onTerminal carries out a call whose output and messages go to one terminal, and returns what is on it.
func onTerminal(t *testing.T, args ...string) string {
	t.Helper()
	terminal, end := openTerminal(t)
	Run(t.Context(), args, stream.Streams{In: strings.NewReader(goodPuzzle + "\n"), Out: terminal, Err: terminal})
	return end()
}

// TestNextOnTerminal checks the hint after a command, which is the last line.
func TestNextOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("my list.sdm", []byte(goodPuzzle+"\n"+otherPuzzle+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	hint := regexp.MustCompile(`next: ([^\r]*)\r\n$`)
	for _, tt := range []struct{ args, want string }{
		{"solve my+list.sdm", "setdoku solve 'my list.sdm' --db sudoku.db  # keeps every step"},
		{"import my+list.sdm --db a.db", "setdoku solve --db a.db  # solves what waits"},
		{"solve --db a.db", "setdoku history 1 --db a.db  # its steps, one by one"},
		{"solve " + otherPuzzle + " --db a.db", "setdoku history 2 --db a.db  # its steps, one by one"},
		{"solve " + otherPuzzle + " --db a.db --json", ""},
		{"solve " + otherPuzzle + " --db a.db --quiet", ""},
		{"solve --techniques full_house --db b.db " + otherPuzzle, "setdoku history 1 --db b.db  # its steps, one by one"},
		{"history 2 --db a.db", "setdoku show 2 --db a.db --at 1 --candidates  # the grid after a step"},
		{"show 2 --db a.db", "setdoku history 2 --db a.db  # its steps, one by one"},
		{"show 9 --db a.db", ""}, // there is none
		{"rate " + goodPuzzle, "setdoku solve " + goodPuzzle + " --db sudoku.db  # keeps every step"},
		{"rate -", ""},
		{"count my+list.sdm", "setdoku rate 'my list.sdm'  # how hard they are"},
		{"find --technique hidden_subset:5 " + goodPuzzle, "setdoku techniques --sql hidden_subset  # the statement that finds it"},
		{"solve --help", ""},
		{"techniques --sql x_wing", ""},
		{"version", ""},
		{"bench", ""},
		{"bench isomorphs --puzzles 1 my+list.sdm", ""},
	} {
		args := strings.Split(tt.args, " ")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "+", " ")
		}
		screen := onTerminal(t, args...)
		got := ""
		if m := hint.FindStringSubmatch(screen); m != nil {
			got = m[1]
		}
		if got != tt.want || strings.Count(screen, "next: ") > 1 {
			t.Errorf("%s: hint %q, want %q", tt.args, got, tt.want)
		}
	}
	t.Setenv(quietVariable, "1")
	if screen := onTerminal(t, "rate", goodPuzzle); strings.Contains(screen, "next: ") {
		t.Errorf("a hint although %s is set:\n%s", quietVariable, screen)
	}
}

// TestNextIsForTerminals: whoever reads output or messages from a pipe gets no hints.
func TestNextIsForTerminals(t *testing.T) {
	for name, streams := range map[string]func(*os.File, io.Writer) stream.Streams{
		"output in a pipe": func(terminal *os.File, pipe io.Writer) stream.Streams {
			return stream.Streams{Out: pipe, Err: terminal}
		},
		"messages in a pipe": func(terminal *os.File, pipe io.Writer) stream.Streams {
			return stream.Streams{Out: terminal, Err: pipe}
		},
	} {
		terminal, end := openTerminal(t)
		var pipe bytes.Buffer
		Run(t.Context(), []string{"rate", goodPuzzle}, streams(terminal, &pipe))
		if screen := end(); strings.Contains(screen+pipe.String(), "next: ") {
			t.Errorf("%s: a hint", name)
		}
	}
}
