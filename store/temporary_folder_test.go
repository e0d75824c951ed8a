package store

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestRemoveAbandoned removes the folders that nobody has locked any more, and leaves all others.
func TestRemoveAbandoned(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	ctx := context.Background()
	used, err := OpenTemp(ctx)
	if err != nil {
		t.Fatal(err)
	}
	abandoned, err := OpenTemp(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := abandoned.DB.Close(); err != nil { // its process ends without removing the folder
		t.Fatal(err)
	}
	if err := abandoned.temp.lock.Close(); err != nil {
		t.Fatal(err)
	}
	keep := filepath.Join(temp, "keep")
	for _, name := range []string{"keep", temporaryPrefix + "without-a-lock", "setdoku-bench-1"} {
		dir := filepath.Join(temp, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "setdoku.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(keep, lockName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(keep, filepath.Join(temp, temporaryPrefix+"link")); err != nil {
		t.Logf("no links here: %v", err)
	}
	before := names(t, temp)
	removeAbandonedIn(temp)
	want := slices.DeleteFunc(before, func(name string) bool { return name == filepath.Base(abandoned.temp.dir) })
	if got := names(t, temp); !slices.Equal(got, want) {
		t.Errorf("%q are left, want %q", got, want)
	}
	if got := names(t, keep); len(got) != 2 {
		t.Errorf("the folder that a link leads to has %q", got)
	}
	if _, err := used.ExecContext(ctx, `CREATE TABLE still_there (a INTEGER)`); err != nil {
		t.Error(err)
	}
	if err := used.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(used.temp.dir); !os.IsNotExist(err) {
		t.Errorf("after Close: %v", err)
	}
}

// names returns the names in a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
