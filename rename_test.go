package setdoku_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
)

// TestRenameModule gives a copy of the repository another module path, and then a third. All imports must be found, no
// path may stay, and the tests of the layers and of the exported names must pass.
func TestRenameModule(t *testing.T) {
	gridtest.Long(t, "the go command lists all imports of two copies of the repository, and compiles the library")
	if _, err := exec.LookPath("bash"); err != nil {
		gridtest.Cannot(t, "no bash on this machine:", err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	copyRepository(t, dir)
	for _, path := range []string{"example.org/people/setdoku", "example.net/sudoku/v2"} {
		old := strings.TrimSpace(run("go", "list", "-m"))
		run("bash", filepath.Join("scripts", "rename-module"), path)
		for line := range strings.Lines(run("go", "list", "-deps", "-test", "./...")) {
			if name := strings.TrimSpace(line); name == old || strings.HasPrefix(name, old+"/") {
				t.Errorf("after the change to %s: go list prints package %s", path, name)
			}
		}
		// The second path has no word in common with anything else in the repository.
		if strings.Contains(old, ".") {
			c := exec.Command("grep", "-rnF", "--exclude=rename_test.go", old, ".")
			c.Dir = dir
			if out, _ := c.Output(); len(out) > 0 {
				t.Errorf("after the change from %s to %s it is still in:\n%s", old, path, out)
			}
		}
	}
	run("go", "test", "-vet=off", "-run", "TestLayers|TestAPI", ".")
}

// copyRepository copies the repository without what begins with a dot, and without the packages of npm.
func copyRepository(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || name == "node_modules" {
			continue
		}
		if entry.IsDir() {
			err = os.CopyFS(filepath.Join(dir, name), os.DirFS(name))
		} else {
			var data []byte
			if data, err = os.ReadFile(name); err == nil {
				err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
