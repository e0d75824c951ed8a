// Package migrations holds the goose migrations of each database, reference data
// included. A schema version is the same tables, views and triggers in both; the folders differ
// in types, storage and the language of triggers.
package migrations

import "embed"

// FS holds sqlite/*.sql and postgres/*.sql.
//
//go:embed sqlite/*.sql postgres/*.sql
var FS embed.FS
