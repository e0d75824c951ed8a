package shell_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
)

// TestPuzzlesBySQLInShells inserts puzzles by plain SQL in both shells. They have the same rows as imported ones at
// once.
func TestPuzzlesBySQLInShells(t *testing.T) {
	t.Parallel()
	puzzles := solvertest.Sample(t)
	script, unsound := solvertest.BySQL(puzzles)
	for name, open := range map[string]func(t *testing.T) (*database.DB, *exec.Cmd){
		"sqlite3": func(t *testing.T) (*database.DB, *exec.Cmd) {
			path := filepath.Join(t.TempDir(), "shell.db")
			return dbtest.OpenTarget(t, path, 0), exec.CommandContext(t.Context(), sqliteShell(t), "-bail", path)
		},
		"psql": func(t *testing.T) (*database.DB, *exec.Cmd) {
			db, url := imported(t, nil)
			return db, exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "-q", "-A", "-t", "-v",
				"ON_ERROR_STOP=1", url)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t)
			shell.Stdin = strings.NewReader("BEGIN;\n" + script + "COMMIT;\n")
			if out, err := shell.CombinedOutput(); err != nil || len(out) > 0 {
				t.Fatalf("%v\n%s", err, out)
			}
			solvertest.CheckFilledIn(t, db, puzzles)
			solvertest.CheckUnsound(t, db, unsound)
		})
	}
}
