package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/internal/plural"
	"setdoku/solver"
	"setdoku/store"
)

// importFlags are the flags of import.
type importFlags struct {
	db     string
	dedupe string
	tags   []string
	source string
}

func init() { register((*app).importCommand) }

func (a *app) importCommand() *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:               "import [FILE|-|PUZZLE]... --db FILE",
		Short:             "Add puzzles to a database without solving them",
		GroupID:           groupLists,
		Annotations:       next("setdoku solve --db {db}  # solves what waits"),
		ValidArgsFunction: complete.Files,
		Long: `Add puzzles to a database without solving them. Their candidates are filled in, and they
wait with status new for 'setdoku solve --db FILE'. A puzzle that is there already is not
added again. All formats are told apart by their content.

With --dedupe isomorphs a puzzle is not added either when it is an isomorph of one that is there:
the same but for the names of digits, the order of rows in a band, columns in a stack, bands
and stacks, and transposition. A line on standard output names it and the other one. That is about puzzles of
givens alone; a position with placed digits or crossed-out pencil marks is always added.

--tag gives a tag to all puzzles of the input, also to those that are there already or whose
isomorph is there. It stands in the table puzzle_tag; export and stats select by it.

Without a FILE, and with nothing on standard input, import fills in the puzzles that plain SQL has inserted into
the table puzzle with nothing but their givens. They get their rows of cell and candidate, as from
sql/fill_candidates.sql.`,
		Example: `  setdoku import puzzles.sdm more.opensudoku --db sudoku.db
  setdoku import new.sdm --db sudoku.db --dedupe isomorphs --tag weekly --source "The Weekly"
  setdoku import --db sudoku.db`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.db == "" {
				return usage.Errorf("import: no database: give it with --db FILE")
			}
			if args = a.orPiped(args); len(args) == 0 {
				for _, name := range []string{"dedupe", "tag", "source"} {
					if cmd.Flags().Changed(name) {
						return usage.Errorf("import: --%s is about puzzles that are read: name a file, - for standard input, or 81 characters", name)
					}
				}
				return a.fillIn(cmd.Context(), f.db)
			}
			if f.dedupe != "givens" && f.dedupe != "isomorphs" {
				return usage.Errorf("import: --dedupe %q, want givens or isomorphs", f.dedupe)
			}
			if slices.Contains(f.tags, "") {
				return usage.Errorf("import: --tag is empty, want a name")
			}
			return a.importPuzzles(cmd.Context(), f, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.db, "db", "", "database `FILE`, created when absent, or URL of a server")
	fl.StringVar(&f.dedupe, "dedupe", "givens", "do not add what is there by its `KIND`: givens or isomorphs")
	complete.Flag(cmd, "dedupe", complete.Values("givens", "isomorphs"))
	fl.StringArrayVar(&f.tags, "tag", nil, "give the puzzles the tag `NAME` (repeatable)")
	fl.StringVar(&f.source, "source", "", "say that the puzzles come from `NAME` instead of from the file; the line stays")
	return cmd
}

// importedAtOnce is how many puzzles one transaction adds. In a large file nearly every puzzle has a page of an
// index of its own, and what a transaction costs besides is shared by more puzzles. It takes about half a second.
const importedAtOnce = 1000

func (a *app) importPuzzles(ctx context.Context, f importFlags, args []string) (err error) {
	in := a.open(args)
	defer in.Close()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	db, err := store.Open(ctx, f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if f.dedupe == "isomorphs" {
		if err := db.FillCanonical(ctx); err != nil {
			return err
		}
	}
	imp, err := solver.NewImporter(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, imp.Close()) }()
	imp.Isomorphs, imp.Tags = f.dedupe == "isomorphs", f.tags
	bar := a.progress(in, false)
	out := bufio.NewWriter(bar.Above(a.Out))
	puzzles, added, isomorphs := 0, 0, 0
	err = in.ChunksOf(ctx, importedAtOnce, func(chunk []format.Puzzle) error {
		if f.source != "" {
			for i := range chunk {
				chunk[i].File = f.source
			}
		}
		done, err := imp.Add(ctx, chunk)
		if err == nil {
			puzzles += len(chunk)
			added += done.Added
			isomorphs += len(done.Isomorphs)
			err = printIsomorphs(out, done.Isomorphs)
		}
		bar.At(in.Bytes(), puzzles)
		return err
	})
	bar.Finish()
	code := in.Finish()
	if err != nil && (puzzles == 0 || !errors.Is(err, context.Canceled)) {
		return err
	}
	text := fmt.Sprintf("%s, %d added, %d there already", plural.Of(puzzles, "puzzle"), added, puzzles-added-isomorphs)
	if imp.Isomorphs {
		text += ", " + plural.Of(isomorphs, "isomorph") + " of others"
	}
	text += in.Skipped()
	if err != nil {
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s; the same command goes on with the rest\n", text)
		return usage.Exit(usage.ExitError)
	}
	fmt.Fprintln(a.Err, text)
	if code != usage.ExitDone {
		return usage.Exit(code)
	}
	return nil
}

// printIsomorphs names the puzzles that were not added, and what they are isomorphs of.
func printIsomorphs(out *bufio.Writer, list []solver.Isomorph) error {
	for _, p := range list {
		of := ""
		if p.Source != "" {
			of = ", " + p.Source
		}
		if _, err := fmt.Fprintf(out, "%s: %s is an isomorph of puzzle %d%s\n", store.Source(p.Puzzle), p.Puzzle.State.Givens, p.Of, of); err != nil {
			return err
		}
	}
	return out.Flush()
}
