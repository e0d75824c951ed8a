package endtoend

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
)

// TestNotCounted gives each command an empty board on which no search for solutions ends, in a list between ordinary
// puzzles if the command reads lists. The command says so, and does the other puzzles.
func TestNotCounted(t *testing.T) {
	t.Parallel()
	odd := "windoku+x+anti-knight " + strings.Repeat(".", 81)
	puzzles := clitest.SamplePuzzles(t)
	list := puzzles[0].String() + "\n" + odd + "\n" + puzzles[1].String() + "\n"
	db := filepath.Join(t.TempDir(), "odd.db")
	for _, c := range []struct {
		args []string
		code int
		want string // a pattern of the results
	}{
		{[]string{"solve", "-", "--db", db, "--jobs", "1"}, 3, `(?m)^1 solved .*\n2 stuck .*\n3 solved `},
		{[]string{"rate", "-"}, 3, `(?m)^1 solved .*\n2 stuck .*\n3 solved `},
		{[]string{"count", "-"}, 1, `^1\n\?\n1\n$`},
		{[]string{"hint", odd}, 3, ``},
	} {
		r := clitest.Call(t.Context(), strings.NewReader(list), c.args...)
		words := strings.Join(strings.Fields(r.Stdout+r.Stderr), " ")
		if r.Code != c.code || !regexp.MustCompile(c.want).MatchString(r.Stdout) ||
			!strings.Contains(words, "not counted: the search gave up") || strings.Contains(words, "is solved") {
			t.Errorf("%s: exit status %d, want %d\n%s%s", c.args[0], r.Code, c.code, r.Stdout, r.Stderr)
		}
	}
	rows := clitest.QueryRows(t, clitest.OpenRaw(t, db), "SELECT status FROM puzzle ORDER BY puzzle_id")
	if got := fmt.Sprint(rows); strings.Count(got, "solved") != 2 || strings.Count(got, "stuck") != 1 {
		t.Errorf("saved: %s", got)
	}
}
