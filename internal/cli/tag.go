package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/store"
)

func init() {
	register((*app).tagCommand)
	register((*app).deleteCommand)
}

func (a *app) tagCommand() *cobra.Command {
	var path string
	var remove bool
	var p picking
	cmd := &cobra.Command{
		Use:         "tag NAME [--db] FILE",
		Short:       "Give puzzles of a database a tag, or take it away",
		GroupID:     groupLists,
		Annotations: next(),
		Long: `Give a tag to the puzzles of a database that the flags select, all without a flag. A puzzle may have any
number of tags. They are in the table puzzle_tag; export, stats, tag and delete select by them. --remove takes the tag
away from the selected puzzles.`,
		Example: `  setdoku tag weekly --ids 1-7 --db sudoku.db
  setdoku tag favorite --level hard --where 'depth = 2' --db sudoku.db
  setdoku tag weekly --remove --db sudoku.db`,
		RunE: func(cmd *cobra.Command, args []string) error {
			args = takeDatabase(&path, args)
			if err := argumentCount(1, 1)(cmd, args); err != nil {
				return err
			}
			if args[0] == "" {
				return usageErrorf("tag: the name is empty")
			}
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			if err := p.check(cmd); err != nil {
				return err
			}
			what := "tagged " + args[0]
			work := func(ctx context.Context, c *store.Conn, ids []int64) error {
				return c.Tag(ctx, ids, args)
			}
			if remove {
				what = "no longer tagged " + args[0]
				work = func(ctx context.Context, c *store.Conn, ids []int64) error {
					return c.Untag(ctx, ids, args)
				}
			}
			return a.changePicked(cmd.Context(), path, &p, what, work)
		},
	}
	dbFlag(cmd, &path)
	p.add(cmd)
	cmd.Flags().BoolVar(&remove, "remove", false, "take the tag away")
	return cmd
}

func (a *app) deleteCommand() *cobra.Command {
	var path string
	var p picking
	cmd := &cobra.Command{
		Use:         "delete [--db] FILE",
		Short:       "Delete puzzles of a database, with all that is stored of them",
		GroupID:     groupLists,
		Annotations: next(),
		Long: `Delete the puzzles of a database that the flags select, with their steps, tags and games. At least one flag
must select: delete never deletes all puzzles without a word. The numbers of deleted puzzles are not given again.`,
		Example: `  setdoku delete --ids 12,40-45 --db sudoku.db
  setdoku delete --status invalid,multiple --db sudoku.db`,
		Args: databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !p.picks(cmd) {
				return usageErrorf("delete: no puzzles are selected: name some with --ids, --tag, --where or another " +
					"flag of 'setdoku delete --help'")
			}
			if err := a.needDB(cmd, &path); err != nil {
				return err
			}
			if err := p.check(cmd); err != nil {
				return err
			}
			return a.changePicked(cmd.Context(), path, &p, "deleted", func(ctx context.Context, c *store.Conn,
				ids []int64) error {
				_, err := c.Delete(ctx, ids)
				return err
			})
		},
	}
	dbFlag(cmd, &path)
	p.add(cmd)
	return cmd
}

// changedAtOnce is the number of puzzles that one transaction changes.
const changedAtOnce = 500

// changePicked calls work with the ids of the picked puzzles, some at a time, and prints how many there were. what says
// what was done.
func (a *app) changePicked(ctx context.Context, path string, p *picking, what string,
	work func(context.Context, *store.Conn, []int64) error) (err error) {
	db, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	refused := refusals{w: a.Err}
	var ids []int64
	err = db.Snapshot(ctx, func(s *store.Snapshot) error {
		return p.each(ctx, s, refused.add, func(f store.Filter) (int, error) {
			list, err := s.IDs(ctx, f)
			ids = append(ids, list...)
			return len(list), err
		})
	})
	if err != nil {
		return err
	}
	err = db.Writing(ctx, func(c *store.Conn) error {
		for chunk := range slices.Chunk(ids, changedAtOnce) {
			if err := c.Atomically(ctx, func() error { return work(ctx, c, chunk) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "%s %s\n", format.Plural(len(ids), "puzzle"), what)
	if code := refused.finish(); code != ExitDone {
		return Exit(code)
	}
	return nil
}
