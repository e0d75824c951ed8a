// Package migrations holds the schema with its reference data, and the script that distributes the tables of a server.
// The same text serves SQLite and PostgreSQL. The files are plain SQL. For makes goose migrations of them.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing/fstest"

	sqlfiles "setdoku/sql"
)

// Until the first release a change of the schema edits these files in place, and a database that was made before is
// made anew. The statements that undo a file, and the comments on columns, know only CREATE, so no file may ALTER a
// table.
//
// To add a column to the table step, change these files: 00204_puzzle.sql; StepRow in store/record; apply in
// solver/memory/logic.go; addStep in solver/statements/puzzle.go; store/step.go; solver/verify/step.go and, if steps
// that are made again must have the same value, compare.go there. The DEFAULT of the column is the value of all other
// steps. If it is not right for steps by hand, change both files 00208_by_hand; for steps of a shell, sql/apply.sql. To
// find who reads a column, search sql/query, docs, internal/web and internal/cli for its name.
//
//go:embed *.sql citus/distribute.sql
var files embed.FS

// First is the number of the first schema version. Databases with smaller numbers have other tables.
const First = 201

// The first line of a file lists what a shell of SQLite does not read as it is meant: BIGINT and SMALLINT (INTEGER in
// SQLite), @sqlite, @postgres and @partitioned, which sqlfiles.Render explains, @include, @relation, @work, @shared,
// @unchanged and @found, which the function include explains, and @comments, the rows of column_comment.
const marks = "-- Marks: "

// For returns the migrations for a database, "sqlite" or "postgres", one file for each schema version. sqlfiles.Render
// removes the lines for the other database. A file NAME.sqlite.sql or NAME.postgres.sql is for that database only.
func For(dialect string) (fs.FS, error) { return built[dialect]() }

var built = map[string]func() (fs.FS, error){
	"sqlite":   sync.OnceValues(func() (fs.FS, error) { return build("sqlite") }),
	"postgres": sync.OnceValues(func() (fs.FS, error) { return build("postgres") }),
}

// The marks of goose around statements that it must not divide.
const begin, end = "-- +goose StatementBegin\n", "-- +goose StatementEnd\n"

// Names returns the names of the files of For in their order. It is cheap: it does not read the files.
func Names(dialect string) []string {
	var names []string
	for _, source := range sources(dialect) {
		names = append(names, migrationName(source, dialect))
	}
	return names
}

// sources returns the names of the files of this package for a database.
func sources(dialect string) []string {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		panic(err) // a wrong pattern
	}
	return slices.DeleteFunc(names, func(name string) bool {
		base := strings.TrimSuffix(name, ".sql")
		only := base[strings.LastIndex(base, ".")+1:]
		return only != base && only != dialect
	})
}

// migrationName returns the name of the migration that is made of a file.
func migrationName(source, dialect string) string {
	return strings.Replace(source, "."+dialect+".", ".", 1)
}

func build(dialect string) (fs.FS, error) {
	list := make(fstest.MapFS)
	c := comments{latest: make(map[string]string)}
	for _, name := range sources(dialect) {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if _, plain, ok := strings.Cut(string(text), "\n"); ok && strings.HasPrefix(string(text), marks) {
			text = []byte(plain)
		}
		up, err := include(string(text))
		if err == nil {
			up, err = sqlfiles.Render(up, dialect)
		}
		if err == nil {
			err = c.read(up)
		}
		if err != nil {
			return nil, fmt.Errorf("migrations/%s: %w", name, err)
		}
		up = strings.Replace(up, "    -- @comments", strings.TrimSuffix(c.rows.String(), ",\n"), 1)
		text = []byte("-- +goose Up\n" + begin + up + end + "-- +goose Down\n" + begin + down(up, dialect) + end)
		list[migrationName(name, dialect)] = &fstest.MapFile{Data: text}
	}
	return list, nil
}

// created matches the first line of a statement whose object has to be dropped. The database drops indexes with their
// table, and a server drops triggers with their function.
var created = map[string]*regexp.Regexp{
	"sqlite":   regexp.MustCompile(`(?m)^CREATE (TABLE|VIEW|TRIGGER) (\w+)`),
	"postgres": regexp.MustCompile(`(?m)^CREATE (TABLE|VIEW|FUNCTION) (\w+)`),
}

// down returns the statements that undo a text: they drop the objects that it creates, the last first.
func down(up, dialect string) string {
	var drops strings.Builder
	for _, m := range slices.Backward(created[dialect].FindAllStringSubmatch(up, -1)) {
		cascade := ""
		if m[1] == "FUNCTION" {
			cascade = " CASCADE"
		}
		fmt.Fprintf(&drops, "DROP %s %s%s;\n", m[1], m[2], cascade)
	}
	return drops.String()
}

// The forms of a line that ends in a comment on a table or view: its first line, a column of a table, and columns of a
// view. A line of columns of a view may also have no comment.
var (
	relationComment = regexp.MustCompile(`^CREATE (TABLE|VIEW) (\w+) (?:\(|AS) -- (.+)`)
	tableColumn     = regexp.MustCompile(`^    (\w+) .*? -- (.+)`)
	viewColumns     = regexp.MustCompile(`^    ([\w, ]+?),?(?: -- (.+))?\n`)
)

// comments gathers the comments on tables and views as rows of column_comment.
type comments struct {
	rows   strings.Builder
	latest map[string]string // by the name of the column
}

// read reads the comments in a text. If a line has several columns of a view, its comment is the comment of each
// column. If a line has none, a column gets the last comment of a column of the same name.
func (c *comments) read(text string) error {
	relation, kind := "", ""
	for line := range strings.Lines(text) {
		if begin := relationComment.FindStringSubmatch(line); begin != nil {
			kind, relation = begin[1], begin[2]
			c.add(relation, "", begin[3])
			continue
		}
		if !strings.HasPrefix(line, "    ") { // the end of the columns
			relation = ""
		}
		if relation == "" {
			continue
		}
		column, columns := tableColumn.FindStringSubmatch(line), viewColumns.FindStringSubmatch(line)
		switch {
		case kind == "TABLE" && column != nil:
			c.add(relation, column[1], column[2])
		case kind == "VIEW" && columns != nil:
			for name := range strings.SplitSeq(columns[1], ", ") {
				comment := columns[2]
				if comment == "" {
					comment = c.latest[name]
				}
				if comment == "" {
					return fmt.Errorf("column %s of view %s has no comment", name, relation)
				}
				c.add(relation, name, comment)
			}
		}
	}
	return nil
}

func (c *comments) add(relation, column, comment string) {
	fmt.Fprintf(&c.rows, "    ('%s', '%s', '%s'),\n", relation, column, strings.ReplaceAll(comment, "'", "''"))
	c.latest[column] = comment
}

// geometryFile makes the tables of the variant of the pass.
const geometryFile = "00202_geometry.sql"

// Geometry returns the statements that make the tables of the board that techniques read, and those that fill them, for
// a connection that has temporary tables of the same names for another variant. Each statement that names the variant
// has a parameter ? for it.
func Geometry(dialect string) (string, error) {
	text, err := files.ReadFile(geometryFile)
	if err != nil {
		return "", err
	}
	_, plain, _ := strings.Cut(string(text), "\n")
	rendered, err := sqlfiles.Render(plain, dialect)
	return strings.ReplaceAll(rendered, "'classic'", "?"), err
}

// Citus returns the script that distributes the tables of a server over the nodes of a Citus cluster.
func Citus() ([]byte, error) {
	text, err := files.ReadFile("citus/distribute.sql")
	if err != nil {
		return nil, err
	}
	script, err := include(string(text))
	if err == nil {
		script, err = sqlfiles.Render(script, "postgres")
	}
	return []byte(script), err
}
