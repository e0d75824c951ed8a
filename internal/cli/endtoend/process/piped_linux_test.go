package process

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestPiped calls count and setdoku without an argument. They read a pipe, also one whose input comes late, and a file.
// They do not wait for a terminal or a device: count says how to call it, setdoku prints the help.
func TestPiped(t *testing.T) {
	pipe := func(text string) *os.File {
		r, w, err := os.Pipe()
		gridtest.Must(t, err)
		go func() {
			w.WriteString(text)
			w.Close()
		}()
		return r
	}
	file := func(path string) *os.File {
		f, err := os.Open(path)
		gridtest.Must(t, err)
		return f
	}
	terminal := func() *os.File {
		f, _ := clitest.OpenTerminal(t)
		return f
	}
	list := clitest.WriteLines(t, t.TempDir(), "in", []string{clitest.GoodPuzzle, clitest.OtherPuzzle})
	for name, tt := range map[string]struct {
		in           *os.File
		args         []string
		code         int
		out, message string // in standard output, and at the end of standard error
	}{
		"a pipe":             {pipe(clitest.GoodPuzzle + "\n"), []string{"count"}, usage.ExitDone, "1\n", ""},
		"an empty pipe":      {pipe(""), []string{"count"}, usage.ExitUsage, "", "count puzzles.sdm\n"},
		"a file":             {file(list), []string{"count"}, usage.ExitDone, "1\n1\n", ""},
		"a device":           {file(os.DevNull), []string{"count"}, usage.ExitUsage, "", "count puzzles.sdm\n"},
		"a terminal":         {terminal(), []string{"count"}, usage.ExitUsage, "", "count puzzles.sdm\n"},
		"setdoku of nothing": {pipe(""), nil, usage.ExitError, "", "setdoku: standard input: no puzzles\n"},
		"of empty lines":     {pipe("\n\n"), nil, usage.ExitError, "", "setdoku: standard input: no puzzles\n"},
		"of a device":        {file(os.DevNull), nil, usage.ExitDone, "Usage:", ""},
		"of a terminal":      {terminal(), nil, usage.ExitDone, "Usage:", ""},
	} {
		var out, messages bytes.Buffer
		code := cli.Run(t.Context(), tt.args, stream.Streams{In: tt.in, Out: &out, Err: &messages})
		if code != tt.code || !strings.Contains(out.String(), tt.out) || tt.out == "" && out.Len() > 0 ||
			!strings.HasSuffix(messages.String(), tt.message) {
			t.Errorf("%s: exit code %d, output %q, standard error %q", name, code, &out, &messages)
		}
		tt.in.Close()
	}
}
