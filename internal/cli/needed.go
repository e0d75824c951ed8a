package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/store"
)

func init() { register((*app).neededCommand) }

func (a *app) neededCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:     "needed [--db] FILE",
		Short:   "Compute which steps the solved puzzles needed, for questions in SQL",
		GroupID: groupSolve,
		Annotations: next(
			"setdoku query 'SELECT rule, COUNT(DISTINCT puzzle_id) AS puzzles FROM needed GROUP BY rule' --db {db}"),
		Long: `Fill the table needed: a row for each step that the solution of a puzzle needs, with the number of its
needed deductions. 'setdoku history --needed' shows the same steps. Puzzles that have their rows already are
left out, so the same command goes on after an interrupt. Solving a puzzle again deletes its rows.

A puzzle gets no rows if its run did not store every deduction (see --audit of solve).`,
		Example: `  setdoku needed --db sudoku.db`,
		Args:    databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			return a.needed(cmd.Context(), path)
		},
	}
	dbFlag(cmd, &path)
	return cmd
}

func (a *app) needed(ctx context.Context, path string) (err error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bar := a.progressTo(0, false)
	filled, incomplete := 0, 0
	err = batch.FillNeeded(ctx, db, func(n, left int) {
		filled, incomplete = n, left
		bar.At(0, n+left)
	})
	bar.Finish()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(a.Err, "%s: needed has the steps of %s more", store.Name(path), format.Plural(filled, "puzzle"))
	if incomplete > 0 {
		fmt.Fprintf(a.Err, ", and none of %s without full audit", format.Plural(incomplete, "puzzle"))
	}
	fmt.Fprintln(a.Err)
	return err
}
