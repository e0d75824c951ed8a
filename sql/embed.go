// Package sqlfiles holds the statements: one file for each technique (some serve
// several by size), apply.sql, and in driver/ what the fixed-point driver runs
// between techniques, there in a folder for each database what cannot be the same for all. They
// are meant to be read; see README.md beside them.
package sqlfiles

import "embed"

// FS holds every statement by its file name, such as "naked_subset.sql".
//
//go:embed *.sql queries/*.sql relation/*.sql shared/*.sql driver/*.sql driver/sqlite/*.sql driver/postgres/*.sql
var FS embed.FS
