package pgtest_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// databases returns how many databases have this name.
func databases(t *testing.T, name string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), os.Getenv(pgtest.Variable))
	gridtest.Must(t, err)
	defer conn.Close(t.Context())
	gridtest.Must(t, conn.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_database WHERE datname = $1`,
		name).Scan(&n))
	return n
}

// TestDatabase wants an empty database that exists until the test ends, even with an open connection.
func TestDatabase(t *testing.T) {
	var name string
	t.Run("inside", func(t *testing.T) {
		conn, err := pgx.Connect(t.Context(), pgtest.Database(t))
		gridtest.Must(t, err)
		t.Cleanup(func() { conn.Close(t.Context()) })
		var tables int
		err = conn.QueryRow(t.Context(), `
			SELECT CURRENT_DATABASE(), COUNT(*) FROM pg_tables WHERE schemaname = 'public'`).Scan(&name, &tables)
		if err != nil || tables != 0 || databases(t, name) != 1 {
			t.Errorf("database %q with %d tables, error %v, want one without any", name, tables, err)
		}
		if other := pgtest.Database(t); other == "" || databases(t, name) != 1 {
			t.Error("a second database takes the place of the first")
		}
	})
	if t.Skipped() || name == "" {
		return
	}
	if n := databases(t, name); n != 0 {
		t.Errorf("database %s is still there", name)
	}
}

// TestStale wants the databases of a killed test dropped, and no others.
func TestStale(t *testing.T) {
	pgtest.Database(t) // skips the test without a server
	conn, err := pgx.Connect(t.Context(), os.Getenv(pgtest.Variable))
	gridtest.Must(t, err)
	defer conn.Close(t.Context())
	now := time.Now()
	old := fmt.Sprintf("setdoku_test_%d_%08x", now.Add(-25*time.Hour).Unix(), os.Getpid())
	young := fmt.Sprintf("setdoku_test_%d_%08x", now.Add(-23*time.Hour).Unix(), os.Getpid())
	for _, name := range []string{old, young} {
		if _, err := conn.Exec(t.Context(), `CREATE DATABASE `+name); err != nil {
			t.Fatal(err)
		}
	}
	pgtest.DropStale(t)
	if databases(t, old) != 0 || databases(t, young) != 1 {
		t.Errorf("%d databases of yesterday and %d of today, want 0 and 1", databases(t, old), databases(t, young))
	}
	if _, err := conn.Exec(t.Context(), `DROP DATABASE `+young); err != nil {
		t.Fatal(err)
	}
}
