package migrations

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	sqlfiles "setdoku/sql"
)

// include replaces these lines of a text:
//
//   - -- @include NAME: by the text of sql/NAME.sql, which may have such lines too. It is for statements that are also
//     in a trigger, and for texts that views need in several places.
//   - -- @relation NAME: by a view that has the query of sql/relation/NAME.sql.
//   - -- @work NAME COMMENT: by a table with the columns of the table NAME in sql/driver/work_tables.sql.
//   - -- @shared NAME: by a view whose trigger runs sql/shared/NAME.sql, for a shell.
//   - -- @unchanged TABLE COLUMN: by the first line of a trigger before an UPDATE of any other column of the table.
//   - -- @found: by a view for each technique file that finds its deductions in the first statement.
func include(text string) (string, error) {
	var out strings.Builder
	for line := range strings.Lines(text) {
		directive, name, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(line, " -")), " ")
		err := error(nil)
		switch directive {
		case "@include":
			line, err = included(name)
		case "@relation":
			if line, err = included("relation/" + name); err == nil {
				line, err = relationView(line)
			}
		case "@work":
			line, err = workTable(name)
		case "@shared":
			line, err = sharedView(name)
		case "@unchanged":
			line, err = unchanged(name)
		case "@found":
			line, err = foundViews()
		}
		if err != nil {
			return "", fmt.Errorf("%s %s: %w", directive, name, err)
		}
		out.WriteString(line)
	}
	return out.String(), nil
}

// included returns a file of sql.
func included(name string) (string, error) {
	text, err := sqlfiles.FS.ReadFile(name + ".sql")
	if err != nil {
		return "", err
	}
	return include(string(text))
}

// unchanged returns the first line of the trigger of a table of 00204_puzzle.sql for all its columns but one.
func unchanged(tableAndColumn string) (string, error) {
	text, err := files.ReadFile("00204_puzzle.sql")
	if err != nil {
		return "", err
	}
	table, except, _ := strings.Cut(tableAndColumn, " ")
	_, rest, _ := strings.Cut(string(text), "CREATE TABLE "+table+" (")
	rest, _, found := strings.Cut(rest, "\n    CONSTRAINT ")
	if !found {
		return "", errors.New("no such table")
	}
	var columns []string
	for line := range strings.Lines(rest) {
		if m := tableColumn.FindStringSubmatch(line); m != nil && m[1] != except {
			columns = append(columns, m[1])
		}
	}
	list := strings.Join(columns, ", ")
	return fmt.Sprintf("CREATE TRIGGER %s_unchanged BEFORE UPDATE OF %s ON %[1]s\n", table, list), nil
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

// The view by which a shell runs a shared statement, and its trigger. The database prepares only the triggers of the
// view that a technique file names. SQLite has no loops, so if the statement repeats another one, the trigger inserts a
// number of rows into the view, and for each a second trigger runs that one.
const (
	runView = `
CREATE VIEW run_%[1]s ( -- In a shell INSERT INTO run_%[1]s DEFAULT VALUES runs sql/shared/%[1]s.sql; the view has no rows
    round -- How often a statement was repeated
) AS
SELECT t.digit FROM token AS t WHERE t.digit = 0;
`
	sqliteTrigger = `
-- @sqlite begin
CREATE TRIGGER shared_%s INSTEAD OF INSERT ON run_%s
WHEN %s
BEGIN
%sEND;
-- @sqlite end
`
	sqliteRounds = `
    INSERT INTO run_%s (round)
    SELECT c.combination_id
    FROM combination AS c
    ORDER BY c.combination_id;
`
	postgresTrigger = `
-- @postgres begin
CREATE FUNCTION run_%[1]s() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
%[2]s    RETURN NULL;
END;
$$;

CREATE TRIGGER shared_%[1]s INSTEAD OF INSERT ON run_%[1]s
FOR EACH ROW EXECUTE FUNCTION run_%[1]s();
-- @postgres end
`
	postgresLoop = `    LOOP
%s        EXIT WHEN NOT FOUND;
    END LOOP;
`
)

// sharedView returns the view by which a shell runs a file of sql/shared. If the file ends in -- @repeat NAME, the
// trigger then runs that one again and again.
func sharedView(name string) (string, error) {
	text, err := included("shared/" + name)
	if err != nil {
		return "", err
	}
	text, repeated, repeats := strings.Cut(text, "-- @repeat ")
	rounds, loop, second := "", "", ""
	if repeats {
		repeated = strings.TrimSpace(repeated)
		again, err := included("shared/" + repeated)
		if err != nil {
			return "", err
		}
		rounds, loop = fmt.Sprintf(sqliteRounds, name), fmt.Sprintf(postgresLoop, again)
		second = fmt.Sprintf(sqliteTrigger, repeated, name,
			"(SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round", again)
	}
	return fmt.Sprintf(runView, name) + fmt.Sprintf(sqliteTrigger, name, name, "NEW.round IS NULL", text+rounds) +
		second + fmt.Sprintf(postgresTrigger, name, text+loop), nil
}

// foundView is the view with what a technique file finds. PostgreSQL would choose an order of the joins that takes
// minutes, so there a function runs the statement in its own order, and joins by hashing. The planner expects one row
// of each view that the statement reads. So it would also merge by puzzle_id only, and compare all sets of a puzzle
// with each other. Citus does not distribute a table whose rows the function of a view returns, so it names columns.
const foundView = `
-- @postgres begin
CREATE FUNCTION found_%[1]s() RETURNS TABLE (
    puzzle_id BIGINT, technique TEXT, placement INTEGER, cell INTEGER, digit INTEGER, pattern BIGINT
) LANGUAGE sql STABLE SET search_path FROM CURRENT
SET join_collapse_limit = 1 SET enable_nestloop = off SET enable_mergejoin = off SET jit = off AS $$
%[3]s;
$$;
-- @postgres end

CREATE VIEW found_%[1]s ( -- What sql/%[1]s.sql finds, nothing applied
    %[2]s
) AS
-- @sqlite begin
%[3]s;
-- @sqlite end
-- @postgres begin
SELECT %[2]s FROM found_%[1]s();
-- @postgres end
`

// insertion matches the line of a technique file that begins to insert deductions.
var insertion = regexp.MustCompile(`(?m)^INSERT INTO deduction \(([^)]*)\)\n`)

// foundViews returns a view for each technique file that finds all deductions in its first statement, with the
// deductions that the statement inserts. The other statements insert evidence.
func foundViews() (string, error) {
	names, err := fs.Glob(sqlfiles.FS, "technique/*.sql")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, name := range names {
		text, err := sqlfiles.FS.ReadFile(name)
		if err != nil {
			return "", err
		}
		statement, others, _ := strings.Cut(string(text), ";\n")
		insert := insertion.FindStringSubmatch(statement)
		if !strings.HasPrefix(statement, "-- @technique ") || insert == nil || insertion.MatchString(others) {
			continue
		}
		for strings.HasPrefix(statement, "-- ") { // the header
			_, statement, _ = strings.Cut(statement, "\n")
		}
		columns := strings.Replace(insert[1], " technique, ",
			"\n    technique, -- The technique, as technique.name\n    ", 1)
		fmt.Fprintf(&out, foundView, strings.TrimSuffix(path.Base(name), ".sql"), columns,
			strings.TrimSpace(insertion.ReplaceAllString(statement, "")))
	}
	return out.String(), nil
}
