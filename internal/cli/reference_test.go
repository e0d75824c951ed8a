package cli

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"setdoku/internal/cli/usage"
	"setdoku/store"
)

// changedReference is what every command says that reasons on a database in which somebody has changed the
// table location.
const changedReference = "reference table location is not as the migrations made it"

// changeLocation is such a change.
const changeLocation = `UPDATE location SET unit = 10 - unit WHERE unit_type = 'row'`

// reasoningCommands are calls of the commands that reason on a database, without the database.
func reasoningCommands() [][]string {
	return [][]string{
		{"verify"}, {"solve"}, {"solve", otherPuzzle}, {"solve", "--engine", "sql"}, {"solve", "--engine", "cte"},
		{"solve", "--engine", "bitmask"}, {"find", "--technique", "hidden_single"},
		{"find", "--technique", "hidden_single", otherPuzzle}, {"hint", "1"}, {"import", otherPuzzle},
		{"generate", "--number", "1", "--seed", "1"}, {"ablate", "--without", "x_wing"},
	}
}

// TestChangedReferenceTable changes a reference table by hand. All commands that reason on the database refuse it with
// the same sentence and write nothing; those that show what is there go on.
func TestChangedReferenceTable(t *testing.T) {
	sound := filepath.Join(t.TempDir(), "sound.db")
	call(t.Context(), nil, "import", goodPuzzle, "--db", sound).must(t, usage.ExitDone)
	path := copyDatabase(t, sound, filepath.Join(t.TempDir(), "changed.db"))
	db := raw(t, path)
	execute(t, db, changeLocation)
	db.Close()
	for _, args := range reasoningCommands() {
		good := copyDatabase(t, sound, filepath.Join(t.TempDir(), "good.db"))
		if r := callOn(t.Context(), good, args...); r.code != usage.ExitDone {
			t.Errorf("%v on a sound database: exit code %d\n%s", args, r.code, r.stderr)
		}
		refusesChangedReference(t, path, args)
	}
	for _, args := range [][]string{{"show", "1"}, {"export"}, {"stats"}, {"query", "SELECT COUNT(*) FROM run"}} {
		r := callOn(t.Context(), path, args...).must(t, usage.ExitDone)
		if args[0] == "query" && !strings.Contains(r.stdout, "0") {
			t.Errorf("runs: %s, want none", r.stdout)
		}
	}
}

func refusesChangedReference(t *testing.T, target string, args []string) {
	t.Helper()
	r := callOn(t.Context(), target, args...)
	want := fmt.Sprintf("setdoku: %s: %s\n", store.Name(target), changedReference)
	if args[0] == "verify" {
		want = strings.Replace(want, "setdoku: ", "setdoku: verify ", 1)
	}
	if r.code != usage.ExitError || r.stdout != "" || r.stderr != want {
		t.Errorf("%v: exit code %d, output %q, standard error\n%swant 1, nothing and\n%s", args, r.code, r.stdout, r.stderr, want)
	}
}

// TestChangedReferenceTableOnServer does the same on a server.
func TestChangedReferenceTableOnServer(t *testing.T) {
	target := migrated(t)
	callOn(t.Context(), target, "import", goodPuzzle).must(t, usage.ExitDone)
	db, err := sql.Open("pgx", target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	execute(t, db, changeLocation)
	for _, args := range slices.Concat(reasoningCommands(), [][]string{{"work"}}) {
		refusesChangedReference(t, target, args)
	}
	callOn(t.Context(), target, "show", "1").must(t, usage.ExitDone)
}
