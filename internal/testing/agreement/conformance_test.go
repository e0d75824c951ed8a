package agreement_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/conformance"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// postgreSQL is a new database on the server of the environment, whose tables have so many partitions.
func postgreSQL(partitions int) conformance.Database {
	return conformance.Database{
		Name: fmt.Sprintf("PostgreSQL, partitions: %d", partitions),
		Open: func(t testing.TB) (*store.DB, string) {
			url := dbtest.Server(t, partitions)
			return dbtest.OpenTarget(t, url, partitions), url
		},
	}
}

// sqliteAuto is a new SQLite file on which the engine in memory solves.
var sqliteAuto = conformance.Database{Name: "SQLite, engine auto", Open: conformance.SQLite.Open,
	Engine: catalogue.EngineAuto}

// TestRowsByHand runs the cases about rows by hand on SQLite.
func TestRowsByHand(t *testing.T) {
	t.Parallel()
	conformance.RunByHand(t)
}

// TestConformance runs the suite. It needs a server: on SQLite only the engines are compared by the other tests.
func TestConformance(t *testing.T) {
	if os.Getenv(pgtest.Variable) == "" {
		gridtest.Cannot(t, "no PostgreSQL server:", errors.New(pgtest.Variable+" is not set"))
	}
	// The number of partitions makes no difference to the rows, and a few are quicker than many.
	conformance.Run(t, sqliteAuto, postgreSQL(3))
}

// citus is a new database on all nodes of the cluster of the environment, on which the given engine solves.
func citus(engine catalogue.Engine) conformance.Database {
	return conformance.Database{
		Name:   strings.TrimSpace("Citus " + string(engine)),
		Engine: engine,
		// docs/citus.md says why.
		InsertsOnly: true,
		Open: func(t testing.TB) (*store.DB, string) {
			url := pgtest.Citus(t, 4)
			db := dbtest.OpenTarget(t, url, 1)
			if _, err := db.Distribute(t.Context()); err != nil {
				t.Fatal(err)
			}
			return db, url
		},
	}
}

// TestCitus runs the suite on a Citus cluster, with the statements as SQLite and with the engine in memory.
func TestCitus(t *testing.T) {
	if os.Getenv(pgtest.CitusVariable) == "" {
		pgtest.Citus(t, 1) // skips the test
	}
	conformance.Run(t, citus(""), citus(catalogue.EngineAuto))
}
