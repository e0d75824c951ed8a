package dbtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/migrations"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// Server returns the URL of a new database with the schema on the server of the tests. Its tables have so many
// partitions, 0 means the usual number. The database is a copy of one that was migrated before. A copy takes a
// fifth of the time.
func Server(t testing.TB, partitions int) string {
	t.Helper()
	version, err := schemaVersion()
	gridtest.Must(t, err)
	return pgtest.Copy(t, version, fmt.Sprint(partitions), func(ctx context.Context, url string) error {
		db, err := store.Create(store.WithPartitions(ctx, partitions), url)
		if err != nil {
			return err
		}
		return db.Close()
	})
}

// OpenServer opens a new database on the server of the tests, which is closed when the test ends.
func OpenServer(t testing.TB, partitions int) *store.DB {
	t.Helper()
	return OpenTarget(t, Server(t, partitions), partitions)
}

// schemaVersion is a hash of everything that the migrations put into a database.
var schemaVersion = sync.OnceValues(func() (string, error) {
	list, err := migrations.For("postgres")
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, files := range []fs.FS{list, sqlfiles.FS} {
		err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, path)
			fmt.Fprintf(hash, "%s %d\n%s", path, len(text), text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nil
})
