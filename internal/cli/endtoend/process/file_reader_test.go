//go:build unix

package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestReader calls every command that only reads as a user who may read the file and write nothing, and compares what
// it prints with what the owner of the file gets.
func TestReader(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	calls := gridtest.Part(6, clitest.ReadingCalls(t))
	program := clitest.Program(t)
	if err := asNobody(t, exec.Command(program, "version")).Run(); err != nil {
		gridtest.Cannot(t, "the program cannot be run as another user:", err)
	}
	own := t.TempDir()
	path := filepath.Join(own, "test.db")
	clitest.FillForReaders(t, path)
	call := func(args []string, dir string) *exec.Cmd {
		cmd := exec.Command(program, append(args, "--db", "test.db")...)
		cmd.Dir = dir
		return cmd
	}
	var want []clitest.Result
	for _, args := range calls {
		want = append(want, clitest.Spawn(t, call(args, own)).Must(t, usage.ExitDone))
	}
	for _, tt := range []struct {
		name   string
		folder os.FileMode
	}{{"file", 0o777}, {"file and folder", 0o555}} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(clitest.PublicDir(t), "folder")
			gridtest.Must(t, os.Mkdir(dir, 0o777))
			file := clitest.CopyDatabase(t, path, filepath.Join(dir, "test.db"))
			before := clitest.FileSum(t, file)
			gridtest.Must(t, os.Chmod(file, 0o444))
			gridtest.Must(t, os.Chmod(dir, tt.folder))
			defer os.Chmod(dir, 0o777)
			for i, args := range calls {
				t.Run(strings.Join(args, " "), func(t *testing.T) {
					got := clitest.Spawn(t, asNobody(t, call(args, dir)))
					if diff := cmp.Diff(want[i], got); diff != "" {
						t.Errorf("the reader gets something else (-owner +reader):\n%.2000s", diff)
					}
				})
			}
			if clitest.FileSum(t, file) != before {
				t.Error("the file was touched")
			}
		})
	}
}
