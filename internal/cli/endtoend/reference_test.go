package endtoend

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/database"
	"setdoku/internal/gridtest"
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
	sound := filepath.Join(t.TempDir(), "sound.db")
	clitest.Done(t, "import", clitest.GoodPuzzle, "--db", sound)
	path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "changed.db"))
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db, changeLocation)
	db.Close()
	for _, args := range gridtest.Part(4, reasoningCommands()) {
		good := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "good.db"))
		if r := clitest.CallOn(t.Context(), good, args...); r.Code != usage.ExitDone {
			t.Errorf("%v on a sound database: exit code %d\n%s", args, r.Code, r.Stderr)
		}
		refusesChangedReference(t, path, args)
	}
	for _, args := range [][]string{{"show", "1"}, {"export"}, {"stats"}, {"query", "SELECT COUNT(*) FROM run"}} {
		r := clitest.DoneOn(t, path, args...)
		if args[0] == "query" && !strings.Contains(r.Stdout, "0") {
			t.Errorf("runs: %s, want none", r.Stdout)
		}
	}
}

func refusesChangedReference(t *testing.T, target string, args []string) {
	t.Helper()
	r := clitest.CallOn(t.Context(), target, args...)
	want := fmt.Sprintf("setdoku: %s: %s\n", database.Name(target), changedReference)
	if args[0] == "verify" {
		want = strings.Replace(want, "setdoku: ", "setdoku: verify ", 1)
	}
	if r.Code != usage.ExitError || r.Stdout != "" || r.Stderr != want {
		t.Errorf("%v: exit code %d, output %q, standard error\n%swant 1, nothing and\n%s", args, r.Code, r.Stdout,
			r.Stderr, want)
	}
}

// TestChangedReferenceTableOnServer does the same on a server.
func TestChangedReferenceTableOnServer(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "import", clitest.GoodPuzzle)
	db, err := sql.Open("pgx", target)
	gridtest.Must(t, err)
	defer db.Close()
	clitest.Execute(t, db, changeLocation)
	for _, args := range slices.Concat(reasoningCommands(), [][]string{{"work"}}) {
		refusesChangedReference(t, target, args)
	}
	clitest.DoneOn(t, target, "show", "1")
}
