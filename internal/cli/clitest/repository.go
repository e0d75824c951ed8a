package clitest

import (
	"os"
	"path/filepath"
	"testing"
)

// InFolderWithTestdata changes to a new folder that has a link to the folder testdata of the repository.
func InFolderWithTestdata(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Symlink(InRepository("testdata"), "testdata"); err != nil {
		t.Fatal(err)
	}
}

// repository is the top folder of the repository. It is found before any test changes the working folder.
var repository = func() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return ""
}()

// InRepository returns the path of a file of the repository.
func InRepository(elements ...string) string {
	return filepath.Join(append([]string{repository}, elements...)...)
}
