package endtoend

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// TestBadInput calls solve with common mistakes of input. Each bad line and each bad file must be one line on standard
// error, and the good puzzles must be solved and stored.
func TestBadInput(t *testing.T) {
	zeros := strings.Repeat("0", 72)
	lines := func(list ...string) string { return strings.Join(list, "\n") + "\n" }
	tests := []struct {
		name    string
		content string   // of the file in
		args    []string // arguments instead of the file
		code    int
		solved  []string // grids on standard output
		stderr  []string // without the summary, which is there when a puzzle was solved
		bad     int      // bad lines that the summary counts
	}{
		{name: "no puzzles", content: lines("These are not puzzles."), code: 1,
			stderr: []string{"setdoku: in: no puzzles"}},
		{name: "good and bad lines", code: 1, solved: []string{clitest.GoodGrid, clitest.OtherGrid},
			content: lines("nonsense", clitest.GoodPuzzle, clitest.GoodPuzzle[:80], "11......."+zeros,
				clitest.OtherPuzzle),
			stderr: []string{
				"setdoku: in line 3: expected 81 cells, got 80",
				"setdoku: in line 4: digit 1 twice in row 1 and box 1: r1c1 and r1c2",
			}, bad: 2},
		{name: "21 bad lines", content: strings.Repeat(badLine+"\n", 21) + lines(clitest.GoodPuzzle), code: 1,
			solved: []string{clitest.GoodGrid}, stderr: append(manyBad(20), "setdoku: and 1 more bad line"), bad: 21},
		{name: "only bad lines", content: strings.Repeat(badLine+"\n", 22), code: 1,
			stderr: append(manyBad(20), "setdoku: and 2 more bad lines, and no puzzles")},
		{name: "a database", content: "SQLite format 3\x00\x10\x00\x02\x02", code: 1,
			stderr: []string{"setdoku: in: is a database, want a file of puzzles ('setdoku solve --db in' solves its new puzzles)"}},
		{name: "lines within XML", solved: []string{clitest.GoodGrid, clitest.OtherGrid},
			content: lines(`<opensudoku><game data="`+clitest.GoodPuzzle+`"/>`, clitest.OtherPuzzle, "</opensudoku>")},
		{name: "a folder of an empty file", args: []string{"."}, code: 1,
			stderr: []string{"setdoku: in: no puzzles"}},
		{name: "a file as a folder", args: []string{"in/puzzles"}, code: 1,
			stderr: []string{"setdoku: in/puzzles: not a directory"}},
		{name: "a missing file between good ones", content: lines(clitest.GoodPuzzle),
			args: []string{"in", "none", clitest.OtherPuzzle}, code: 1,
			solved: []string{clitest.GoodGrid, clitest.OtherGrid},
			stderr: []string{"setdoku: none: no such file or directory"}},
		{name: "nothing on standard input", args: []string{"-"}, code: 1,
			stderr: []string{"setdoku: standard input: no puzzles"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			gridtest.Must(t, os.WriteFile("in", []byte(tt.content), 0o666))
			dbtest.Write(t, "test.db")
			args := tt.args
			if args == nil {
				args = []string{"in"}
			}
			for _, db := range []string{"", "test.db"} {
				words := append([]string{"solve"}, args...)
				if db != "" {
					words = append(words, "--db", db)
				}
				want, call := tt.stderr, clitest.Call(t.Context(), strings.NewReader(""), words...)
				if n := len(tt.solved); n > 0 {
					want = append(want[:len(want):len(want)], clitest.SummaryLine(n, n, tt.bad, db))
				}
				if call.Code != tt.code {
					t.Errorf("--db %q: exit code %d, want %d", db, call.Code, tt.code)
				}
				if diff := cmp.Diff(want, call.Err()); diff != "" {
					t.Errorf("--db %q: standard error (-want +got):\n%s", db, diff)
				}
				if diff := cmp.Diff(tt.solved, grids(call)); diff != "" {
					t.Errorf("--db %q: grids (-want +got):\n%s", db, diff)
				}
			}
			if len(tt.solved) > 0 {
				clitest.Verified(t, "test.db", len(tt.solved))
			} else if n := clitest.Number(t, clitest.OpenRaw(t, "test.db"), `SELECT COUNT(*) FROM puzzle`); n > 0 {
				t.Errorf("%d puzzles in the database, want none", n)
			}
		})
	}
}

// badLine is a line of 79 cells.
var badLine = strings.Repeat(".", 78) + "1"

func manyBad(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("setdoku: in line %d: expected 81 cells, got 79", i+1))
	}
	return list
}

// grids returns the grids of the lines that solve has printed.
func grids(r clitest.Result) (list []string) {
	for _, line := range r.Out() {
		list = append(list, strings.Fields(line)[2])
	}
	return list
}

// TestUnreadLines calls solve with a .sdk file that also has a partly solved grid. The lines of that grid are reported
// and counted, and are not an error.
func TestUnreadLines(t *testing.T) {
	rows := func(cells string) (text string) {
		for i := 0; i < len(cells); i += 9 {
			text += cells[i:i+9] + "\n"
		}
		return text
	}
	sdk := "[Puzzle]\n" + rows(clitest.GoodPuzzle) + "[State]\n" + rows(clitest.GoodGrid)
	bad := "[Puzzle]\n123456789............\n"
	r := clitest.Call(t.Context(), strings.NewReader(sdk+bad), "solve", "-").Must(t, cli.ExitError)
	want := []string{"setdoku: standard input line 11: section [State] is not read: 9 lines",
		"setdoku: standard input line 22: expected 81 cells, got 21",
		"1 puzzle, 1 solved, 1 bad line, 9 lines not read in T"}
	gridtest.Equal(t, "standard error", r.Err(), want)
	r = clitest.Call(t.Context(), strings.NewReader(strings.Repeat(sdk, 23)), "solve", "-").Must(t, cli.ExitDone)
	want = []string{"setdoku: and 3 more that are not read, in all 207 lines",
		"23 puzzles, 23 solved, 207 lines not read in T"}
	if diff := cmp.Diff(want, r.Err()[cli.MaxReported:]); diff != "" || len(grids(r)) != 23 {
		t.Errorf("many: %d grids, standard error (-want +got):\n%s", len(grids(r)), diff)
	}
}

// TestBinaryJunk checks that reading of a large file that is not text stops at once with one line, and that the puzzles
// of the files before and after it are solved.
func TestBinaryJunk(t *testing.T) {
	t.Chdir(t.TempDir())
	junk := make([]byte, 16<<20)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(junk)
	gridtest.Must(t, os.WriteFile("junk", junk, 0o666))
	one := regexp.MustCompile(`^setdoku: junk line [0-9]+: (byte 0x[0-9a-f]{2}|invalid UTF-8 byte 0x[0-9a-f]{2}) at position [0-9]+: not a text file of puzzles; nothing after it is read$`)
	r := clitest.Call(t.Context(), nil, "solve", "junk").Must(t, cli.ExitError)
	if lines := r.Err(); len(lines) != 1 || !one.MatchString(lines[0]) || r.Stdout != "" {
		t.Errorf("standard error %q, output %q, want one line and nothing", lines, r.Stdout)
	}
	r = clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "junk", clitest.OtherPuzzle).Must(t,
		cli.ExitError)
	gridtest.Equal(t, "grids", grids(r), []string{clitest.GoodGrid, clitest.OtherGrid})
	if lines := r.Err(); len(lines) != 2 || !one.MatchString(lines[0]) || lines[1] != clitest.SummaryLine(2, 2, 0, "") {
		t.Errorf("standard error %q, want one line on the junk and the summary", lines)
	}
}

// TestErrorsBetweenLines writes output and errors to one terminal. An error below many puzzles must not be within a
// line of output.
func TestErrorsBetweenLines(t *testing.T) {
	list := strings.Repeat(clitest.GoodPuzzle+"\n", 260) + clitest.GoodPuzzle[:80] + "\n"
	commands := []string{"-", "solve -", "rate -", "show -", "history -", "explain -", "hint -",
		"find - --technique naked_single"}
	for _, command := range commands[:gridtest.Size(3, len(commands))] {
		var both bytes.Buffer
		code := cli.Run(t.Context(), strings.Fields(command),
			cli.Streams{In: strings.NewReader(list), Out: &both, Err: &both})
		if code != cli.ExitError || !strings.Contains(both.String(), "\nsetdoku: standard input line 261: ") {
			t.Errorf("%s: exit code %d, no line for the error in %d bytes", command, code, both.Len())
		}
	}
}

// endless repeats a text.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	return max(n, copy(b, e)), nil
}

// TestVeryLongLine checks that a line of 100 MB is one bad line and takes no memory.
func TestVeryLongLine(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	const size = 100 << 20
	long := io.MultiReader(io.LimitReader(endless("1"), size), strings.NewReader("\n"+clitest.GoodPuzzle+"\n"))
	// allocate what is allocated once
	clitest.Done(t, "solve", clitest.GoodPuzzle)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := clitest.Call(t.Context(), long, "solve", "-").Must(t, cli.ExitError)
	runtime.ReadMemStats(&after)
	want := []string{"setdoku: standard input line 1: line longer than 65535 bytes", clitest.SummaryLine(1, 1, 1, "")}
	gridtest.Equal(t, "standard error", r.Err(), want)
	if n := after.TotalAlloc - before.TotalAlloc; n > size/4 {
		t.Errorf("%d bytes were allocated for a line of %d", n, size)
	}
	r = clitest.Call(t.Context(), io.LimitReader(endless("1"), size), "solve", "-").Must(t, cli.ExitError)
	gridtest.Equal(t, "without an end, standard error", r.Err(), want[:1])
}

// TestReadError checks that a read error is reported and that the puzzles before it are solved.
func TestReadError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(clitest.GoodPuzzle+"\n"), failingReader{io.ErrUnexpectedEOF})
	r := clitest.Call(t.Context(), broken, "solve", "-").Must(t, cli.ExitError)
	want := []string{"setdoku: standard input line 2: read: unexpected EOF", clitest.SummaryLine(1, 1, 0, "")}
	gridtest.Equal(t, "standard error", r.Err(), want)
	gridtest.Equal(t, "grids", grids(r), []string{clitest.GoodGrid})
}

type failingReader struct{ error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.error }

// TestCommentFirst runs statements that begin with a comment. A flag stays a flag, and the value of a flag stays as it
// is.
func TestCommentFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	for _, tt := range []struct {
		args []string
		want string // on standard output, "" for an unknown flag
	}{
		{[]string{"query", "-- title\nSELECT 1 AS one"}, "one\n1\n"},
		{[]string{"query", "-- a=b\nSELECT 1 AS one"}, "one\n1\n"},
		{[]string{"query", "--title\nSELECT 1 AS one"}, "one\n1\n"},
		{[]string{"query", "--\nSELECT 1 AS one"}, "one\n1\n"},
		{[]string{"query", "SELECT :a AS a", "--param", "a=-- x"}, "a\n-- x\n"},
		{[]string{"query", "--title", "SELECT 1"}, ""},
	} {
		r := clitest.Call(t.Context(), nil, append(tt.args, "--db", "my.db", "--format", "csv")...)
		if tt.want == "" && (r.Code != cli.ExitUsage || !strings.Contains(r.Stderr, "unknown flag: --title")) ||
			tt.want != r.Stdout {
			t.Errorf("%q: exit code %d, output %q\n%s", tt.args, r.Code, r.Stdout, r.Stderr)
		}
	}
}
