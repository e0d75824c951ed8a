package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"setdoku/internal/gridtest"
)

// TestLibcOfSQLite holds modernc.org/libc to the version in the go.mod of modernc.org/sqlite. Its documentation says
// that the two work only together, and any other module of the build may raise libc.
func TestLibcOfSQLite(t *testing.T) {
	const sqlite, libc = "modernc.org/sqlite", "modernc.org/libc"
	goMod := string(bytes.TrimSpace(goCommand(t, nil, "list", "-m", "-f", "{{.GoMod}}", sqlite)))
	var of struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(goCommand(t, nil, "mod", "edit", "-json", goMod), &of); err != nil {
		t.Fatal(err)
	}
	pinned := ""
	for _, r := range of.Require {
		if r.Path == libc {
			pinned = r.Version
		}
	}
	if got := string(bytes.TrimSpace(goCommand(t, nil, "list", "-m", "-f", "{{.Version}}", libc))); got != pinned {
		t.Errorf("the build has %s %s, want %q, which the go.mod of %s requires", libc, got, pinned, sqlite)
	}
}

// goCommand returns what the go command prints. If it needs a module that cannot be downloaded, the test is skipped.
func goCommand(t *testing.T, env []string, args ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command("go", args...)
	c.Env, c.Stderr = append(os.Environ(), env...), &stderr
	out, err := c.Output()
	if err != nil {
		gridtest.Cannot(t, "the go command fails: "+stderr.String(), err)
	}
	return out
}
