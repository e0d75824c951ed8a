// Package migrations holds the schema with its reference data, and the script that distributes the tables of a server.
// The same text serves SQLite and PostgreSQL. The files are plain SQL. For makes goose migrations of them.
package migrations

import (
	"embed"
	"errors"
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
// To change a column of the table step, change these files: 00204_puzzle.sql, both files 00208_by_hand, sql/apply.sql,
// work_tables.sql, apply.sql, conclude_search.sql and save_steps.sql in sql/driver, StepRow in path.go,
// solver/memory/logic.go and solver/memory/waiting.go, which make it, write.go and records.go in store, and
// solver/verify. For the column rule also the view evidence in 00207_view.sql, start.go and play.go in store. To find
// who reads a column, search sql/queries, docs, internal/web and internal/cli for its name.
//
//go:embed *.sql citus/distribute.sql
var files embed.FS

// First is the number of the first schema version. Databases with smaller numbers have other tables.
const First = 201

// The first line of a file lists what a shell of SQLite does not read as it is meant: BIGINT and SMALLINT (INTEGER in
// SQLite), @sqlite, @postgres and @partitioned, which sqlfiles.Render explains, @include, @relation, @work and @shared,
// which the function include explains, and @comments, the rows of column_comment.
const marks = "-- Marks: "

// For returns the migrations for a database, "sqlite" or "postgres", one file for each schema version. sqlfiles.Render
// removes the lines for the other database. A file NAME.sqlite.sql or NAME.postgres.sql is for that database only.
func For(dialect string) (fs.FS, error) {
	if dialect == "postgres" {
		return forPostgres()
	}
	return forSQLite()
}

var (
	forSQLite   = sync.OnceValues(func() (fs.FS, error) { return build("sqlite") })
	forPostgres = sync.OnceValues(func() (fs.FS, error) { return build("postgres") })
)

// The marks of goose around statements that it must not divide.
const begin, end = "-- +goose StatementBegin\n", "-- +goose StatementEnd\n"

func build(dialect string) (fs.FS, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	list := make(fstest.MapFS)
	c := comments{latest: make(map[string]string)}
	for _, name := range names {
		base := strings.TrimSuffix(name, ".sql")
		if only := base[strings.LastIndex(base, ".")+1:]; only != base && only != dialect {
			continue
		}
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
		list[strings.Replace(name, "."+dialect+".", ".", 1)] = &fstest.MapFile{Data: text}
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
		column, columns := tableColumn.FindStringSubmatch(line), viewColumns.FindStringSubmatch(line)
		switch {
		case relation == "":
		case !strings.HasPrefix(line, "    "): // the end of the columns
			relation = ""
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

// include replaces a line -- @include NAME by the text of sql/NAME.sql, which may have such lines too. It is for
// statements that are also in a trigger, and for texts that views need in several places. It replaces a line
// -- @relation NAME by a view that has the query of sql/relation/NAME.sql, and a line -- @work NAME COMMENT by a table
// with the columns of the table NAME in sql/driver/work_tables.sql. A line -- @shared NAME becomes the trigger of a
// file by which a shell runs sql/shared/NAME.sql.
func include(text string) (string, error) {
	var out strings.Builder
	for line := range strings.Lines(text) {
		directive, name, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(line, " -")), " ")
		switch directive {
		default:
			out.WriteString(line)
			continue
		case "@include":
		case "@shared":
			name = "shared/" + name
		case "@relation":
			name = "relation/" + name
		case "@work":
			table, err := workTable(name)
			if err != nil {
				return "", err
			}
			out.WriteString(table)
			continue
		}
		statement, err := sqlfiles.FS.ReadFile(name + ".sql")
		if err != nil {
			return "", err
		}
		included, err := include(string(statement))
		if err == nil && directive == "@relation" {
			included, err = relationView(included)
		}
		if directive == "@shared" {
			included = fmt.Sprintf("CREATE TRIGGER shared_%s INSTEAD OF INSERT ON shared_statement WHEN NEW.name = "+
				"'%[1]s'\nBEGIN\n%sEND;\n",
				strings.TrimPrefix(name, "shared/"), included)
		}
		if err != nil {
			return "", fmt.Errorf("%s.sql: %w", name, err)
		}
		for line := range strings.Lines(included) {
			if !strings.HasPrefix(line, "-- @repeat") { // an instruction for the solver
				out.WriteString(line)
			}
		}
	}
	return out.String(), nil
}

// relationFile matches a file of sql/relation: the name and the comment of the table, its columns, and the query before
// and after INTO.
var relationFile = regexp.MustCompile(`(?s)CREATE TEMP TABLE IF NOT EXISTS (\w+) \( -- ([^\n]+)\n` +
	`(.*?)    PRIMARY KEY.*?` +
	`DELETE FROM \w+;\n\n(.*?)INSERT INTO \w+ \(([^)]*)\)\n(.*);\n`)

// relationView returns the view for shells of a relation that the solver has as a temporary table. The query is the
// same, for all unfinished puzzles in place of those of a pass. MATERIALIZED keeps both databases from running it again
// for each row of a join.
func relationView(text string) (string, error) {
	m := relationFile.FindStringSubmatch(text)
	if m == nil {
		return "", errors.New("it does not fill a table")
	}
	columns := regexp.MustCompile(`(?m)^    (\w+) .*?, -- `).ReplaceAllString(m[3], "    $1, -- ")
	columns = columns[:strings.LastIndex(columns, ", -- ")] + columns[strings.LastIndex(columns, ", -- ")+1:]
	return fmt.Sprintf(`CREATE VIEW %s ( -- For techniques: %s
%s) AS
WITH pass AS (
    SELECT z.puzzle_id FROM puzzle AS z WHERE z.status IN ('new', 'stuck') AND z.variant = 'classic'
),
found (%s) AS MATERIALIZED (
%s%s
)
SELECT %[4]s FROM found;
`, m[1], m[2], columns, m[5], m[4], m[6]), nil
}

// workTable returns the table for shells that the solver has as a temporary table. prefixed is its name and the begin
// of its comment.
func workTable(prefixed string) (string, error) {
	text, err := sqlfiles.FS.ReadFile("driver/work_tables.sql")
	if err != nil {
		return "", err
	}
	name, prefix, _ := strings.Cut(prefixed, " ")
	_, rest, ok := strings.Cut(string(text), "CREATE TEMP TABLE IF NOT EXISTS "+name+" ( -- ")
	columns, _, ended := strings.Cut(rest, ") WITHOUT ROWID;\n")
	if !ok || !ended {
		return "", fmt.Errorf("driver/work_tables.sql has no table %s with a comment", name)
	}
	columns = strings.Replace(columns, "    PRIMARY KEY", "    CONSTRAINT pk_"+name+" PRIMARY KEY", 1)
	return "CREATE TABLE " + name + " ( -- " + prefix + ": " + columns + ") STRICT, WITHOUT ROWID;\n", nil
}
