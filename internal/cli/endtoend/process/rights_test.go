//go:build unix

package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// The users of these tests. Both are in the group common.
const owner, reader, common = 1, 65534, 100

// asUser runs the program in a folder as a user.
func asUser(t *testing.T, uid uint32, dir, program string, args ...string) clitest.Result {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid,
		Groups: []uint32{common}}}
	return clitest.Spawn(t, cmd)
}

// ownedDatabase makes a database of 30 puzzles in a new folder. Both belong to owner and to the group common.
func ownedDatabase(t *testing.T, file, folder os.FileMode) (dir, path string) {
	t.Helper()
	dir = filepath.Join(clitest.PublicDir(t), "folder")
	gridtest.Must(t, os.Mkdir(dir, 0o777))
	path = filepath.Join(dir, "test.db")
	clitest.FillForReaders(t, path)
	for name, mode := range map[string]os.FileMode{dir: folder, path: file} {
		if err := os.Chown(name, owner, common); err != nil {
			gridtest.Cannot(t, "no file can be given to another user:", err)
		}
		gridtest.Must(t, os.Chmod(name, mode))
	}
	return dir, path
}

// others lists the files in a folder other than test.db.
func others(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	gridtest.Must(t, err)
	for _, e := range entries {
		if e.Name() != "test.db" {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestReadersLeaveNothing reads a database of another user, and one's own. Reading leaves no files next to the
// database, and the owner can write it afterwards.
func TestReadersLeaveNothing(t *testing.T) {
	gridtest.Long(t, "all commands that read")
	program := clitest.Program(t)
	for _, tt := range []struct {
		name         string
		file, folder os.FileMode
		reader       uint32
	}{
		{"a sticky folder", 0o644, 0o777 | os.ModeSticky, reader},
		{"the folder of a group", 0o664, 0o775, reader},
		{"the owner, write-protected", 0o444, 0o755, owner},
		{"the owner", 0o644, 0o755, owner},
		{"root", 0o644, 0o755, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, path := ownedDatabase(t, tt.file, tt.folder)
			for _, args := range gridtest.Part(6, clitest.ReadingCalls(t)) {
				asUser(t, tt.reader, dir, program, append(args, "--db", "test.db")...).Must(t, cli.ExitDone)
				if left := others(t, dir); len(left) > 0 {
					t.Errorf("%s leaves %s", args[0], left)
				}
			}
			gridtest.Must(t, os.Chmod(path, 0o644))
			asUser(t, owner, dir, program, "solve", clitest.GoodPuzzle, "--db", "test.db").Must(t, cli.ExitDone)
			clitest.Verified(t, path, 31)
		})
	}
}

// TestLockedOut names the file of another user that keeps the owner of a database from writing it.
func TestLockedOut(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	program := clitest.Program(t)
	dir, path := ownedDatabase(t, 0o644, 0o777)
	gridtest.Must(t, os.WriteFile(path+"-wal", nil, 0o644))
	gridtest.Must(t, os.Chown(path+"-wal", reader, reader))
	r := asUser(t, owner, dir, program, "solve", clitest.GoodPuzzle, "--db", "test.db").Must(t, cli.ExitError)
	if want := "test.db-wal belongs to nobody, and this user may not write it"; !strings.Contains(r.Stderr, want) {
		t.Errorf("standard error %q, want %q", r.Stderr, want)
	}
}

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
		before, err := os.ReadFile(path)
		gridtest.Must(t, err)
		gridtest.Must(t, errors.Join(os.Chmod(path, tt.file), os.Chmod(dir, tt.folder)))
		cmd := asNobody(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", "test.db"))
		cmd.Dir = dir
		clitest.Refused(t, clitest.Spawn(t, cmd), tt.want)
		gridtest.Must(t, errors.Join(os.Chmod(path, 0o666), os.Chmod(dir, 0o777)))
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
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
	if got := show(); got.Code != cli.ExitDone || got.Stdout != "n\n30\n" {
		t.Errorf("exit code %d, output %q, standard error %q, want 30 puzzles", got.Code, got.Stdout, got.Err())
	}
	// A log next to the file may hold changes that are not in the file yet. They must not be missed.
	gridtest.Must(t, os.WriteFile(log, []byte("something"), 0o600))
	if got := show(); got.Code != cli.ExitError || got.Stdout != "" {
		t.Errorf("with a log: exit code %d, output %q, standard error %q, want 1 and nothing", got.Code, got.Stdout,
			got.Err())
	}
}
