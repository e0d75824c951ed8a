package store

import (
	"regexp"
	"strings"
	"sync"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
)

// Dialect is the SQL that a database speaks. The technique files are the same for all; what
// cannot be is in a folder of this name under migrations and under sql/driver, or asks for
// the dialect in this package.
type Dialect string

const (
	SQLite   Dialect = "sqlite"   // the embedded database, one file
	Postgres Dialect = "postgres" // a PostgreSQL server, 15 or newer
)

// dialectOf returns the dialect of what --db was given: a URL names a server, all else a file.
func dialectOf(target string) Dialect {
	if strings.HasPrefix(target, "postgres://") || strings.HasPrefix(target, "postgresql://") {
		return Postgres
	}
	return SQLite
}

// Name returns a target of Open as it may be shown: a URL without its password.
func Name(target string) string {
	if dialectOf(target) == Postgres {
		return serverName(target)
	}
	return target
}

// IsServer reports whether a target of Open names a server, where several processes may
// write at once.
func IsServer(target string) bool { return dialectOf(target) == Postgres }

// goose returns the name that goose has for the dialect.
func (d Dialect) goose() goose.Dialect {
	if d == Postgres {
		return goose.DialectPostgres
	}
	return goose.DialectSQLite3
}

// schemaName finds main. and temp. in front of a table name.
var schemaName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(main|temp)\.`) })

// qualify writes a statement for the dialect. Statements name the schema of the database
// main and that of temporary tables temp, as SQLite does.
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

// placeholders numbers the parameters of a statement where the dialect wants that.
func placeholders(statement string) string {
	return sqlx.Rebind(sqlx.DOLLAR, statement)
}
