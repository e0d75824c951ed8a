package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// TestFullDevice calls every command and its help with an output that is full. The exit code must be 1, and the reason
// must be printed once.
func TestFullDevice(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	gridtest.Must(t, err)
	defer full.Close()
	fails := func(t *testing.T, args ...string) {
		t.Helper()
		var stderr strings.Builder
		code := cli.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: full, Err: &stderr})
		if code != cli.ExitError || strings.Count(stderr.String(), "/dev/full: no space left on device\n") != 1 {
			t.Errorf("%s: exit code %d, standard error %q, want 1 and the reason", strings.Join(args, " "), code,
				stderr.String())
		}
	}
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		fails(t, append(words, "--help")...)
		fails(t, append([]string{"help"}, words...)...)
		if len(words) > 0 && cmd.HasSubCommands() && words[0] != "techniques" {
			fails(t, words...)
		}
	})
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	// A server and a worker do not end, and the others write no data to standard output.
	called := map[string]bool{"serve": true, "play": true, "work": true, "needed": true, "migrate up": true,
		"migrate down": true, "tag": true, "delete": true}
	for _, args := range [][]string{
		{}, {"help"}, {"--version"}, {"version"}, {"version", "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"},
		{"__complete", "so"},
		{"techniques"}, {"techniques", "--json"}, {"techniques", "--sql", "x_wing"}, {"query", "--list"},
		{"migrate", "status", "--db", "test.db"}, {"verify", "--db", "test.db"}, {"stats", "--db", "test.db"},
		{"stats", "--db", "test.db", "--json"}, {"stats", "--db", "test.db", "--svg", "-"},
		{"show", "1", "--db", "test.db"}, {"show", "1", "--db", "test.db", "--svg", "-"},
		{"history", "1", "--db", "test.db"},
		{"query", "SELECT 1", "--db", "test.db"}, {"export", "--db", "test.db"},
		{"export", "--db", "test.db", "--format", "print"},
		{"export", "--db", "test.db", "--format", "datasette"},
		{"prove", "1", "--db", "test.db", "--out", "proofs"},
		{"solve", clitest.GoodPuzzle}, {"solve", clitest.GoodPuzzle, "--technique", "full_house"},
		{"rate", clitest.GoodPuzzle}, {"count", clitest.GoodPuzzle},
		{"find", clitest.GoodPuzzle, "--technique", "hidden_single"},
		{"hint", clitest.GoodPuzzle}, {"explain", clitest.GoodPuzzle}, {"same", clitest.GoodPuzzle, clitest.GoodPuzzle},
		{"same", clitest.GoodPuzzle, clitest.OtherPuzzle}, {"generate"}, {"generate", "--json"},
		{"convert", clitest.GoodPuzzle}, {"convert", clitest.GoodPuzzle, "--format", "pdf"},
		{"count", clitest.GoodPuzzle, "--json"}, {"verify", "--db", "test.db", "--json"},
		{"hint", clitest.GoodPuzzle, "--format", "html"}, {"explain", clitest.GoodPuzzle, "--json"},
		{"import", clitest.OtherPuzzle, "--db", "json.db", "--json"},
		{"techniques", "check", "full_house", clitest.GoodPuzzle},
		{"import", "--dedupe", "isomorphs", clitest.OtherPuzzle, swapped(clitest.OtherPuzzle), "--db", "new.db"},
	} {
		fails(t, args...)
		called[strings.Join(args[:min(1, len(args))], " ")] = true
		called[strings.Join(args[:min(2, len(args))], " ")] = true
	}
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		if !called[strings.Join(words, " ")] && !called[strings.Join(words[:min(1, len(words))], " ")] {
			t.Error("it is not called above")
		}
	})
}

// swapped is a puzzle with the digits 1 and 2 exchanged.
func swapped(puzzle string) string { return strings.NewReplacer("1", "2", "2", "1").Replace(puzzle) }

// TestFullDisk solves more puzzles than a small disk can hold. What was committed must stay, and the same command must
// go on when there is space again.
func TestFullDisk(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	const puzzles = 750
	dir := smallDisk(t)
	in := clitest.WriteLines(t, t.TempDir(), "in", clitest.MixedPuzzles(t, puzzles))
	t.Chdir(dir)
	r := clitest.Call(t.Context(), nil, "solve", in, "--db", "test.db").Must(t, cli.ExitError)
	done := len(r.Out())
	if done == 0 || done == puzzles {
		t.Fatalf("%d of %d puzzles are done", done, puzzles)
	}
	if err := r.Err(); len(err) != 2 || err[1] != "setdoku: write to test.db: disk full (database or disk is full (13))" {
		t.Errorf("standard error %q, want the summary and one line", err)
	}
	// The puzzles of the chunk that did not fit may have been added without being solved.
	clitest.Done(t, "verify", "--db", "test.db")
	r = clitest.Call(t.Context(), nil, "query", "SELECT COUNT(*) AS n FROM puzzle WHERE status <> 'new'", "--db",
		"test.db", "--format", "csv")
	if want := fmt.Sprintf("n\n%d\n", done); r.Stdout != want {
		t.Errorf("query prints %q, want the puzzles that were done, %q", r.Stdout, want)
	}
	r = clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "new.db").Must(t, cli.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database new.db: ") {
		t.Errorf("a new database: standard error %q, want one line", err)
	}
	gridtest.Must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	r = clitest.Call(t.Context(), nil, "solve", in, "--db", "test.db").Must(t, cli.ExitUnsolved)
	gridtest.Equal(t, "lines of output", len(r.Out()), puzzles)
	clitest.Verified(t, "test.db", puzzles)
	db := clitest.OpenRaw(t, "test.db")
	defer db.Close()
	gridtest.Equal(t, "puzzles are of the first run", clitest.Number(t, db,
		`SELECT COUNT(*) FROM puzzle WHERE run_id = 1`), done)
}

// smallDisk makes a disk of 4 MB.
func smallDisk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		gridtest.Cannot(t, "no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestReadOnFullDisk reads a database on a disk without space for the files of SQLite, and writes it.
func TestReadOnFullDisk(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	t.Chdir(smallDisk(t))
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	if err := os.WriteFile("rest", make([]byte, 4<<20), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("error %v, want a full disk", err)
	}
	clitest.Done(t, "verify", "--db", "test.db")
	if left, err := filepath.Glob("test.db-*"); err != nil || len(left) > 0 {
		t.Errorf("reading leaves %s, error %v", left, err)
	}
	r := clitest.Call(t.Context(), nil, "solve", clitest.OtherPuzzle, "--db", "test.db").Must(t, cli.ExitError)
	if err := r.Err(); len(err) != 1 || !strings.Contains(err[0], "test.db: disk full (") {
		t.Errorf("standard error %q, want one line that says that the disk is full", err)
	}
	gridtest.Must(t, os.Remove("rest"))
	clitest.Done(t, "solve", clitest.OtherPuzzle, "--db", "test.db")
	clitest.Verified(t, "test.db", 2)
}

// setPipeSize is F_SETPIPE_SZ, which package syscall lacks.
const setPipeSize = 1031

// TestInterruptedAtAFullPipe interrupts commands that print more than a pipe of one page takes, after their first byte.
func TestInterruptedAtAFullPipe(t *testing.T) {
	dir := t.TempDir()
	in := clitest.WriteLines(t, dir, "in", clitest.MixedPuzzles(t, 120))
	t.Chdir(dir)
	clitest.Done(t, "import", in, "--db", "test.db")
	for _, args := range []string{
		"solve " + in, "rate " + in, "generate -n 5000", "export --db test.db", "show 1-100 --db test.db",
		"query 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n' " +
			"--db test.db --format csv",
	} {
		for _, both := range []bool{true, false} {
			reader, writer, err := os.Pipe()
			gridtest.Must(t, err)
			if _, _, no := syscall.Syscall(syscall.SYS_FCNTL, writer.Fd(), setPipeSize, 4096); no != 0 {
				t.Fatal(no)
			}
			s := cli.Streams{Out: writer}
			if both {
				s.Err = writer
			}
			clitest.Interrupted(t, s, func() { reader.Read(make([]byte, 1)) }, words(args)...)
			reader.Close()
			writer.Close()
		}
	}
}
