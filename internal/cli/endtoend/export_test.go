package endtoend

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestExportInterrupted checks that an interrupted export leaves the old file unchanged and no other file.
func TestExportInterrupted(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "test.db")
	puzzle := strings.Repeat(".", 80) + "1"
	if code, _, stderr := clitest.RunCommand(t, t.Context(), "import", puzzle, "--db", db); code != usage.ExitDone {
		t.Fatalf("import: exit code %d, %s", code, stderr)
	}
	folder := filepath.Join(dir, "out")
	gridtest.Must(t, os.Mkdir(folder, 0o777))
	file := filepath.Join(folder, "puzzles.txt")
	content := func() string {
		t.Helper()
		b, err := os.ReadFile(file)
		gridtest.Must(t, err)
		return string(b)
	}
	gridtest.Must(t, os.WriteFile(file, []byte("old"), 0o666))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code, _, stderr := clitest.RunCommand(t, ctx, "export", "--db", db, "-o", file); code != usage.ExitError ||
		stderr != "setdoku: interrupted\n" {
		t.Errorf("exit code %d, %q, want %d and an interruption", code, stderr, usage.ExitError)
	}
	if got := content(); got != "old" {
		t.Errorf("the file became %q", got)
	}
	if code, _, stderr := clitest.RunCommand(t, t.Context(), "export", "--db", db, "-o", file); code != usage.ExitDone {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if got := content(); got != puzzle+"\n" {
		t.Errorf("the file became %q, want the puzzle", got)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("in the folder: %v, error %v, want only the file", entries, err)
	}
}
