package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/store"
)

// queryFlags are the flags of query.
type queryFlags struct {
	db     string
	format string
	limit  int
	params []string
	list   bool
}

// A table has tableLimit rows at most without --limit, and maxTable with any: it stays in memory up to its last row,
// which decides how wide the columns are.
const (
	tableLimit = 1000
	maxTable   = 100_000
)

func init() { register((*app).queryCommand) }

func (a *app) queryCommand() *cobra.Command {
	var f queryFlags
	cmd := &cobra.Command{
		Use:               "query SQL|-|NAME [--db] FILE",
		Short:             "Run a SQL statement that reads, or a query that has a name, and print its rows",
		GroupID:           groupLook,
		Annotations:       next("setdoku query 'SELECT * FROM history ORDER BY puzzle_id, step LIMIT 20' --db {db}"),
		ValidArgsFunction: completeWord(queryNames),
		Long: `Run one SQL statement that reads (SELECT, WITH, VALUES, EXPLAIN, PRAGMA) and print its rows
as a table, as CSV with a header, or as one JSON object a line. - reads the statement from
standard input. The database is opened read-only: a statement that writes is refused.

NAME is one of the queries that come with setdoku, for common questions. --list prints their names and
their parameters, which --param sets. The queries are the files of sql/query; docs/sql-cookbook.md shows
them. A statement of your own may have parameters too, written :name.

Good to start with: the views board, candidate_grid, history, evidence, violation,
technique_usage and puzzle_rating, and the tables puzzle, cell, candidate, step and
elimination.`,
		Example: `  setdoku query 'SELECT * FROM technique_usage ORDER BY steps DESC' --db sudoku.db
  setdoku query --list
  setdoku query puzzles_with_one_hard_step --param technique=swordfish --db sudoku.db
  setdoku query - --db sudoku.db --format csv < hardest.sql > hardest.csv`,
		Args: argumentCount(0, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			args = takeDatabase(&f.db, args)
			if err := argumentCount(0, 1)(cmd, args); err != nil {
				return err
			}
			if f.list {
				return a.listQueries(args)
			}
			if err := argumentCount(1, 1)(cmd, args); err != nil {
				return err
			}
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if !cmd.Flags().Changed("limit") && f.format == "table" {
				f.limit = tableLimit
			}
			if f.format == "table" && (f.limit == 0 || f.limit > maxTable) {
				f.limit = maxTable
			}
			text, values, err := a.statement(args[0], f.params)
			if err != nil {
				return err
			}
			if queryName().MatchString(args[0]) {
				if err := a.warnUnknownTechnique(cmd.Context(), values["technique"]); err != nil {
					return err
				}
			}
			return a.query(cmd.Context(), f, text, values)
		},
	}
	dbFlag(cmd, &f.db)
	choiceFlag(cmd, &f.format, "format", "table", "print `FORMAT`: table, line, csv or json", "table", "line",
		"csv", "json")
	cmd.Flags().StringArrayVar(&f.params, "param", nil, "set a parameter, `NAME=VALUE` (repeatable)")
	cmd.Flags().BoolVar(&f.list, "list", false, "list the named queries")
	numberFlag(cmd, &f.limit, "limit", "", 0, math.MaxInt, "0 for all rows or a number of rows",
		"print at most this number of `ROWS`, 0 for all, 100000 in a table (default 1000 for table, else 0)")
	return cmd
}

// statement returns the SQL that an argument names, and the values of its parameters.
func (a *app) statement(arg string, params []string) (text string, values map[string]string, err error) {
	if values, err = parameterValues(params); err != nil {
		return "", nil, err
	}
	if queryName().MatchString(arg) {
		q, err := findQuery(arg)
		if err != nil {
			return "", nil, err
		}
		if values, err = q.Values(values); err != nil {
			return "", nil, asUsageError(err)
		}
		return q.Text, values, nil
	}
	if arg != "-" {
		return arg, values, nil
	}
	b, err := io.ReadAll(a.In)
	if err != nil {
		return "", nil, fmt.Errorf("read the statement from standard input: %w", err)
	}
	return strings.TrimPrefix(string(b), "\ufeff"), values, nil
}

func (a *app) query(ctx context.Context, f queryFlags, text string, values map[string]string) (err error) {
	db, err := store.OpenReadOnly(ctx, f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := a.warnFileRights(ctx, db); err != nil {
		return err
	}
	rows, err := db.Query(ctx, text, store.Typed(values))
	switch {
	case errors.Is(err, store.ErrNoStatement), errors.Is(err, store.ErrStatements):
		return usageErrorf("query: %w, want one", err)
	case errors.Is(err, store.ErrParameter):
		return usageErrorf("query: %w", err)
	case err != nil:
		return fmt.Errorf("query: %w%s", err, suggestName(ctx, db, text, err))
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out := bufio.NewWriter(a.Out)
	cut, err := printRows(newRowPrinter(out, f.format, rows.Columns, isTerminal(a.Out)), rows, f.limit)
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		return fmt.Errorf("query: %w", err)
	}
	if cut {
		more := "--limit 0 prints all"
		if f.format == "table" && f.limit == maxTable {
			more = "a table has no more, --format csv and json print all"
		}
		fmt.Fprintf(a.Err, "setdoku: stopped after %s, there are more (%s)\n", format.Plural(f.limit, "row"), more)
	}
	return nil
}

// warnFileRights says that a statement of the user of a server could write files there.
func (a *app) warnFileRights(ctx context.Context, db interface {
	FileRights(ctx context.Context) (string, error)
}) error {
	rights, err := db.FileRights(ctx)
	if err == nil && rights != "" {
		fmt.Fprintf(a.Err, "setdoku: warning: the user of the server %s, so that a statement may be able to write files "+
			"of the server or start programs there: name a user who may only read\n", rights)
	}
	return err
}

// suggestName returns the table, view or column that is spelled like the one that the database does not have, by its
// error about a statement, as the end of the message, or "".
func suggestName(ctx context.Context, db interface {
	Columns(context.Context) ([]store.Column, error)
}, statement string, err error) string {
	if name, _ := store.UnknownName(err.Error(), statement, nil); name == "" {
		return "" // so that other errors read no columns
	}
	columns, failed := db.Columns(ctx)
	name, known := store.UnknownName(err.Error(), statement, columns)
	if best := catalogue.Nearest(strings.ToLower(name), known); failed == nil && best != "" {
		return fmt.Sprintf(": did you mean %s?", best)
	}
	return ""
}

// printRows prints up to limit rows, all when it is 0, and reports whether there were more.
func printRows(p rowPrinter, rows *store.QueryRows, limit int) (cut bool, err error) {
	for n := 0; ; n++ {
		row, err := rows.Next()
		if err != nil {
			return false, err
		}
		if row == nil || limit > 0 && n == limit {
			return row != nil, p.Finish()
		}
		if err := p.Row(row); err != nil {
			return false, err
		}
	}
}

// queryName matches the names of queries. No SQL statement matches it.
var queryName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z_0-9]*$`) })

// findQuery returns a named query.
func findQuery(name string) (catalogue.Query, error) {
	list, err := catalogue.Queries()
	if err != nil {
		return catalogue.Query{}, err
	}
	var names []string
	for _, q := range list {
		if q.Name == name {
			return q, nil
		}
		names = append(names, q.Name)
	}
	hint := "('setdoku query --list' prints their names), and it is not SQL"
	if best := catalogue.Nearest(name, names); best != "" {
		hint = fmt.Sprintf("and it is not SQL: did you mean %s?", best)
	}
	return catalogue.Query{}, usageErrorf("query: there is no query %q %s", name, hint)
}

// warnUnknownTechnique warns when the parameter of a named query is not a technique of the catalogue. It is not an
// error, because the name may be that of a technique file.
func (a *app) warnUnknownTechnique(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	if _, known := all.Find(name); known {
		return nil
	}
	var names []string
	for _, t := range all {
		names = append(names, t.Name)
	}
	suggestion := ""
	if best := catalogue.Nearest(name, names); best != "" {
		suggestion = fmt.Sprintf(": did you mean %q?", best)
	}
	fmt.Fprintf(a.Err, "setdoku: the catalogue has no technique %q%s\n", name, suggestion)
	return nil
}

// listQueries prints the named queries with their parameters.
func (a *app) listQueries(args []string) error {
	if len(args) > 0 {
		return usageErrorf("query: --list takes no query")
	}
	list, err := catalogue.Queries()
	if err != nil {
		return err
	}
	out := &sink{Writer: a.Out}
	for _, q := range list {
		fmt.Fprintf(out, "%-18s %s\n", q.Name, q.Title)
		for _, p := range q.Parameters {
			fmt.Fprintf(out, "%-18s   %s=%s  %s\n", "", p.Name, p.Default, p.Title)
		}
	}
	return out.Err
}

// parameterValues reads the values of --param.
func parameterValues(params []string) (map[string]string, error) {
	values := make(map[string]string)
	for _, p := range params {
		name, value, found := strings.Cut(p, "=")
		if !found || name == "" {
			return nil, usageErrorf("query: --param %q, want NAME=VALUE", p)
		}
		if _, again := values[name]; again {
			return nil, usageErrorf("query: --param %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}
