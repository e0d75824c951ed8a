package cli

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/jmoiron/sqlx"
	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite" // for the script command sqlite

	"setdoku/internal/cli/stream"
)

var update = flag.Bool("update", false, "write what the commands print into the golden parts of testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"setdoku": func() {
			os.Exit(Run(context.Background(), os.Args[1:], stream.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs testdata/script, one file for each command or subject. Beyond the
// commands of testscript they have
//
//	exits CODE PROGRAM [ARG]...   run a program that must end with this exit code
//	sqlite FILE SQL               change a database behind the program's back
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"sample.sdm", "three_pincers.sql"} {
				text, err := os.ReadFile(filepath.Join("..", "..", "testdata", name))
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), text, 0o666); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "sqlite": sqlite},
	})
}

// exits runs a program and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var ended *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// sqlite runs statements on a database file, as another program would.
func sqlite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sqlite FILE SQL")
	}
	db, err := sqlx.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(args[1])
	ts.Check(err)
}
