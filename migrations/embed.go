// Package migrations holds the goose migrations of each database, reference data
// included, and the script that distributes the tables of a server. A schema version is the same
// tables, views and triggers in both databases; the folders differ in types, storage and the
// language of triggers.
package migrations

import "embed"

// FS holds sqlite/*.sql and postgres/*.sql, a file a schema version, and citus/distribute.sql.
//
//go:embed sqlite/*.sql postgres/*.sql citus/distribute.sql
var FS embed.FS
