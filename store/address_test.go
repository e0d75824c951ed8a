package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/store"
)

// TestAddress opens addresses that are neither a path nor the URL of a server. Each is refused with the right form, no
// file is made, and no password is printed.
func TestAddress(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, target := range []string{
		"", "host=localhost password=secret", " password = secret", "DBNAME=x password=secret", "sqlite:x.db",
		"sqlite3:x", "file:x?mode=rw",
		"file:///x.db", "mysql://me:secret@host/x", "MariaDB://me:secret@host/x",
		"jdbc:postgresql://host/x?password=secret",
		"postgres:x", "postgres:/me:secret@host/x", "http://me:secret@host/x",
	} {
		for name, open := range waysToOpen() {
			_, err := open(t.Context(), target)
			if err == nil || !strings.Contains(err.Error(), "postgres://user:password@host:port/database") {
				t.Errorf("%s %q: %v, want an error with the right form", name, target, err)
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("%s %q: the error has the password: %v", name, target, err)
			}
		}
	}
	// Schemes have no case, so these are servers that do not exist.
	for _, target := range []string{"Postgres://me:secret@127.0.0.1:1/x", "POSTGRESQL://me:secret@127.0.0.1:1/x"} {
		_, err := store.Create(t.Context(), target)
		if err == nil || !strings.Contains(err.Error(), "postgres://me@127.0.0.1:1/x") ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("Open %q: %v, want an error that names the server without the password", target, err)
		}
	}
	if made, err := os.ReadDir("."); err != nil || len(made) > 0 {
		t.Errorf("the folder has %v, %v, want nothing", made, err)
	}
	for _, target := range []string{"/" + filepath.Join(dir, "a.db"), "./sqlite:b.db", "c:d.db", "x=y.db"} {
		db, err := store.Create(t.Context(), target)
		if err != nil {
			t.Errorf("Open %q: %v", target, err)
			continue
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat("a.db"); err != nil {
		t.Error(err)
	}
}
