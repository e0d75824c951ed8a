package process

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
)

// TestBinaryOnTerminal asks for a PDF and for a PNG on standard output. A terminal gets nothing and a pipe gets the
// file.
func TestBinaryOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	for _, call := range []string{
		"export my.db --format pdf", "export my.db --format pdf -o -", "generate --seed 1 --format pdf",
		"show 1 --db my.db --png -",
	} {
		args := strings.Fields(call)
		terminal, end := clitest.OpenTerminal(t)
		var stderr bytes.Buffer
		code := cli.Run(t.Context(), args, cli.Streams{Out: terminal, Err: &stderr})
		if shown := end(); code != cli.ExitUsage || shown != "" ||
			!strings.Contains(stderr.String(), "is binary, and standard output is a terminal") {
			t.Errorf("%s on a terminal: exit code %d, %.40q on it, standard error %q", call, code, shown, &stderr)
		}
		if r := clitest.Done(t, args...); utf8.ValidString(r.Stdout) {
			t.Errorf("%s in a pipe: %.40q", call, r.Stdout)
		}
	}
}

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
	if r := clitest.Call(t.Context(), strings.NewReader(""), args...); r.Code != cli.ExitDone &&
		r.Code != cli.ExitUnsolved {
		t.Errorf("%s: exit code %d, %s", call, r.Code, r.Stderr)
	}
}

// TestNextIsForTerminals checks that nothing is suggested when output or messages go to a pipe.
func TestNextIsForTerminals(t *testing.T) {
	for name, streams := range map[string]func(*os.File, io.Writer) cli.Streams{
		"output in a pipe": func(terminal *os.File, pipe io.Writer) cli.Streams {
			return cli.Streams{Out: pipe, Err: terminal}
		},
		"messages in a pipe": func(terminal *os.File, pipe io.Writer) cli.Streams {
			return cli.Streams{Out: terminal, Err: pipe}
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
			code := cli.Run(t.Context(), []string{"solve", in}, cli.Streams{Out: &stdout, Err: terminal})
			screen := end()
			gridtest.Equal(t, "exit code", code, cli.ExitError)
			if !regexp.MustCompile(`\r250 puzzles, [0-9]+/s  4[89]% \|█+ +\|  \[[0-9]+s:[0-9]+s\]`).MatchString(screen) {
				t.Errorf("no bar with rate and time left after 250 puzzles on the screen:\n%q", screen)
			}
			if strings.Contains(screen, "\x1b") {
				t.Errorf("escape sequences on the screen:\n%q", screen)
			}
			wantOwnLines(t, screen, `setdoku: .* line 510: .*`, `510 puzzles, 510 solved, 1 bad line in .*`)
			if strings.Contains(stdout.String(), "\r") || strings.Count(stdout.String(), "\n") != puzzles {
				t.Errorf("%d lines on standard output, want %d, and no trace of a bar",
					strings.Count(stdout.String(), "\n"), puzzles)
			}
		})
	}
	t.Run("output on the same terminal", func(t *testing.T) {
		terminal, end := clitest.OpenTerminal(t)
		cli.Run(t.Context(), []string{"solve", in}, cli.Streams{Out: terminal, Err: terminal})
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
		cli.Run(t.Context(), []string{"solve", "--verbose", in}, cli.Streams{Out: io.Discard, Err: terminal})
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
		cli.Streams{Out: terminal, Err: terminal})
	screen := end()
	if n := strings.Count(screen, "setdoku: waiting for another process that has locked test.db\r\n"); n != 1 {
		t.Errorf("it is printed %d times, want once:\n%s", n, screen)
	}
}

// TestTerminalWidth carries out commands on terminals. No line is longer than the terminal is wide, and no number or
// name of the full text is lost but those of the columns that stats leaves out. A terminal that is wide enough shows
// what a pipe gets.
func TestTerminalWidth(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	sample := clitest.InRepository("testdata", "sample.sdm")
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", sample, "--db", "test.db")
	for _, tt := range []struct {
		args    []string
		longest int            // of the lines in a pipe
		spare   *regexp.Regexp // what a narrow terminal leaves out
	}{
		{[]string{"solve", sample}, 125, nil},
		{[]string{"stats", "test.db"}, 99, regexp.MustCompile(`[0-9█▏▎▍▌▋▊▉]+|placements|eliminations`)},
		{[]string{"explain", "7", "22", "--db", "test.db"}, 80, nil},
		{[]string{"hint", clitest.GoodPuzzle}, 84, nil},
		{[]string{"history", "22", "--db", "test.db", "--evidence"}, 150, nil},
	} {
		t.Run(tt.args[0], func(t *testing.T) {
			r := clitest.Call(t.Context(), nil, tt.args...)
			r.Must(t, cli.ExitDone)
			piped := strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n")
			if n := longest(piped); n < tt.longest {
				t.Errorf("the longest line in a pipe has %d columns, want %d at least", n, tt.longest)
			}
			wide := clitest.OnTerminalOf(t, 300, tt.args...)
			if !slices.Equal(wide, piped) {
				t.Errorf("a terminal of 300 columns shows\n%s\nand a pipe gets\n%s", strings.Join(wide, "\n"), r.Stdout)
			}
			for _, columns := range []uint16{80, 100} {
				shown := clitest.OnTerminalOf(t, columns, tt.args...)
				if n := longest(shown); n > int(columns) {
					t.Errorf("on a terminal of %d columns the longest line has %d:\n%s", columns, n,
						strings.Join(shown, "\n"))
				}
				if diff := missing(piped, shown, tt.spare); len(diff) > 0 {
					t.Errorf("a terminal of %d columns does not show %q", columns, diff)
				}
			}
		})
	}
}

// longest returns the number of columns of the longest line.
func longest(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// missing returns the words that are less often in shown than in all, without those that match spare as a whole. A word
// of 81 cells is looked for without blanks.
func missing(all, shown []string, spare *regexp.Regexp) (list []string) {
	word := regexp.MustCompile(`[\pL\pN<>=]+|[█▏▎▍▌▋▊▉]+`)
	count := func(lines []string) map[string]int {
		n := make(map[string]int)
		for _, w := range word.FindAllString(strings.Join(lines, "\n"), -1) {
			n[w]++
		}
		return n
	}
	have := count(shown)
	joined := regexp.MustCompile(`\s`).ReplaceAllString(strings.Join(shown, ""), "")
	for w, n := range count(all) {
		if have[w] < n && !(len(w) == 81 && strings.Contains(joined, w)) && (spare == nil || spare.FindString(w) != w) {
			list = append(list, w)
		}
	}
	return list
}

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
		"a pipe":             {pipe(clitest.GoodPuzzle + "\n"), []string{"count"}, cli.ExitDone, "1\n", ""},
		"an empty pipe":      {pipe(""), []string{"count"}, cli.ExitUsage, "", "count puzzles.sdm\n"},
		"a file":             {file(list), []string{"count"}, cli.ExitDone, "1\n1\n", ""},
		"a device":           {file(os.DevNull), []string{"count"}, cli.ExitUsage, "", "count puzzles.sdm\n"},
		"a terminal":         {terminal(), []string{"count"}, cli.ExitUsage, "", "count puzzles.sdm\n"},
		"setdoku of nothing": {pipe(""), nil, cli.ExitError, "", "setdoku: standard input: no puzzles\n"},
		"of empty lines":     {pipe("\n\n"), nil, cli.ExitError, "", "setdoku: standard input: no puzzles\n"},
		"of a device":        {file(os.DevNull), nil, cli.ExitDone, "Usage:", ""},
		"of a terminal":      {terminal(), nil, cli.ExitDone, "Usage:", ""},
	} {
		var out, messages bytes.Buffer
		code := cli.Run(t.Context(), tt.args, cli.Streams{In: tt.in, Out: &out, Err: &messages})
		if code != tt.code || !strings.Contains(out.String(), tt.out) || tt.out == "" && out.Len() > 0 ||
			!strings.HasSuffix(messages.String(), tt.message) {
			t.Errorf("%s: exit code %d, output %q, standard error %q", name, code, &out, &messages)
		}
		tt.in.Close()
	}
}
