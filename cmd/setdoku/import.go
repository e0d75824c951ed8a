package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store"
)

func (a *app) importCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "import [FILE|-|PUZZLE]... --db FILE",
		Short: "Add puzzles to a database without solving them",
		Long: `Add puzzles to a database without solving them. Their candidates are filled in, and they
wait with status new for 'setdoku solve --db FILE'. A puzzle that is there already is not
added again. All formats are told apart by their content.`,
		Example: `  setdoku import puzzles.sdm more.opensudoku --db sudoku.db`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("import: no puzzles: name a file, - for standard input, or 81 characters")
			}
			if path == "" {
				return usagef("import: no database: give it with --db FILE")
			}
			return a.importPuzzles(cmd.Context(), path, args)
		},
	}
	cmd.Flags().StringVar(&path, "db", "", "database `FILE`, created when absent, or URL of a server")
	return cmd
}

func (a *app) importPuzzles(ctx context.Context, path string, args []string) (err error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	imp, err := solver.NewImporter(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, imp.Close(ctx)) }()
	in := a.open(args)
	bar := a.progress(in, false)
	puzzles, added := 0, 0
	err = in.chunks(ctx, func(chunk []format.Puzzle) error {
		n, err := imp.Add(ctx, chunk)
		if err == nil {
			puzzles += len(chunk)
			added += n
		}
		bar.at(in.read, puzzles)
		return err
	})
	bar.finish()
	code := in.finish()
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "%s, %d added, %d there already\n", plural(puzzles, "puzzle"), added, puzzles-added)
	if code != exitDone {
		return outcome(code)
	}
	return nil
}
