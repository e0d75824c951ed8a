//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku/store"
)

// impatient is a context under which another process is waited for only a moment.
func impatient(t *testing.T) context.Context {
	return store.WithPatience(t.Context(), 200*time.Millisecond)
}

// solvedDatabase makes a database of n solved puzzles and returns its path.
func solvedDatabase(t *testing.T, dir string, n int) string {
	t.Helper()
	in := writeLines(t, dir, "before", mixedPuzzles(t, n))
	path := filepath.Join(dir, "solved.db")
	call(t.Context(), nil, "solve", in, "--db", path).must(t, exitUnsolved)
	return path
}

// TestUnusableDatabase gives the commands files that they cannot work on. Each is refused
// with one line and exit code 1, and is the same file afterwards.
func TestUnusableDatabase(t *testing.T) {
	solved := solvedDatabase(t, t.TempDir(), 30)
	cut := func(size func(int64) int64) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			copyDatabase(t, solved, path)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, size(info.Size())); err != nil {
				t.Fatal(err)
			}
		}
	}
	sqlite := func(statements ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db := raw(t, path)
			execute(t, db, statements...)
			db.Close()
		}
	}
	content := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
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
		{"cut to 1000 bytes", cut(func(int64) int64 { return 1000 }),
			open + "damaged or truncated (database disk image is malformed (11))"},
		{"cut to 50 bytes", cut(func(int64) int64 { return 50 }),
			open + "damaged or truncated (database disk image is malformed (11))"},
		{"another program's", sqlite(`CREATE TABLE song (title TEXT)`),
			open + "not a setdoku database: it belongs to another program"},
		{"another program's with an id", sqlite(`PRAGMA application_id = 17`, `CREATE TABLE puzzle (givens TEXT)`),
			open + "not a setdoku database: it belongs to another program"},
		{"a text file", content(strings.Repeat("No database at all.\n", 300)),
			open + "not a setdoku database: no SQLite file at all (file is not a database (26))"},
		{"a list of puzzles", content(goodPuzzle + "\n"),
			open + "not a setdoku database: no SQLite file at all (file is not a database (26))"},
		{"binary junk", content(string(randomBytes(100_000))),
			open + "not a setdoku database: no SQLite file at all (file is not a database (26))"},
		{"a newer one", func(t *testing.T, path string) {
			copyDatabase(t, solved, path)
			sqlite(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)(t, path)
		}, open + fmt.Sprintf("made by a newer setdoku: its schema is 999, this program knows %d", latestVersion(t))},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o777); err != nil {
				t.Fatal(err)
			}
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
				return fileSum(t, "test.db")
			}
			before := sum()
			for _, args := range [][]string{{"solve", goodPuzzle}, {"solve"}, {"import", goodPuzzle}, {"verify"}} {
				refused(t, call(impatient(t), nil, append(args, "--db", "test.db")...), tt.want)
			}
			if sum() != before {
				t.Error("the file was touched")
			}
		})
	}
}

func latestVersion(t *testing.T) int64 {
	t.Helper()
	n, err := store.LatestVersion()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// refused fails the test unless the program ended with exit code 1, one line, and nothing
// on standard output.
func refused(t *testing.T, r result, want string) {
	t.Helper()
	if r.code != exitError || r.stdout != "" {
		t.Errorf("exit code %d, output %q, want 1 and nothing", r.code, r.stdout)
	}
	if diff := cmp.Diff([]string{want}, r.err()); diff != "" {
		t.Errorf("standard error (-want +got):\n%s", diff)
	}
}

// TestDatabaseToBeMade checks the paths at which there is no database yet.
func TestDatabaseToBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("empty.db", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"empty.db", "new.db", "odd ?&#%41.db"} {
		call(t.Context(), nil, "solve", goodPuzzle, "--db", path).must(t, exitDone)
		verified(t, path, 1)
	}
	refused(t, call(t.Context(), nil, "solve", goodPuzzle, "--db", "none/test.db"),
		"setdoku: open database none/test.db: there is no folder none")
	refused(t, call(t.Context(), nil, "import", goodPuzzle, "--db", "new.db/test.db"),
		"setdoku: open database new.db/test.db: not a directory")
	refused(t, call(t.Context(), nil, "verify", "--db", "none.db"),
		"setdoku: open database none.db: no such file or directory")
	if err := os.Mkdir("other.db-wal", 0o777); err != nil {
		t.Fatal(err)
	}
	r := call(t.Context(), nil, "solve", goodPuzzle, "--db", "other.db").must(t, exitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database other.db: ") {
		t.Errorf("standard error %q, want one line", err)
	}
}

// TestLockedDatabase has another connection hold the lock of a database.
func TestLockedDatabase(t *testing.T) {
	dir := t.TempDir()
	path := solvedDatabase(t, dir, 30)
	t.Chdir(dir)
	path = filepath.Base(path)
	before := dump(t, path)
	const want = "setdoku: write to solved.db: locked by another process (database is locked (5) (SQLITE_BUSY))"
	db := raw(t, path)
	execute(t, db, `BEGIN IMMEDIATE`)
	began := time.Now()
	refused(t, call(impatient(t), nil, "solve", goodPuzzle, "--db", path), want)
	r := call(impatient(t), nil, "import", goodPuzzle, "--db", path).must(t, exitError)
	if err := r.err(); len(err) == 0 || err[len(err)-1] != want {
		t.Errorf("import: standard error %q, want %q at the end", err, want)
	}
	if took := time.Since(began); took < 400*time.Millisecond || took > 8*time.Second {
		t.Errorf("two calls took %s, want each to wait 200 ms", took)
	}
	verified(t, path, 30) // reading goes on beside a writer
	execute(t, db, `ROLLBACK`)
	sameContents(t, dump(t, path), before)

	released := make(chan error)
	execute(t, db, `BEGIN IMMEDIATE`)
	go func() {
		time.Sleep(300 * time.Millisecond)
		_, err := db.Exec(`COMMIT`)
		released <- err
	}()
	call(t.Context(), nil, "solve", goodPuzzle, "--db", path).must(t, exitDone)
	if err := <-released; err != nil {
		t.Fatal(err)
	}
	verified(t, path, 31)

	execute(t, db, `PRAGMA journal_mode = DELETE`, `BEGIN EXCLUSIVE`)
	for _, args := range [][]string{{"solve", goodPuzzle}, {"verify"}} {
		refused(t, call(impatient(t), nil, append(args, "--db", path)...),
			"setdoku: open database solved.db: locked by another process (database is locked (5) (SQLITE_BUSY))")
	}
	execute(t, db, `COMMIT`)
	verified(t, path, 31)
}

// TestLockedInTheMiddle has another connection take the lock when a chunk is done: that
// chunk stays, and so does the end of the run.
func TestLockedInTheMiddle(t *testing.T) {
	t.Chdir(t.TempDir())
	db := raw(t, "test.db")
	source, sink := io.Pipe()
	ended := make(chan result)
	go func() { ended <- call(impatient(t), source, "solve", "-", "--db", "test.db") }()
	line := goodPuzzle + "\n"
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var n int
		if err := db.QueryRow(`SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`).Scan(&n); err == nil && n == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the first chunk is not done")
		}
	}
	execute(t, db, `PRAGMA busy_timeout = 5000`, `BEGIN IMMEDIATE`)
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	sink.Close()
	r := (<-ended).must(t, exitError)
	execute(t, db, `ROLLBACK`)
	want := []string{
		summaryLine(250, 250, 0, "test.db"),
		"setdoku: write to test.db: locked by another process (database is locked (5) (SQLITE_BUSY))",
	}
	if diff := cmp.Diff(want, r.err()); diff != "" {
		t.Errorf("standard error (-want +got):\n%s", diff)
	}
	if len(r.out()) != 250 {
		t.Errorf("%d lines of output, want the chunk that was done", len(r.out()))
	}
	verified(t, "test.db", 1)
}

// TestEndOfRunWaits holds the lock while a run has nothing left to do but to note its end.
func TestEndOfRunWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	db := raw(t, "test.db")
	source, sink := io.Pipe()
	ended := make(chan result)
	go func() { ended <- call(t.Context(), source, "solve", "-", "--db", "test.db") }()
	if _, err := io.WriteString(sink, strings.Repeat(goodPuzzle+"\n", 250)); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var n int
		if err := db.QueryRow(`SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`).Scan(&n); err == nil && n == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the chunk is not done")
		}
	}
	execute(t, db, `PRAGMA busy_timeout = 5000`, `BEGIN IMMEDIATE`)
	sink.Close()
	time.Sleep(300 * time.Millisecond)
	execute(t, db, `ROLLBACK`)
	(<-ended).must(t, exitDone)
	if n := number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NOT NULL`); n != 1 {
		t.Errorf("%d runs have an end, want 1", n)
	}
}

// asNobody makes cmd run as a user who owns nothing, where that is possible: the
// permissions of files do not bind root. It skips the test where the program cannot be
// run so.
func asNobody(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		return cmd
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd
}

// TestReadOnlyDatabase works on a database that may be read and not written.
func TestReadOnlyDatabase(t *testing.T) {
	program := buildProgram(t)
	if err := asNobody(t, exec.Command(program, "version")).Run(); err != nil {
		t.Skip("the program cannot be run as another user:", err)
	}
	solved := solvedDatabase(t, t.TempDir(), 30)
	tests := []struct {
		name         string
		file, folder os.FileMode
		args         []string
		want         string
	}{
		{"the file", 0o444, 0o777, []string{"solve", goodPuzzle},
			"setdoku: write to test.db: read-only (attempt to write a readonly database (8))"},
		{"file and folder", 0o444, 0o555, []string{"solve", goodPuzzle},
			"setdoku: open database test.db: read-only (attempt to write a readonly database (1544))"},
		{"the folder", 0o666, 0o555, []string{"solve", goodPuzzle},
			"setdoku: open database test.db: read-only (attempt to write a readonly database (1544))"},
		{"importing", 0o444, 0o777, []string{"import", goodPuzzle},
			"setdoku: write to test.db: read-only (attempt to write a readonly database (8))"},
		{"not to be read either", 0o000, 0o777, []string{"solve", goodPuzzle},
			"setdoku: open database test.db: cannot be opened (unable to open database file (14))"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(publicDir(t), "folder")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			path := copyDatabase(t, solved, filepath.Join(dir, "test.db"))
			chmod := func(file, folder os.FileMode) {
				t.Helper()
				if err := os.Chmod(path, file); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(dir, folder); err != nil {
					t.Fatal(err)
				}
			}
			before := fileSum(t, path)
			chmod(tt.file, tt.folder)
			cmd := asNobody(t, exec.Command(program, append(tt.args, "--db", "test.db")...))
			cmd.Dir = dir
			got := spawn(t, cmd)
			chmod(0o666, 0o777)
			if n := len(got.err()); n == 0 || tt.args[0] == "solve" && n > 1 {
				t.Errorf("standard error %q, want one line", got.err())
			}
			if err := got.err(); got.code != exitError || got.stdout != "" || len(err) == 0 || err[len(err)-1] != tt.want {
				t.Errorf("exit code %d, output %q, standard error %q, want 1, nothing and %q", got.code, got.stdout, err, tt.want)
			}
			if fileSum(t, path) != before {
				t.Error("the file was touched")
			}
			verified(t, path, 30)
		})
	}
}

// TestFullDisk solves more than a small disk holds. What was solved before stays, and
// when there is room again the same command goes on.
func TestFullDisk(t *testing.T) {
	const puzzles = 750
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skip("no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	in := writeLines(t, t.TempDir(), "in", mixedPuzzles(t, puzzles))
	t.Chdir(dir)
	r := call(t.Context(), nil, "solve", in, "--db", "test.db").must(t, exitError)
	done := len(r.out())
	if done == 0 || done == puzzles {
		t.Fatalf("%d of %d puzzles are done", done, puzzles)
	}
	if err := r.err(); len(err) != 2 || err[1] != "setdoku: write to test.db: disk full (database or disk is full (13))" {
		t.Errorf("standard error %q, want the summary and one line", err)
	}
	verified(t, "test.db", done)
	r = call(t.Context(), nil, "solve", goodPuzzle, "--db", "new.db").must(t, exitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database new.db: ") {
		t.Errorf("a new database: standard error %q, want one line", err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	r = call(t.Context(), nil, "solve", in, "--db", "test.db").must(t, exitUnsolved)
	if len(r.out()) != puzzles {
		t.Errorf("%d lines of output, want %d", len(r.out()), puzzles)
	}
	verified(t, "test.db", puzzles)
	db := raw(t, "test.db")
	defer db.Close()
	if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE run_id = 1`); n != done {
		t.Errorf("%d puzzles are of the first run, want the %d that were done", n, done)
	}
}

// TestFullTemporaryDisk solves without a database where there is no room for temporary files.
func TestFullTemporaryDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=100k"); err != nil {
		t.Skip("no small disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("TMPDIR", dir)
	r := call(t.Context(), nil, "solve", goodPuzzle).must(t, exitError)
	if err := r.err(); len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: open database "+dir) || !strings.Contains(err[0], "disk full") {
		t.Errorf("standard error %q, want one line that says so", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("in the folder: %v, error %v, want nothing", files, err)
	}
}
