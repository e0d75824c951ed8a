package database

import (
	"regexp"
	"sync"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
)

// Dialect is the SQL that a database understands. The technique files are the same for all dialects. Files that
// differ are in a folder with the name of the dialect, under migrations and sql/driver; code that differs is in this
// package.
type Dialect string

const (
	SQLite   Dialect = "sqlite"   // the embedded database, one file
	Postgres Dialect = "postgres" // a PostgreSQL server, 15 or newer
)

// IsServer reports whether a target of Open names a server. Several processes can write to a server at once.
func IsServer(target string) bool { return dialectOf(target) == Postgres }

// goose returns the name of the dialect in package goose.
func (d Dialect) goose() goose.Dialect {
	if d == Postgres {
		return goose.DialectPostgres
	}
	return goose.DialectSQLite3
}

// schemaName matches main. and temp. in front of a table name.
var schemaName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(main|temp)\.`) })

// qualify adapts a statement to the dialect. Statements use the names of SQLite for schemas: main has the tables of
// the database, and temp has temporary tables.
func (d Dialect) qualify(statement, schema string) string {
	if d == SQLite {
		return statement
	}
	return schemaName().ReplaceAllStringFunc(statement, func(name string) string {
		if name == "temp." {
			return "pg_temp."
		}
		return schema + "."
	})
}

// placeholders numbers the parameters of a statement if the dialect requires it.
func placeholders(statement string) string {
	return sqlx.Rebind(sqlx.DOLLAR, statement)
}
