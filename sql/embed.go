// Package sqlfiles holds the SQL statements. There is one file for each technique, or for the sizes of a technique,
// and apply.sql. The folder driver has the statements that the driver runs between techniques; statements that differ
// between databases are in a subfolder for each database. The files are meant to be read; see README.md in the
// folder.
package sqlfiles

import "embed"

// FS holds every statement by its file name, such as "naked_subset.sql".
//
//go:embed *.sql queries/*.sql relation/*.sql shared/*.sql driver/*.sql driver/sqlite/*.sql driver/postgres/*.sql
var FS embed.FS
