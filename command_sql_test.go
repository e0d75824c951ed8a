package setdoku_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommandsNameTheirSQL wants every statement that a command runs to be in a file of sql, not in a string of Go.
func TestCommandsNameTheirSQL(t *testing.T) {
	statement := regexp.MustCompile(`Context\([^{}` + "`" + `"]*[` + "`" + `"]\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b`)
	err := filepath.WalkDir("internal/cli", func(file string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == "clitest" || entry.Name() == "endtoend") {
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		if found := statement.FindString(readFile(t, file)); found != "" {
			t.Errorf("%s runs %q", filepath.ToSlash(file), found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
