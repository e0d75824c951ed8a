package endtoend

import (
	"fmt"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// changedReference is the message of every command that draws conclusions, for a database whose table location was
// changed.
const changedReference = "reference table location is not as the migrations made it"

// changeLocation is a statement that makes such a change.
const changeLocation = `UPDATE location SET unit = 10 - unit WHERE unit_type = 'row'`

// reasoningCommands returns calls of the commands that draw conclusions from a database, without the database.
func reasoningCommands() [][]string {
	return [][]string{
		{"verify"}, {"solve"}, {"solve", clitest.OtherPuzzle}, {"solve", "--engine", "sql"},
		{"solve", "--engine", "cte"},
		{"solve", "--engine", "bitmask"}, {"find", "--technique", "hidden_single"},
		{"find", "--technique", "hidden_single", clitest.OtherPuzzle}, {"hint", "1"}, {"import", clitest.OtherPuzzle},
		{"generate", "--number", "1", "--seed", "1"},
	}
}

// TestChangedReferenceTable changes a reference table by hand. All commands that draw conclusions from the database
// must refuse it with the same message and write nothing. Commands that only show rows must work.
func TestChangedReferenceTable(t *testing.T) {
	for name, target := range map[string]func(*testing.T) string{
		"file": func(t *testing.T) string { return dbtest.File(t) }, "server": clitest.Migrated,
	} {
		t.Run(name, func(t *testing.T) {
			target := target(t)
			clitest.DoneOn(t, target, "import", clitest.GoodPuzzle)
			clitest.DoneOn(t, target, "verify")
			db := dbtest.OpenTarget(t, target, 0)
			dbtest.Exec(t, db, changeLocation)
			calls := gridtest.Part(4, reasoningCommands())
			if name == "server" {
				calls = append(calls, []string{"work"})
			}
			for _, args := range calls {
				refusesChangedReference(t, target, args)
			}
			for _, args := range [][]string{{"show", "1"}, {"export"}, {"stats"}} {
				clitest.DoneOn(t, target, args...)
			}
			gridtest.Equal(t, "runs", dbtest.Count(t, db, `SELECT COUNT(*) FROM run`), 0)
		})
	}
}

func refusesChangedReference(t *testing.T, target string, args []string) {
	t.Helper()
	r := clitest.CallOn(t.Context(), target, args...)
	want := fmt.Sprintf("setdoku: %s: %s\n", store.Name(target), changedReference)
	if args[0] == "verify" {
		want = strings.Replace(want, "setdoku: ", "setdoku: verify ", 1)
	}
	if r.Code != usage.ExitError || r.Stdout != "" || r.Stderr != want {
		t.Errorf("%v: exit code %d, output %q, standard error\n%swant 1, nothing and\n%s", args, r.Code, r.Stdout,
			r.Stderr, want)
	}
}
