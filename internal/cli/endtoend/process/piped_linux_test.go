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

// TestPiped calls count without an argument. It must read a pipe, even when the input comes late, and a file. It must
// not wait for a terminal or a device.
func TestPiped(t *testing.T) {
	count := func(in *os.File) (code int, stdout, stderr string) {
		var out, err bytes.Buffer
		code = cli.Run(t.Context(), []string{"count"}, stream.Streams{In: in, Out: &out, Err: &err})
		return code, out.String(), err.String()
	}
	const noPuzzles = "setdoku: count: no puzzles: name a file, - for standard input, or 81 characters; for example: " +
		"setdoku count puzzles.sdm\n"

	r, w, err := os.Pipe()
	gridtest.Must(t, err)
	defer r.Close()
	go func() {
		w.WriteString(clitest.GoodPuzzle + "\n")
		w.Close()
	}()
	if code, out, stderr := count(r); code != usage.ExitDone || out != "1\n" {
		t.Errorf("a pipe: exit code %d, output %q, standard error %q", code, out, stderr)
	}

	r, w, err = os.Pipe()
	gridtest.Must(t, err)
	defer r.Close()
	w.Close()
	if code, out, stderr := count(r); code != usage.ExitUsage || out != "" || stderr != noPuzzles {
		t.Errorf("an empty pipe: exit code %d, output %q, standard error %q", code, out, stderr)
	}

	path := clitest.WriteLines(t, t.TempDir(), "in", []string{clitest.GoodPuzzle, clitest.OtherPuzzle})
	f, err := os.Open(path)
	gridtest.Must(t, err)
	defer f.Close()
	if code, out, stderr := count(f); code != usage.ExitDone || out != "1\n1\n" {
		t.Errorf("a file: exit code %d, output %q, standard error %q", code, out, stderr)
	}

	null, err := os.Open(os.DevNull)
	gridtest.Must(t, err)
	defer null.Close()
	terminal, _ := clitest.OpenTerminal(t)
	for name, in := range map[string]*os.File{"a device": null, "a terminal": terminal} {
		if code, out, stderr := count(in); code != usage.ExitUsage || out != "" ||
			!strings.HasSuffix(stderr, noPuzzles) {
			t.Errorf("%s: exit code %d, output %q, standard error %q", name, code, out, stderr)
		}
	}
}

// TestNothingPiped calls setdoku without an argument. An empty pipe or file has no puzzles, as one with empty lines.
// Without a pipe the help is printed.
func TestNothingPiped(t *testing.T) {
	draw := func(in *os.File) (code int, stdout, stderr string) {
		defer in.Close()
		var out, err bytes.Buffer
		code = cli.Run(t.Context(), nil, stream.Streams{In: in, Out: &out, Err: &err})
		return code, out.String(), err.String()
	}
	open := func(path string) *os.File {
		f, err := os.Open(path)
		gridtest.Must(t, err)
		return f
	}
	pipe := func(text string) *os.File {
		r, w, err := os.Pipe()
		gridtest.Must(t, err)
		w.WriteString(text)
		w.Close()
		return r
	}
	for name, in := range map[string]*os.File{"an empty pipe": pipe(""), "empty lines": pipe("\n\n"),
		"an empty file": open(clitest.WriteLines(t, t.TempDir(), "in", nil))} {
		if code, out, stderr := draw(in); code != 1 || out != "" || stderr != "setdoku: standard input: no puzzles\n" {
			t.Errorf("%s: exit code %d, output %q, standard error %q", name, code, out, stderr)
		}
	}
	terminal, _ := clitest.OpenTerminal(t)
	for name, in := range map[string]*os.File{"a device": open(os.DevNull), "a terminal": terminal} {
		if code, out, _ := draw(in); code != usage.ExitDone || !strings.Contains(out, "Usage:") {
			t.Errorf("%s: exit code %d, output %q", name, code, out)
		}
	}
}
