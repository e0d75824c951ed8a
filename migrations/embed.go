// Package migrations holds the schema with its reference data as goose migrations, and the script that distributes
// the tables of a server. The same text serves SQLite and PostgreSQL.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing/fstest"

	"setdoku/internal/sqltext"
	sqlfiles "setdoku/sql"
)

//go:embed *.sql citus/distribute.sql
var files embed.FS

// First is the number of the first schema version. Databases with smaller numbers have other tables.
const First = 201

// For returns the migrations for a database, "sqlite" or "postgres", one file for each schema version. sqltext.Render
// removes the lines for the other database. A file NAME.sqlite.sql or NAME.postgres.sql is for that database only.
func For(dialect string) (fs.FS, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	list := make(fstest.MapFS)
	var comments strings.Builder
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
		commentRows(&comments, rendered)
		rendered = strings.Replace(rendered, "    -- @comments\n", comments.String(), 1)
		list[strings.Replace(name, "."+dialect+".", ".", 1)] = &fstest.MapFile{Data: []byte(rendered)}
	}
	return list, nil
}

// The two forms of a line in CREATE TABLE that ends in a comment: the first line, and a column.
var (
	tableComment  = regexp.MustCompile(`^CREATE TABLE (\w+) \( -- (.+)`)
	columnComment = regexp.MustCompile(`^    (\w+) .*? -- (.+)`)
)

// commentRows writes the comments of the tables in a text as rows of column_comment, one in a line.
func commentRows(out *strings.Builder, text string) {
	table := ""
	for line := range strings.Lines(text) {
		column, comment := "", columnComment.FindStringSubmatch(line)
		if begin := tableComment.FindStringSubmatch(line); begin != nil {
			table, comment = begin[1], begin
		} else if strings.HasPrefix(line, ")") {
			table = ""
		} else if comment != nil {
			column = comment[1]
		}
		if table != "" && comment != nil {
			fmt.Fprintf(out, "    ('%s', '%s', '%s'),\n", table, column, strings.ReplaceAll(comment[2], "'", "''"))
		}
	}
}

// Citus returns the script that distributes the tables of a server over the nodes of a Citus cluster.
func Citus() ([]byte, error) {
	text, err := files.ReadFile("citus/distribute.sql")
	if err != nil {
		return nil, err
	}
	script, err := include(string(text))
	if err == nil {
		script, err = sqltext.Render(script, "postgres")
	}
	return []byte(script), err
}

// include replaces a line -- @include NAME by the text of sql/NAME.sql, which may have such lines too. It is for
// statements that are also in a trigger, and for conditions that a view needs in several places.
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
		included, err := include(string(statement))
		if err != nil {
			return "", fmt.Errorf("%s.sql: %w", name, err)
		}
		for line := range strings.Lines(included) {
			if !strings.HasPrefix(line, "-- @repeat") { // it tells the solver what to do
				out.WriteString(line)
			}
		}
	}
	return out.String(), nil
}
