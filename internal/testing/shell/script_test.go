package shell_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
)

// TestScript makes a database of the printed schema in the stock shells, and inserts and solves a puzzle there, with
// only the shells and the files of sql. Then the program takes the database for one of its own and verifies it.
func TestScript(t *testing.T) {
	t.Parallel()
	for name, open := range map[store.Dialect]func(t *testing.T) (target string,
		run func(arguments ...string) string){
		store.SQLite: func(t *testing.T) (string, func(...string) string) {
			path := filepath.Join(t.TempDir(), "plain.db")
			return path, func(arguments ...string) string {
				for i, a := range arguments {
					if strings.HasSuffix(a, ".sql") {
						arguments[i] = ".read " + a
					}
				}
				return output(t, exec.CommandContext(t.Context(), sqliteShell(t), append([]string{"-bail", path},
					arguments...)...))
			}
		},
		store.Postgres: func(t *testing.T) (string, func(...string) string) {
			psqlShell(t)
			url := pgtest.Database(t)
			return url, func(arguments ...string) string {
				args := []string{"-X", "-w", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"}
				for _, a := range arguments {
					option := "-c"
					if strings.HasSuffix(a, ".sql") {
						option = "-f"
					}
					args = append(args, option, a)
				}
				cmd := exec.CommandContext(t.Context(), psqlShell(t), append(args, url)...)
				cmd.Env = append(os.Environ(), "PGOPTIONS=-c jit=off -c enable_nestloop=off -c setdoku.partitions=2")
				return output(t, cmd)
			}
		},
	} {
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			target, run := open(t)
			script := filepath.Join(t.TempDir(), "setdoku.sql")
			f, err := os.Create(script)
			if err == nil {
				err = store.WriteScript(t.Context(), f, name)
			}
			gridtest.Must(t, err)
			gridtest.Must(t, f.Close())
			run(script)
			puzzle := gridtest.WithClues(gridtest.New(8), 60)
			run(`INSERT INTO puzzle (givens) VALUES ('`+puzzle.String()+`')`, "../../../sql/fill_candidates.sql")
			for range 60 {
				if run(`SELECT status FROM puzzle`) == "solved\n" {
					break
				}
				run("../../../sql/technique/naked_single.sql", "../../../sql/technique/hidden_single.sql", "../../../sql/apply.sql")
			}
			solution, err := gridtest.Solve(puzzle)
			gridtest.Must(t, err)
			if got := run(`SELECT solution FROM puzzle`); got != solution.String()+"\n" {
				t.Errorf("the shell has found %q, want %s", got, solution)
			}
			db := dbtest.OpenTarget(t, target, 0)
			if name == store.SQLite { // the shell is older than the SQLite of the program
				for _, table := range dbtest.Tables(t, db) {
					run(`SELECT COUNT(*) FROM ` + table)
				}
				gridtest.Equal(t, "integrity_check", run(`PRAGMA integrity_check`), "ok\n")
			}
			gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
		})
	}
}

// output runs a command that must work, and returns what it prints.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}
