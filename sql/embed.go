// Package sqlfiles holds the SQL statements, which are meant to be read; see README.md in the folder. The folder
// technique has one file for each technique, or for the sizes of a technique, and relation the views that they read.
// driver has the statements that the driver runs between techniques; statements that differ between databases are in a
// subfolder for each database. query has the named queries, page those of the pages in the browser, and shell what only
// the stock shells run.
package sqlfiles

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// FS holds every statement by its file name, such as "technique/naked_subset.sql".
//
//go:embed *.sql technique/*.sql query/*.sql relation/*.sql shared/*.sql shell/*.sql
//go:embed driver/*.sql driver/*/*.sql page/*.sql page/*/*.sql
var FS embed.FS

// Page returns a query of the pages in the browser or of a command by the name of its file in sql/page, such as
// "games", without the comment above it. It panics if there is no such file. condition replaces "-- @condition" in it.
func Page(name, condition string) string {
	text, err := fs.ReadFile(FS, "page/"+name+".sql")
	if err != nil {
		panic(err)
	}
	_, query, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.ReplaceAll(query, "-- @condition", condition))
}

// Path returns the path of a file in the folder sql by its name without .sql: that of a technique, such as
// naked_subset, or one with its folder, such as driver/load.
func Path(name string) string {
	if technique := "technique/" + name + ".sql"; !strings.Contains(name, "/") {
		if _, err := fs.Stat(FS, technique); err == nil {
			return technique
		}
	}
	return name + ".sql"
}

// Text returns a file by its name, as Path takes it.
func Text(name string) (string, error) {
	text, err := fs.ReadFile(FS, Path(name))
	if err != nil {
		return "", fmt.Errorf("no statement %q: %w", name, err)
	}
	return string(text), nil
}
