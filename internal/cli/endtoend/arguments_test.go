package endtoend

import (
	"os"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

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
		if tt.want == "" && (r.Code != usage.ExitUsage || !strings.Contains(r.Stderr, "unknown flag: --title")) ||
			tt.want != r.Stdout {
			t.Errorf("%q: exit code %d, output %q\n%s", tt.args, r.Code, r.Stdout, r.Stderr)
		}
	}
}

// TestSolveReadsInput calls solve with a database and no argument. Puzzles on standard input are solved, in a new file
// too. Without any, the new puzzles of the database are solved.
func TestSolveReadsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	piped := clitest.Call(t.Context(), strings.NewReader(clitest.GoodPuzzle+"\n"), "solve", "--db", "my.db").Must(t,
		usage.ExitDone)
	if len(piped.Out()) != 1 || !strings.Contains(piped.Stdout, clitest.GoodGrid) {
		t.Errorf("piped in: output %q", piped.Stdout)
	}
	clitest.Done(t, "import", clitest.OtherPuzzle, "--db", "my.db")
	again := clitest.Call(t.Context(), strings.NewReader(clitest.GoodPuzzle+"\n"), "solve", "--db", "my.db").Must(t,
		usage.ExitDone)
	if again.Stdout != piped.Stdout {
		t.Errorf("piped in again: output %q, want %q", again.Stdout, piped.Stdout)
	}
	null, err := os.Open(os.DevNull)
	gridtest.Must(t, err)
	defer null.Close()
	waiting := clitest.Call(t.Context(), null, "solve", "--db", "my.db").Must(t, usage.ExitDone)
	if len(waiting.Out()) != 1 || !strings.HasPrefix(strings.TrimSpace(waiting.Stdout), "2 solved") {
		t.Errorf("no input: output %q", waiting.Stdout)
	}
	if r := clitest.Call(t.Context(), strings.NewReader(""), "solve", "--db", "my.db").Must(t,
		usage.ExitDone); r.Stdout != "" {
		t.Errorf("empty input, and no puzzle waits: output %q", r.Stdout)
	}
}
