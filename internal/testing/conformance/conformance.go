// Package conformance is the suite of tests that every database and every engine passes. Each case does the same on a
// new SQLite file and on a new database of every kind that is tested, and compares the rows of all tables and views,
// the names and types of columns, and the words of errors.
//
// A test runs the suite:
//
//	conformance.Run(t, conformance.Database{Name: "PostgreSQL", Open: open})
package conformance

import (
	"slices"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/store"
)

// Database is a kind of database on which the suite is run.
type Database struct {
	// Name appears in the messages of failures.
	Name string
	// Open creates a new database and opens it for writing. The database is closed and removed when the test ends.
	// target is what store.OpenReadOnly opens the same database by. Open may skip the test.
	Open func(testing.TB) (db *store.DB, target string)
	// Engine solves where a case does not name an engine, catalogue.EngineSQL when it is empty. It must leave the same
	// rows as the statements, but for the name of the engine in run. A database that names an engine takes part only in
	// the cases that solve puzzles.
	Engine catalogue.Engine
	// InsertsOnly says that plain SQL may insert rows into the views of the state, and nothing else: no trigger follows
	// what it does to puzzles, the views refuse UPDATE and DELETE, and sql/apply.sql does not run. The suite then
	// leaves that out on all databases.
	InsertsOnly bool
}

// SQLite is a new SQLite file. It is the reference of the suite.
var SQLite = Database{Name: "SQLite", Open: func(t testing.TB) (*store.DB, string) {
	file := dbtest.File(t)
	return dbtest.OpenTarget(t, file, 0), file
}}

// suite is a run of all cases. The first database is the reference.
type suite []Database

// changesBySQL reports whether plain SQL may change and delete rows on all databases of the suite.
func (s suite) changesBySQL() bool {
	return !slices.ContainsFunc(s, func(d Database) bool { return d.InsertsOnly })
}

// Run runs every case as a subtest, on SQLite and on each of databases.
func Run(t *testing.T, databases ...Database) {
	t.Helper()
	all := append(suite{SQLite}, databases...)
	plain := slices.DeleteFunc(slices.Clone(all), func(d Database) bool { return d.Engine != "" })
	RunByHand(t, databases...)
	for _, c := range []struct {
		name string
		run  func(*testing.T, suite)
		// engines says that the case solves by the engine of the database, so that databases are tested that differ
		// from SQLite only in their engine.
		engines bool
	}{
		{"Solve", caseSolve, true},
		{"Import", caseImport, false},
		{"Find", caseFind, false},
		{"Snapshot", caseSnapshot, true},
		{"Query", caseQuery, false},
		{"Views", caseViews, false},
		{"Sets", caseSets, false},
		{"Stats", caseStats, true},
		{"LargeRun", caseLargeRun, true},
		{"CTE", caseCTE, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.engines {
				c.run(t, all)
			} else {
				c.run(t, plain)
			}
		})
	}
}

// RunByHand runs the cases about rows by hand as Run does. Without databases it runs them on SQLite only, in seconds.
func RunByHand(t *testing.T, databases ...Database) {
	t.Helper()
	all := append(suite{SQLite}, databases...)
	for name, run := range map[string]func(*testing.T, suite){
		"ByHand": caseByHand, "Typed": caseTyped, "FilledIn": caseFilledIn, "Refused": caseRefused,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, all)
		})
	}
}
