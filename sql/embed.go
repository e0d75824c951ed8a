// Package sqlfiles holds the SQL statements. There is one file for each technique, or for the sizes of a technique,
// and apply.sql. The folder driver has the statements that the driver runs between techniques; statements that differ
// between databases are in a subfolder for each database. The folder pages has the queries of the pages in the browser.
// The files are meant to be read; see README.md in the folder.
package sqlfiles

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// FS holds every statement by its file name, such as "naked_subset.sql".
//
//go:embed *.sql queries/*.sql relation/*.sql shared/*.sql shell/*.sql
//go:embed driver/*.sql driver/*/*.sql pages/*.sql pages/*/*.sql
var FS embed.FS

// Page returns a query of the pages in the browser or of a command by the name of its file in sql/pages, such as
// "games", without the comment above it. It panics if there is no such file. condition replaces "-- @condition" in it.
func Page(name, condition string) string {
	text, err := fs.ReadFile(FS, "pages/"+name+".sql")
	if err != nil {
		panic(err)
	}
	_, query, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.ReplaceAll(query, "-- @condition", condition))
}

// Text returns a file by its name without .sql, such as naked_subset or driver/load.
func Text(name string) (string, error) {
	text, err := fs.ReadFile(FS, name+".sql")
	if err != nil {
		return "", fmt.Errorf("no statement %q: %w", name, err)
	}
	return string(text), nil
}
