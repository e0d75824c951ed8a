package endtoend

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// TestBadRows puts a wrong number into each integer column of each table of puzzles and calls every command that reads
// a database. None panics, and what fails says why. verify finds each row.
func TestBadRows(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Call(t.Context(), nil, "solve", clitest.WriteLines(t, ".", "list.txt", clitest.MixedPuzzles(t, 150)), "--db",
		"test.db", "--technique", "singles,intersections,subsets,basic_fish,search", "--properties")
	clitest.Done(t, "needed", "test.db")
	db, err := database.Open(t.Context(), "test.db")
	gridtest.Must(t, err)
	damaged := dbtest.Damage(t, db, 909, 12)
	gridtest.Must(t, db.Close())
	call := func(args ...string) clitest.Result {
		t.Helper()
		r := clitest.Call(t.Context(), nil, append(args, "--db", "test.db")...)
		if r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved && (r.Code != usage.ExitError || r.Stderr == "") {
			t.Errorf("%s: exit code %d\n%.300s", strings.Join(args, " "), r.Code, r.Stderr)
		}
		return r
	}
	for _, id := range gridtest.Part(4, slices.Sorted(maps.Keys(damaged))) {
		for _, words := range []string{"show ID", "show ID --at 1", "history ID", "history ID --needed", "explain ID",
			"hint ID", "prove ID -o .", "show ID --svg picture.svg"} {
			args := strings.Fields(strings.ReplaceAll(words, "ID", fmt.Sprint(id)))
			if r := call(args...); strings.Contains(r.Stderr, "panic") {
				t.Errorf("%s, %s: %s", damaged[id], words, r.Stderr)
			}
		}
	}
	for _, words := range []string{"verify", "verify --json", "stats", "export", "export --format csv",
		"export --format pencil", "export --format datasette", "find --technique naked_pair", "needed",
		"stats --svg chart.svg", "migrate status", "solve"} {
		call(strings.Fields(words)...)
	}
	r := clitest.Call(t.Context(), nil, "verify", "--no-remake", "test.db")
	if r.Code != usage.ExitError || strings.Count(r.Stderr, "\n") < 20 {
		t.Errorf("verify: exit code %d, %s", r.Code, r.Stderr)
	}
}
