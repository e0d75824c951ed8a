//go:build unix

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// asNobody makes cmd run as a user without rights, because the permissions of files do not restrict root. It skips the
// test when that is not possible.
func asNobody(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		return cmd
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd
}

// TestReadOnlyDatabase calls commands on a database that may only be read.
func TestReadOnlyDatabase(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	program := clitest.Program(t)
	if err := asNobody(t, exec.Command(program, "version")).Run(); err != nil {
		gridtest.Cannot(t, "the program cannot be run as another user:", err)
	}
	me, err := user.Current()
	gridtest.Must(t, err)
	solved := clitest.SolvedDatabase(t, t.TempDir(), 30)
	const open = "setdoku: open database test.db: "
	belongs := "belongs to " + me.Username + ", and this user may not "
	for _, tt := range []struct {
		file, folder os.FileMode
		want         string
	}{
		{0o444, 0o777, open + "read-only: test.db " + belongs + "write it"},
		{0o444, 0o555, open + "read-only: test.db " + belongs + "write it"},
		{0o666, 0o555, open + "read-only (attempt to write a readonly database (1544)): its folder " + belongs +
			"make files there"},
		{0o000, 0o777, open + "cannot be opened (unable to open database file (14)): test.db " + belongs + "read it"},
	} {
		dir := filepath.Join(clitest.PublicDir(t), fmt.Sprintf("%o %o", tt.file, tt.folder))
		gridtest.Must(t, os.Mkdir(dir, 0o777))
		path := clitest.CopyDatabase(t, solved, filepath.Join(dir, "test.db"))
		before := clitest.FileSum(t, path)
		gridtest.Must(t, errors.Join(os.Chmod(path, tt.file), os.Chmod(dir, tt.folder)))
		cmd := asNobody(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", "test.db"))
		cmd.Dir = dir
		clitest.Refused(t, clitest.Spawn(t, cmd), tt.want)
		gridtest.Must(t, errors.Join(os.Chmod(path, 0o666), os.Chmod(dir, 0o777)))
		if clitest.FileSum(t, path) != before {
			t.Errorf("%o: the file was touched", tt.file)
		}
	}
}

// TestReadOnlyFolder reads a database in a read-only folder. SQLite cannot make the files there that processes share.
func TestReadOnlyFolder(t *testing.T) {
	program := clitest.Program(t)
	if err := asNobody(t, exec.Command(program, "version")).Run(); err != nil {
		gridtest.Cannot(t, "the program cannot be run as another user:", err)
	}
	dir := filepath.Join(clitest.PublicDir(t), "folder")
	gridtest.Must(t, os.Mkdir(dir, 0o777))
	path := clitest.CopyDatabase(t, clitest.SolvedDatabase(t, t.TempDir(), 30), filepath.Join(dir, "test.db"))
	log := path + "-wal"
	show := func() clitest.Result {
		t.Helper()
		gridtest.Must(t, os.Chmod(dir, 0o555))
		defer os.Chmod(dir, 0o777)
		cmd := asNobody(t, exec.Command(program, "query", "SELECT COUNT(*) AS n FROM puzzle", "--db", "test.db",
			"--format", "csv"))
		cmd.Dir = dir
		return clitest.Spawn(t, cmd)
	}
	if got := show(); got.Code != usage.ExitDone || got.Stdout != "n\n30\n" {
		t.Errorf("exit code %d, output %q, standard error %q, want 30 puzzles", got.Code, got.Stdout, got.Err())
	}
	// A log next to the file may hold changes that are not in the file yet. They must not be missed.
	gridtest.Must(t, os.WriteFile(log, []byte("something"), 0o600))
	if got := show(); got.Code != usage.ExitError || got.Stdout != "" {
		t.Errorf("with a log: exit code %d, output %q, standard error %q, want 1 and nothing", got.Code, got.Stdout,
			got.Err())
	}
}
