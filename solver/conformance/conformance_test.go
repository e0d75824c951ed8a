package conformance_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
	"setdoku/solver/conformance"
	"setdoku/solver/driver"
	"setdoku/store"
)

// postgreSQL is a new database on the server of the environment, whose tables have so many partitions.
func postgreSQL(partitions int) conformance.Database {
	return conformance.Database{
		Name: fmt.Sprintf("PostgreSQL, partitions: %d", partitions),
		Open: func(t testing.TB) (*store.DB, string) {
			url := pgtest.Database(t)
			return dbtest.OpenTarget(t, url, partitions), url
		},
	}
}

// inMemory is a new SQLite file on which the engine in memory solves.
var inMemory = conformance.Database{Name: "SQLite, engine auto", Open: conformance.SQLite.Open, Engine: driver.EngineAuto}

// TestConformance runs the suite. Where there is no server it compares the engines on SQLite alone, and reports what is
// missing.
func TestConformance(t *testing.T) {
	databases := []conformance.Database{inMemory}
	if os.Getenv(pgtest.Variable) != "" {
		databases = append(databases, postgreSQL(1), postgreSQL(16))
	} else {
		t.Run("PostgreSQL", func(t *testing.T) {
			gridtest.Cannot(t, "no PostgreSQL server:", errors.New(pgtest.Variable+" is not set"))
		})
	}
	conformance.Run(t, databases...)
}
