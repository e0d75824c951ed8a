package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
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

// tableLimit is how many rows a table has unless --limit says otherwise.
const tableLimit = 1000

func init() { register((*app).queryCommand) }

func (a *app) queryCommand() *cobra.Command {
	var f queryFlags
	cmd := &cobra.Command{
		Use:               "query SQL|-|NAME --db FILE",
		Short:             "Run a SQL statement that reads, or a query that has a name, and print its rows",
		GroupID:           groupLook,
		Annotations:       next("setdoku query 'SELECT * FROM history LIMIT 20' --db {db}"),
		ValidArgsFunction: complete.Query,
		Long: `Run one SQL statement that reads (SELECT, WITH, VALUES, EXPLAIN, PRAGMA) and print its rows
as a table, as CSV with a header, or as one JSON object a line. - reads the statement from
standard input. The database is opened read-only: a statement that writes is refused.

NAME is a query that answers a question that many have; --list tells them all, and the parameters
that --param sets. They are the files of sql/queries; docs/sql-cookbook.md shows them. A
statement of your own may have parameters too, written :name.

Worth a look first: the views board, candidate_grid, history, evidence, violation,
technique_usage and puzzle_rating, and the tables puzzle, cell, candidate, step and
elimination.`,
		Example: `  setdoku query 'SELECT * FROM technique_usage ORDER BY steps DESC' --db sudoku.db
  setdoku query --list
  setdoku query exactly_one --param technique=swordfish --db sudoku.db
  setdoku query - --db sudoku.db --format csv < hardest.sql > hardest.csv`,
		Args: usage.Args(0, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			args = takeDatabase(&f.db, args)
			if err := usage.Args(0, 1)(cmd, args); err != nil {
				return err
			}
			if f.list {
				return a.listQueries(args)
			}
			if err := usage.Args(1, 1)(cmd, args); err != nil {
				return err
			}
			if err := needDB(cmd, f.db); err != nil {
				return err
			}
			if !slices.Contains([]string{"table", "csv", "json"}, f.format) {
				return usage.Errorf("query: format %q, want table, csv or json", f.format)
			}
			if f.limit < 0 {
				return usage.Errorf("query: --limit %d, want 0 for all rows or a number of rows", f.limit)
			}
			if !cmd.Flags().Changed("limit") && f.format == "table" {
				f.limit = tableLimit
			}
			text, values, err := a.statement(args[0], f.params)
			if err != nil {
				return err
			}
			if queryName().MatchString(args[0]) {
				if err := a.noteTechnique(cmd.Context(), values["technique"]); err != nil {
					return err
				}
			}
			return a.query(cmd.Context(), f, text, values)
		},
	}
	dbFlag(cmd, &f.db)
	cmd.Flags().StringVar(&f.format, "format", "table", "print `FORMAT`: table, csv or json")
	complete.Flag(cmd, "format", complete.Values("table", "csv", "json"))
	cmd.Flags().StringArrayVar(&f.params, "param", nil, "set a parameter, `NAME=VALUE` (repeatable)")
	cmd.Flags().BoolVar(&f.list, "list", false, "list the queries that have names")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "print at most so many `ROWS`, 0 all (default 1000 for table, else 0)")
	return cmd
}

// statement returns the SQL that an argument stands for, and the values of its parameters.
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
			return "", nil, usage.Wrong(err)
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
	rows, err := db.QueryWith(ctx, text, values)
	switch {
	case errors.Is(err, store.ErrNoStatement), errors.Is(err, store.ErrStatements):
		return usage.Errorf("query: %w, want one", err)
	case errors.Is(err, store.ErrParameter):
		return usage.Errorf("query: %w", err)
	case err != nil:
		return fmt.Errorf("query: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out := bufio.NewWriter(a.Out)
	cut, err := printRows(render.NewRows(out, f.format, rows.Columns), rows, f.limit)
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		return fmt.Errorf("query: %w", err)
	}
	if cut {
		fmt.Fprintf(a.Err, "setdoku: stopped after %s, there are more (--limit 0 prints all)\n", plural.Of(f.limit, "row"))
	}
	return nil
}

// printRows prints up to limit rows, all when it is 0, and reports whether there were more.
func printRows(p render.Rows, rows *store.QueryRows, limit int) (cut bool, err error) {
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
