// Package migrations holds the schema, reference data included, as goose migrations, and the script that distributes the
// tables of a server. One text serves SQLite and PostgreSQL.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"testing/fstest"

	"setdoku/internal/sqltext"
	sqlfiles "setdoku/sql"
)

//go:embed *.sql citus/distribute.sql
var files embed.FS

// First is the number of the first schema version. Databases of the time when the schema was written once for each of the
// two databases have smaller numbers.
const First = 101

// For returns the migrations of a database, "sqlite" or "postgres", one file a schema version. sqltext.Render says what differs
// in a text. A file NAME.sqlite.sql or NAME.postgres.sql is for that database alone.
func For(dialect string) (fs.FS, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	list := make(fstest.MapFS)
	for _, name := range names {
		base := strings.TrimSuffix(name, ".sql")
		if only := base[strings.LastIndex(base, ".")+1:]; only != base && only != dialect {
			continue
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		rendered, err := include(string(text))
		if err == nil {
			rendered, err = sqltext.Render(rendered, dialect)
		}
		if err != nil {
			return nil, fmt.Errorf("migrations/%s: %w", name, err)
		}
		list[strings.Replace(name, "."+dialect+".", ".", 1)] = &fstest.MapFile{Data: []byte(rendered)}
	}
	return list, nil
}

// Citus returns the script that distributes the tables of a server over the nodes of a Citus cluster.
func Citus() ([]byte, error) { return files.ReadFile("citus/distribute.sql") }

// include puts the text of sql/NAME.sql in the place of a line -- @include NAME, for statements that are also in a trigger.
func include(text string) (string, error) {
	var out strings.Builder
	for line := range strings.Lines(text) {
		name, isInclude := strings.CutPrefix(strings.TrimSpace(line), "-- @include ")
		if !isInclude {
			out.WriteString(line)
			continue
		}
		statement, err := sqlfiles.FS.ReadFile(name + ".sql")
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(statement)) {
			if !strings.HasPrefix(line, "-- @repeat") { // it tells the solver what to do
				out.WriteString(line)
			}
		}
	}
	return out.String(), nil
}
