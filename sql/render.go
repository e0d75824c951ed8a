package sqlfiles

import (
	"fmt"
	"strings"
)

// Render converts a text for a database, "sqlite" or "postgres". The text is SQLite's with these additions:
//
//   - BIGINT marks a column that needs 64 bits, SMALLINT one that needs 16. SQLite uses INTEGER for both.
//   - STRICT and WITHOUT ROWID are removed for PostgreSQL.
//   - ); -- @clustered becomes ) WITHOUT ROWID; for SQLite. The file is also valid in either shell as it is.
//   - ) ...; -- @partitioned ends a table that PostgreSQL partitions by puzzle_id.
//   - A line that ends in -- @sqlite or -- @postgres applies only to that database, and so do the lines
//     from -- @sqlite begin to -- @sqlite end.
//
// The error names a block without an end.
func Render(text, dialect string) (string, error) { return render(text, dialect, "") }

// RenderInPlace is Render with an empty line in place of each line for the other database, so that no line gets another
// number.
func RenderInPlace(text, dialect string) (string, error) { return render(text, dialect, "\n") }

// replacements are words of a text and those of a database in their place.
var replacements = map[string][]string{
	"sqlite": {
		"BIGINT", "INTEGER", "SMALLINT", "INTEGER", " -- @partitioned", "", "); -- @clustered", ") WITHOUT ROWID;",
	},
	"postgres": {
		") STRICT, WITHOUT ROWID; -- @partitioned", ") PARTITION BY HASH (puzzle_id);",
		") STRICT; -- @partitioned", ") PARTITION BY HASH (puzzle_id);",
		") STRICT, WITHOUT ROWID;", ");",
		") WITHOUT ROWID;", ");",
		") STRICT;", ");",
	},
}

func render(text, dialect, dropped string) (string, error) {
	words := strings.NewReplacer(replacements[dialect]...)
	var out strings.Builder
	only := "" // database of the current block
	for line := range strings.Lines(text) {
		code, mark, _ := strings.Cut(strings.TrimRight(line, "\n"), "-- @")
		switch {
		case mark == "sqlite begin" || mark == "postgres begin":
			only = strings.TrimSuffix(mark, " begin")
			line = dropped
		case only != "" && mark == only+" end":
			only = ""
			line = dropped
		case mark == "sqlite" || mark == "postgres":
			if mark != dialect {
				line = dropped
				break
			}
			line = strings.TrimRight(code, " ") + "\n"
		}
		if only != "" && only != dialect {
			line = dropped
		}
		out.WriteString(words.Replace(line))
	}
	if only != "" {
		return "", fmt.Errorf("the block @%s has no end", only)
	}
	return out.String(), nil
}
