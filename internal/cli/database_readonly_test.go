//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

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
		gridtest.Cannot(t, "the program cannot be run as another user:", err)
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
			if err := got.err(); got.code != usage.ExitError || got.stdout != "" || len(err) == 0 || err[len(err)-1] != tt.want {
				t.Errorf("exit code %d, output %q, standard error %q, want 1, nothing and %q", got.code, got.stdout, err, tt.want)
			}
			if fileSum(t, path) != before {
				t.Error("the file was touched")
			}
			verified(t, path, 30)
		})
	}
}

// TestReadOnlyFolder reads a database in a folder in which nothing may be written, where SQLite cannot make
// the files with which processes agree.
func TestReadOnlyFolder(t *testing.T) {
	program := buildProgram(t)
	if err := asNobody(t, exec.Command(program, "version")).Run(); err != nil {
		gridtest.Cannot(t, "the program cannot be run as another user:", err)
	}
	dir := filepath.Join(publicDir(t), "folder")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path := copyDatabase(t, solvedDatabase(t, t.TempDir(), 30), filepath.Join(dir, "test.db"))
	log := path + "-wal"
	show := func() result {
		t.Helper()
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(dir, 0o777)
		cmd := asNobody(t, exec.Command(program, "query", "SELECT COUNT(*) AS n FROM puzzle", "--db", "test.db", "--format", "csv"))
		cmd.Dir = dir
		return spawn(t, cmd)
	}
	if got := show(); got.code != usage.ExitDone || got.stdout != "n\n30\n" {
		t.Errorf("exit code %d, output %q, standard error %q, want 30 puzzles", got.code, got.stdout, got.err())
	}
	// A log beside it may hold changes that are not in the file yet: that must not be passed over.
	if err := os.WriteFile(log, []byte("something"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := show(); got.code != usage.ExitError || got.stdout != "" {
		t.Errorf("with a log: exit code %d, output %q, standard error %q, want 1 and nothing", got.code, got.stdout, got.err())
	}
}
