// Package migrations holds the schema, reference data included, as goose migrations, and the script that distributes the
// tables of a server. One text serves SQLite and PostgreSQL; For says what differs.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"testing/fstest"
)

//go:embed *.sql citus/distribute.sql
var files embed.FS

// First is the number of the first schema version. Databases of the time when the schema was written once for each of the
// two databases have smaller numbers.
const First = 101

// For returns the migrations of a database, "sqlite" or "postgres", one file a schema version. The text is SQLite's with these
// differences:
//
//   - BIGINT marks what needs 64 bits. SQLite has INTEGER for it, which always has 64.
//   - STRICT and WITHOUT ROWID are SQLite's. PostgreSQL leaves them out.
//   - ) ...; -- @partitioned ends a table that PostgreSQL partitions by puzzle_id.
//   - A line that ends in -- @sqlite or -- @postgres is for that database alone, as are the lines from -- @sqlite begin to -- @sqlite end.
//   - A file NAME.sqlite.sql or NAME.postgres.sql is for that database alone.
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
		rendered, err := render(string(text), dialect)
		if err != nil {
			return nil, fmt.Errorf("migrations/%s: %w", name, err)
		}
		list[strings.Replace(name, "."+dialect+".", ".", 1)] = &fstest.MapFile{Data: []byte(rendered)}
	}
	return list, nil
}

// Citus returns the script that distributes the tables of a server over the nodes of a Citus cluster.
func Citus() ([]byte, error) { return files.ReadFile("citus/distribute.sql") }

// render writes a text of both databases for one of them.
func render(text, dialect string) (string, error) {
	words := strings.NewReplacer("BIGINT", "INTEGER", " -- @partitioned", "")
	if dialect == "postgres" {
		words = strings.NewReplacer(
			") STRICT, WITHOUT ROWID; -- @partitioned", ") PARTITION BY HASH (puzzle_id);",
			") STRICT; -- @partitioned", ") PARTITION BY HASH (puzzle_id);",
			") STRICT, WITHOUT ROWID;", ");",
			") STRICT;", ");",
		)
	}
	var out strings.Builder
	only := "" // the database that the block is for
	for line := range strings.Lines(text) {
		code, mark, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "-- @")
		switch {
		case mark == "sqlite begin" || mark == "postgres begin":
			only = strings.TrimSuffix(mark, " begin")
			continue
		case mark == only+" end" && only != "":
			only = ""
			continue
		case mark == "sqlite" || mark == "postgres":
			if mark != dialect {
				continue
			}
			line = strings.TrimRight(code, " ") + "\n"
		case mark != "" && mark != "partitioned":
			return "", fmt.Errorf("unknown mark @%s", mark)
		}
		if only == "" || only == dialect {
			out.WriteString(words.Replace(line))
		}
	}
	return out.String(), nil
}
