package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"

	"setdoku/store/record"
)

// backend is what differs between the databases: SQLite (sqlite.go), PostgreSQL (postgres.go), and PostgreSQL with
// tables on the nodes of Citus (citus.go). A DB has one of the first two. A connection for writing has its own,
// because it asks whether there is Citus.
type backend interface {
	// texts returns the statements and names that differ.
	texts() *texts

	// connect makes a pool of connections, and opens none yet. mode is ro, rw, or rwc, which creates a missing file.
	connect(ctx context.Context, target, mode string) (*DB, error)
	// identify returns the schema version, 0 for an empty database.
	identify(ctx context.Context, db *DB) (version int64, err error)
	// migrator returns the dialect and the options of goose.
	migrator() (goose.Dialect, []goose.ProviderOption, error)
	// beginMigration makes what goose does not make, and returns the schema versions among that.
	beginMigration(ctx context.Context, db *DB) (added []Migration, err error)
	// checkMayWrite is DB.CheckMayWrite.
	checkMayWrite(ctx context.Context, db *DB) error
	// blocked adds to an error which file this user may not use.
	blocked(path string, err error) error

	// query is DB.Query.
	query(ctx context.Context, db *DB, text string, values map[string]any) (*QueryRows, error)
	// checkIntegrity, checkSchema and checkConstraints are the methods of Snapshot.
	checkIntegrity(ctx context.Context, s *Snapshot) error
	checkSchema(ctx context.Context, s *Snapshot) (added []string, compared bool, err error)
	checkConstraints(ctx context.Context, s *Snapshot) error

	// acquire changes the settings of a connection for writing and returns its backend, release changes them back.
	acquire(ctx context.Context, c *Conn) (backend, error)
	release(c *Conn)
	// setTriggers switches the triggers on or off for a connection, if it can.
	setTriggers(c *Conn, on bool) error
	// begin waits until the connection may begin to write, and returns the statement that begins a transaction.
	begin(c *Conn) string
	// insert returns what takes the rows for columns of a table.
	insert(ctx context.Context, c *Conn, table string, columns []string) rowWriter
	// addKeys gives puzzles that were not there ids in their order, except others, which another connection has added
	// meanwhile.
	addKeys(ctx context.Context, c *Conn, puzzles []*record.Puzzle) (added, others []*record.Puzzle, err error)
	// finish writes the results of a run into the table puzzle, and returns those whose version was unchanged.
	finish(ctx context.Context, c *Conn, run int64, results []*record.Puzzle) (saved []*record.Puzzle, err error)
	// lock locks puzzles until the transaction ends.
	lock(ctx context.Context, c *Conn, ids []int64) error
	// share is Claims.Look for a filter that shares the puzzles with other workers.
	share(ctx context.Context, k *Claims, limit int) error
}

// texts are the statements and names that differ between the databases. "" is a statement that a database does not
// need.
type texts struct {
	dialect      Dialect
	isolation    sql.IsolationLevel // of a transaction that sees the database as it is at one moment
	temp         string             // the schema of temporary tables, "" where statements can use main. and temp.
	versionTable string             // the table of schema versions
	keyTable     string             // the table that keeps puzzles unique

	hasTable   string // whether the database has a table of a name
	tempTables string // the qualified names of the temporary tables of the connection
	empty      string // begins a statement that deletes all rows of tables
	emptyNext  string // is between two of these tables
	dropTemp   string // drops all that is temporary at once
	schema     string // a number that grows with every change of the schema

	skipChecks    string // switches foreign keys and CHECK constraints off
	reading       string // begins a transaction that sees the database as it is at one moment
	beginWriter   string // the triggers take no row for one by hand from here
	endWriter     string // to here
	checkByHand   string // does what a trigger does after a row by hand into the table %s
	lockIsomorphs string // lets one connection look for isomorphs
	mayLock       string // returns an error if the user may not lock puzzles
	session       string // the number of the session
	isBlocked     string // whether a session waits for another one

	hasCitus string // whether the extension Citus is installed
	layout   string // the tables and their partitions
}

// rowWriter takes the rows of a table.
type rowWriter interface {
	add(row []any) error
	end() error
}

// InProcess reports whether the database runs in this process, and not on a server that others use too.
func (db *DB) InProcess() bool { return db.config == nil }

// InFile reports whether the database is a file, which many connections read while one writes.
func (db *DB) InFile() bool { return db.file != nil }

// LocksRows reports whether a transaction locks the puzzles that it writes. Otherwise it locks the database.
func (db *DB) LocksRows() bool { return db.texts().mayLock != "" }
