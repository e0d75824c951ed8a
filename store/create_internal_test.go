package store

import (
	"os"
	"path/filepath"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// TestCreateOnlyOnce lets both ways to create a file lose against another process. Neither opens the file of the
// winner: SQLite would refuse this one.
func TestCreateOnlyOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	const content = "made by another process"
	gridtest.Must(t, os.WriteFile(path, []byte(content), 0o666))
	if made, err := linkFile(t.Context(), path); made || err != nil {
		t.Errorf("link: made %v, error %v", made, err)
	}
	if made, err := fillFile(t.Context(), path); made || err != nil {
		t.Errorf("fill: made %v, error %v", made, err)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if after, _ := os.ReadFile(path); err != nil || string(after) != content || len(files) != 1 {
		t.Errorf("%q, files %v, error %v, want only the file as it was", after, files, err)
	}
}
