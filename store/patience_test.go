package store

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"setdoku/internal/testing/gridtest"
)

// TestPatience waits for a lock that another process has for a day. The clock is a false one.
func TestPatience(t *testing.T) {
	busy := busyError(t)
	synctest.Test(t, func(t *testing.T) {
		var reported []string
		p := lockWaitFrom(WithWaitNotice(t.Context(), time.Second,
			func(what string) { reported = append(reported, what) }))
		released := time.Now().Add(24 * time.Hour)
		err := p.wait(t.Context(), "a lock", func() error {
			if time.Now().Before(released) {
				time.Sleep(time.Minute) // an attempt on a slow machine
				return busy
			}
			return nil
		})
		if err != nil || !slices.Equal(reported, []string{"a lock"}) {
			t.Errorf("error %v, reported %q, want no error and one notice", err, reported)
		}
	})
}

// busyError returns the error of SQLite for a locked file.
func busyError(t *testing.T) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "locked.db")
	var busy error
	for range 2 {
		db, err := sql.Open("sqlite", path)
		gridtest.Must(t, err)
		defer db.Close()
		_, busy = db.Exec(`BEGIN EXCLUSIVE`)
	}
	if !isBusy(busy) {
		t.Fatalf("error %v, want that the file is locked", busy)
	}
	return busy
}
