package endtoend

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/database"
	"setdoku/internal/gridtest"
)

// impatient returns a context under which a database waits only a moment for another process.
func impatient(t *testing.T) context.Context {
	return database.WithLockTimeout(t.Context(), 200*time.Millisecond)
}

// TestUnusableDatabase calls commands with files that they cannot use. Each call must end with one line and exit code
// 1, and leave the file unchanged.
func TestUnusableDatabase(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	solved := clitest.SolvedDatabase(t, t.TempDir(), 30)
	cut := func(size func(int64) int64) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			clitest.CopyDatabase(t, solved, path)
			info, err := os.Stat(path)
			gridtest.Must(t, err)
			gridtest.Must(t, os.Truncate(path, size(info.Size())))
		}
	}
	sqlite := func(statements ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db := clitest.OpenRaw(t, path)
			clitest.Execute(t, db, statements...)
			db.Close()
		}
	}
	content := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			gridtest.Must(t, os.WriteFile(path, []byte(text), 0o666))
		}
	}
	const open = "setdoku: open database test.db: "
	tests := []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"cut in the middle", cut(func(n int64) int64 { return n / 2 }),
			open + "damaged or truncated (database disk image is malformed (11))"},
		{"another program's", sqlite(`CREATE TABLE song (title TEXT)`),
			open + "not a setdoku database: it belongs to another program"},
		{"a letter", content("x"), open + "not a setdoku database: not an SQLite file (it has one byte)"},
		{"a list of puzzles", content(clitest.GoodPuzzle + "\n"),
			open + "not a setdoku database: not an SQLite file (file is not a database (26))"},
		{"a folder", func(t *testing.T, path string) {
			gridtest.Must(t, os.Mkdir(path, 0o777))
		}, open + "it is a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			tt.make(t, "test.db")
			sum := func() string {
				if info, err := os.Stat("test.db"); err != nil || info.IsDir() {
					return "folder"
				}
				return clitest.FileSum(t, "test.db")
			}
			before := sum()
			for _, args := range [][]string{{"solve", clitest.GoodPuzzle}, {"solve"}, {"import", clitest.GoodPuzzle},
				{"verify"}} {
				clitest.Refused(t, clitest.Call(impatient(t), nil, append(args, "--db", "test.db")...), tt.want)
			}
			if sum() != before {
				t.Error("the file was touched")
			}
		})
	}
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
