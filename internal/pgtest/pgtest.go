// Package pgtest gives tests databases of their own on a PostgreSQL server.
package pgtest

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // to make and drop databases

	"setdoku/internal/gridtest"
)

// Variable is the environment variable with the URL of a database on the server, whose user
// may create others.
const Variable = "SETDOKU_POSTGRES"

// Database returns the URL of a new, empty database, which is dropped when the test ends. Where no
// server is named the test is skipped, or fails when SETDOKU_REQUIRE is set.
func Database(t testing.TB) string {
	t.Helper()
	target := os.Getenv(Variable)
	if target == "" {
		gridtest.Cannot(t, "no PostgreSQL server:", errors.New(Variable+" is not set"))
	}
	u, err := url.Parse(target)
	if err != nil {
		t.Fatalf("%s is no URL", Variable)
	}
	admin, err := sql.Open("pgx", target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { admin.Close() })
	name := fmt.Sprintf("setdoku_test_%d_%08x", os.Getpid(), rand.Uint32())
	if _, err := admin.Exec(`CREATE DATABASE ` + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	u.Path = "/" + name
	return u.String()
}
