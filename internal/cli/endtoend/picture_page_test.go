package endtoend

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"setdoku/internal/cli/clitest"
)

// TestREADMEPictures compares the pictures of README.md with what show draws. -update writes them.
func TestREADMEPictures(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "sudoku.db")
	clitest.Call(t.Context(), nil, "solve", clitest.InRepository("testdata/sample.sdm"), "--db", db).Must(t, 0)
	for _, theme := range []string{"light", "dark"} {
		drawn := filepath.Join(dir, theme+".svg")
		clitest.Call(t.Context(), nil, "show", "22", "--db", db, "--step", "11", "--rows", "--theme", theme, "--svg",
			drawn).Must(t, 0)
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		path := clitest.InRepository("docs/readme-" + theme + ".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what show draws (error %v): go test ./internal/cli/endtoend -run "+
				"TestREADMEPictures -update", path, err)
		}
	}
}
