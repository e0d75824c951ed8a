package gridtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
)

// SharedDir returns the folder shared next to the repository. It contains lists of puzzles and cases that are not
// part of the repository. Without it the test is skipped, or fails if the environment variable SETDOKU_REQUIRE is
// set.
func SharedDir(t testing.TB) string {
	t.Helper()
	dir, err := FindShared()
	if err == nil {
		return dir
	}
	Cannot(t, "no folder shared next to the repository:", err)
	return ""
}

// List returns at most so many puzzles of a list in the folder shared, such as 17_clue.
func List(t testing.TB, name string, most int) (list []setdoku.Grid) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(SharedDir(t), "data", name+".txt"))
	Must(t, err)
	for line := range strings.Lines(string(text)) {
		d, err := setdoku.ParseGrid(line[:min(len(line), setdoku.CellCount)])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if list = append(list, d); len(list) == most {
			break
		}
	}
	return list
}

// Cannot skips a test that needs more than this machine has, for the given reason. It fails the test if the
// environment variable SETDOKU_REQUIRE is set.
func Cannot(t testing.TB, why string, err error) {
	t.Helper()
	if Required() {
		t.Fatal("SETDOKU_REQUIRE is set and", why, err)
	}
	t.Skip(why, err)
}

// Lacks skips a test that needs what no package of Debian has. The reason is printed, and SETDOKU_REQUIRE does not
// forbid it.
func Lacks(t testing.TB, why string) {
	t.Helper()
	t.Skip(why)
}

// FindShared returns the folder shared next to the root of the module under test, or an error.
func FindShared() (string, error) {
	root, err := findRoot()
	if err != nil {
		return "", err
	}
	shared := filepath.Join(filepath.Dir(root), "shared")
	_, err = os.Stat(shared)
	return shared, err
}

// File returns the path of a file of the repository, given by the elements of its path from the top folder.
func File(t testing.TB, elements ...string) string {
	t.Helper()
	root, err := findRoot()
	if err != nil {
		t.Fatal("the top folder of the repository is not found:", err)
	}
	return filepath.Join(append([]string{root}, elements...)...)
}

// findRoot returns the folder of go.mod, the working folder or one above it.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
}
