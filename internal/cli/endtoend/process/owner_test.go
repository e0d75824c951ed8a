//go:build unix

package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
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
				asUser(t, tt.reader, dir, program, append(args, "--db", "test.db")...).Must(t, usage.ExitDone)
				if left := others(t, dir); len(left) > 0 {
					t.Errorf("%s leaves %s", args[0], left)
				}
			}
			gridtest.Must(t, os.Chmod(path, 0o644))
			asUser(t, owner, dir, program, "solve", clitest.GoodPuzzle, "--db", "test.db").Must(t, usage.ExitDone)
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
	r := asUser(t, owner, dir, program, "solve", clitest.GoodPuzzle, "--db", "test.db").Must(t, usage.ExitError)
	if want := "test.db-wal belongs to nobody, and this user may not write it"; !strings.Contains(r.Stderr, want) {
		t.Errorf("standard error %q, want %q", r.Stderr, want)
	}
}
