// Package migrations holds the goose migrations of each database, reference data
// included. The folder name is the goose dialect.
package migrations

import "embed"

// SQLite holds sqlite/*.sql.
//
//go:embed sqlite/*.sql
var SQLite embed.FS
