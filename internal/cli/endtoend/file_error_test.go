package endtoend

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// impatient returns a context under which a database waits only a moment for another process.
func impatient(t *testing.T) context.Context {
	return store.WithLockTimeout(t.Context(), 200*time.Millisecond)
}

// TestDatabaseToBeMade calls commands with paths that have no database yet.
func TestDatabaseToBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	gridtest.Must(t, os.WriteFile("empty.db", nil, 0o666))
	for _, path := range []string{"empty.db", "new.db", "odd ?&#%41.db"} {
		clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", path)
		clitest.Verified(t, path, 1)
	}
	clitest.Refused(t, clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "none/test.db"),
		"setdoku: open database none/test.db: there is no folder none")
	clitest.Refused(t, clitest.Call(t.Context(), nil, "import", clitest.GoodPuzzle, "--db", "new.db/test.db"),
		"setdoku: open database new.db/test.db: not a directory")
	clitest.Refused(t, clitest.Call(t.Context(), nil, "verify", "--db", "none.db"),
		"setdoku: open database none.db: no such file or directory")
	for _, args := range []string{"solve " + clitest.GoodPuzzle, "import " + clitest.GoodPuzzle, "verify", "solve",
		"generate -n 1", "migrate up"} {
		clitest.Refused(t, clitest.Call(t.Context(), nil, append(strings.Fields(args), "--db", ":memory:")...),
			"setdoku: open database :memory:: a database in memory ends with the command: name a file, or "+
				"leave --db out")
	}
	gridtest.Must(t, os.Mkdir("other.db-wal", 0o777))
	r := clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "other.db").Must(t, usage.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database other.db: ") {
		t.Errorf("standard error %q, want one line", err)
	}
}
