package endtoend

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestRefusedRow adds a row that is not a puzzle and a puzzle. The commands name the row and go on with the puzzle.
// After solve the row is set aside, and all holds.
func TestRefusedRow(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	path := filepath.Join(t.TempDir(), "x.db")
	clitest.Done(t, "migrate", "up", "--db", path)
	raw := clitest.OpenRaw(t, path)
	clitest.Execute(t, raw, `INSERT INTO puzzle (puzzle_id, givens) VALUES (1, '11`+strings.Repeat(".", 79)+`')`,
		`INSERT INTO puzzle (puzzle_id, givens) VALUES (2, '`+clitest.GoodPuzzle+`')`)
	const reason = "setdoku: puzzle 1: column givens: digit 1 twice in row 1 and box 1: r1c1 and r1c2"
	for _, step := range []struct {
		args []string
		code int
		said string
	}{
		{[]string{"verify", "--db", path}, usage.ExitError, "puzzle 1 step 0: column givens: digit 1 twice"},
		{[]string{"export", "--db", path}, usage.ExitError, reason},
		{[]string{"find", "--technique", "singles", "--db", path}, usage.ExitError, reason},
		{[]string{"solve", "--db", path}, usage.ExitError, reason + "; the row is set aside as invalid"},
		{[]string{"solve", "--db", path}, usage.ExitDone, ""},
		{[]string{"verify", "--db", path}, usage.ExitDone, ""},
		{[]string{"show", "1", "--db", path}, usage.ExitError, "column givens: digit 1 twice"},
	} {
		r := clitest.Call(t.Context(), nil, step.args...).Must(t, step.code)
		if !slices.ContainsFunc(r.Err(), func(line string) bool { return strings.Contains(line, step.said) }) &&
			step.said != "" {
			t.Errorf("%s says %q, want %q", step.args[0], r.Stderr, step.said)
		}
		if step.said == "" && strings.Contains(r.Stderr, "puzzle 1") {
			t.Errorf("%s reports the row again: %s", step.args[0], r.Stderr)
		}
	}
	if n := clitest.Number(t, raw, `SELECT COUNT(*) FROM puzzle WHERE puzzle_id = 2 AND status = 'solved'`); n != 1 {
		t.Error("the puzzle is not solved")
	}
}
