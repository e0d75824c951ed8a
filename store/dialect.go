package store

// Dialect is the SQL that a database understands. The technique files are the same for all dialects. Files that
// differ are in a folder with the name of the dialect, under migrations and sql/driver; code that differs is in this
// package.
type Dialect string

const (
	SQLite   Dialect = "sqlite"   // the embedded database, one file
	Postgres Dialect = "postgres" // a PostgreSQL server, 15 or newer
)
