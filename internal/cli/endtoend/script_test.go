// Package endtoend calls the commands in its own process. Package process starts processes.
package endtoend

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite" // for the script command sqlite

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// scripts is the absolute path of testdata/script, because the tests change the working folder.
var scripts = func() string {
	path, err := filepath.Abs(filepath.Join("testdata", "script"))
	if err != nil {
		panic(err)
	}
	return path
}()

var update = flag.Bool("update", false, "write the golden parts of testdata/script and docs/sql-cookbook.md")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"setdoku": func() { os.Exit(cli.Main()) }})
}

// TestScripts runs testdata/script, one file for each command or subject. Beyond the
// commands of testscript they have
//
//	call setdoku [ARG]... [<FILE]       call the program in this process, with a file as its standard input
//	exits CODE call setdoku [ARG]...    the same for a call that must end with this exit code
//	fails CODE PATTERN [ARG]...         the same, with a message that matches
//	sample FILE                         write a database in which sample.sdm is solved
//	sqlite FILE SQL                     change a database behind the program's back
//	[!long] stop                        end the script, unless SETDOKU_REQUIRE is set
//
// The scripts run one after the other, because a process has one working folder.
func TestScripts(t *testing.T) {
	for name, value := range map[string]string{"HOME": "/no-home", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "",
		"NO_COLOR": "", "SETDOKU_DB": ""} {
		t.Setenv(name, value)
	}
	t.Chdir(t.TempDir()) // so that the working folder is as before at the end
	testscript.RunT(oneByOne{t}, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"sample.sdm", "three_pincers.sql"} {
				text, err := os.ReadFile(clitest.InRepository("testdata", name))
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), text, 0o666); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"call": called, "exits": exits, "fails": fails,
			"sample": sample, "sqlite": sqlite},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("condition %s, want long", name)
			}
			return gridtest.Required(), nil
		},
	})
}

// oneByOne runs subtests one after the other.
type oneByOne struct{ *testing.T }

func (t oneByOne) Parallel()     {}
func (t oneByOne) Verbose() bool { return testing.Verbose() }
func (t oneByOne) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(oneByOne{t}) })
}

// called calls the program in this process, in the working folder of the script.
func called(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || args[0] != "setdoku" {
		ts.Fatalf("usage: call setdoku [ARG]... [<FILE]")
	}
	if code := call(ts, ts.Stdout(), ts.Stderr(), args[1:]); (code != cli.ExitDone) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

func call(ts *testscript.TestScript, stdout, stderr io.Writer, args []string) (code int) {
	ts.Check(os.Chdir(ts.MkAbs(".")))
	ts.Check(os.Setenv("SETDOKU_DB", ts.Getenv("SETDOKU_DB")))
	in := io.Reader(strings.NewReader(""))
	if n := len(args) - 1; n >= 0 && strings.HasPrefix(args[n], "<") {
		f, err := os.Open(args[n][1:])
		ts.Check(err)
		defer f.Close()
		in, args = f, args[:n]
	}
	return cli.Run(context.Background(), args, cli.Streams{In: in, Out: stdout, Err: stderr})
}

// exits calls the program and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || args[1] != "call" || args[2] != "setdoku" {
		ts.Fatalf("usage: exits CODE call setdoku [ARG]...")
	}
	if code := call(ts, ts.Stdout(), ts.Stderr(), args[3:]); fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// fails calls the program and checks its exit code and message. A wrong call has no output and one line.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fails CODE PATTERN [ARG]...")
	}
	var out, message strings.Builder
	code := call(ts, io.MultiWriter(ts.Stdout(), &out), io.MultiWriter(ts.Stderr(), &message), args[2:])
	if text := message.String(); fmt.Sprint(code) != args[0] || !regexp.MustCompile("(?m)"+args[1]).MatchString(text) ||
		code == cli.ExitUsage && (out.Len() > 0 || strings.Count(text, "\n") != 1) {
		ts.Fatalf("exit code %d, want %s and %s", code, args[0], args[1])
	}
}

// sample writes a database in which sample.sdm is solved.
func sample(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sample FILE")
	}
	ts.Check(clitest.WriteSample(ts.MkAbs(args[0])))
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
