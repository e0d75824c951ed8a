package shell_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/store"
)

// TestFillCandidatesInShells inserts puzzles by plain SQL, and reads sql/fill_candidates.sql twice, in both shells.
func TestFillCandidatesInShells(t *testing.T) {
	t.Parallel()
	puzzles := solvertest.Sample(t)
	script, unsound := solvertest.BySQL(puzzles)
	var problems []string
	for _, id := range unsound {
		problems = append(problems, fmt.Sprintf(
			"puzzle %d is not filled in, its givens repeat a digit in a unit or have another character than . and 1 to 9\n", id))
	}
	for name, open := range map[string]func(t *testing.T) (*store.DB, *exec.Cmd, string){
		"sqlite3": func(t *testing.T) (*store.DB, *exec.Cmd, string) {
			path := filepath.Join(t.TempDir(), "shell.db")
			return dbtest.OpenTarget(t, path, 0), exec.CommandContext(t.Context(), sqliteShell(t), "-bail", path), ".read "
		},
		"psql": func(t *testing.T) (*store.DB, *exec.Cmd, string) {
			db, url := imported(t, nil)
			return db, exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url), `\i `
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell, read := open(t)
			fill := "BEGIN;\n" + read + "../../sql/fill_candidates.sql\nCOMMIT;\n"
			shell.Stdin = strings.NewReader(script + fill + fill)
			out, err := shell.CombinedOutput()
			if want := strings.Repeat(strings.Join(problems, ""), 2); err != nil || string(out) != want {
				t.Fatalf("%v\n%s\nwant\n%s", err, out, want)
			}
			solvertest.CheckFilledIn(t, db, puzzles)
		})
	}
}
