package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/store"
)

// importFlags are the flags of import.
type importFlags struct {
	db     string
	dedupe string
	tags   []string
	source string
	json   bool
}

func init() { register((*app).importCommand) }

func (a *app) importCommand() *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:         "import [FILE|-|PUZZLE]... --db FILE",
		Short:       "Add puzzles to a database without solving them",
		GroupID:     groupLists,
		Annotations: next("setdoku solve --db {db}  # solves its new puzzles"),
		Long: `Add puzzles to a database without solving them. They get the status new; 'setdoku solve --db FILE' solves
them later. A puzzle that the database has already is not added again. The layout of the input is
recognized by its content, and words around puzzles are skipped. docs/file-formats.md has an example of each
layout.

With --dedupe isomorphs a puzzle is also left out when the database has an isomorph of it: a puzzle that
differs only in the names of the digits, the order of rows in a band, of columns in a stack, of bands or of
stacks, or by transposition. A line on standard output names both. This applies only to puzzles of givens; a
puzzle with placed digits or crossed-out pencil marks is always added.

--tag gives a tag to all puzzles of the input, including those that are not added. Tags are in the table
puzzle_tag; export and stats select by them.`,
		Example: `  setdoku import puzzles.sdm more.opensudoku --db sudoku.db
  setdoku import new.sdm --db sudoku.db --dedupe isomorphs --tag weekly --source "The Weekly"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if args = a.orPiped(args); len(args) == 0 {
				return missingArgument(cmd, "no puzzles: name a file, - for standard input, or 81 characters", "")
			}
			if slices.Contains(f.tags, "") {
				return usageErrorf("import: --tag is empty, want a name")
			}
			return a.importPuzzles(cmd.Context(), f, args)
		},
	}
	fl := cmd.Flags()
	addDB(cmd, &f.db, "database `FILE`, created when absent, or URL of a server")
	a.variantFlag(cmd)
	choiceFlag(cmd, &f.dedupe, "dedupe", "givens",
		"leave out puzzles that the database has by `KIND`: givens or isomorphs", "givens", "isomorphs")
	fl.StringArrayVar(&f.tags, "tag", nil, "give the puzzles the tag `NAME` (repeatable)")
	fl.StringVar(&f.source, "source", "", "`NAME` to keep as the source of the puzzles, instead of the file")
	fl.BoolVar(&f.json, "json", false, "print a JSON object")
	return cmd
}

// importedAtOnce is the number of puzzles that one transaction adds. In a large file nearly every puzzle changes
// another page of an index, so only the fixed cost of a transaction is shared. A transaction of this size takes about
// half a second.
const importedAtOnce = 1000

func (a *app) importPuzzles(ctx context.Context, f importFlags, args []string) (err error) {
	in := a.open(args)
	defer in.Close()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	db, err := store.Create(ctx, f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	in.ExceptFrom(db)
	if f.dedupe == "isomorphs" {
		if err := db.FillCanonical(ctx); err != nil {
			return err
		}
	}
	imp, err := batch.NewImporter(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, imp.Close()) }()
	imp.SkipIsomorphs, imp.Tags = f.dedupe == "isomorphs", f.tags
	bar := a.progress(in, false)
	out := bufio.NewWriter(bar.Above(a.Out))
	puzzles, added, isomorphs := 0, 0, 0
	result := importedJSON{Isomorphs: []isomorphJSON{}}
	err = in.ChunksBySize(ctx, importedAtOnce, func(chunk []format.Puzzle) error {
		if f.source != "" {
			for i := range chunk {
				chunk[i].File = f.source
			}
		}
		done, err := imp.Add(ctx, chunk)
		if err == nil {
			puzzles += len(chunk)
			added += done.Added
			isomorphs += len(done.Skipped)
			if f.json {
				result.addIsomorphs(done.Skipped)
			} else {
				err = printIsomorphs(out, done.Skipped)
			}
		}
		bar.At(in.Bytes(), puzzles)
		return err
	})
	bar.Finish()
	code := in.Finish()
	if err != nil && (puzzles == 0 || !errors.Is(err, context.Canceled)) {
		return err
	}
	text := fmt.Sprintf("%s, %d added, %d there already", format.Plural(puzzles, "puzzle"), added,
		puzzles-added-isomorphs)
	if imp.SkipIsomorphs {
		text += ", " + format.Plural(isomorphs, "isomorph") + " of others"
	}
	text += in.Skipped()
	if err != nil {
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s; the same command goes on with the rest\n", text)
		return Exit(ExitError)
	}
	fmt.Fprintln(a.Err, text)
	if f.json {
		result.Puzzles, result.Added, result.Known, result.BadLines = puzzles, added, puzzles-added-isomorphs, in.Bad()
		if err := jsonLines(a.Out).Encode(result); err != nil {
			return err
		}
	}
	if code != ExitDone {
		return Exit(code)
	}
	return nil
}

// importedJSON is what import --json prints.
type importedJSON struct {
	Puzzles   int            `json:"puzzles"` // of the input
	Added     int            `json:"added"`
	Known     int            `json:"known"`     // that the database had already
	Isomorphs []isomorphJSON `json:"isomorphs"` // that --dedupe left out
	BadLines  int            `json:"bad_lines"`
}

// isomorphJSON is a puzzle that was not added.
type isomorphJSON struct {
	Givens     string `json:"givens"`
	Source     string `json:"source"`
	IsomorphOf int64  `json:"isomorph_of"` // puzzle_id
}

func (r *importedJSON) addIsomorphs(list []batch.Skipped) {
	for _, p := range list {
		r.Isomorphs = append(r.Isomorphs,
			isomorphJSON{p.Puzzle.State.Givens.String(), store.Source(p.Puzzle), p.Of})
	}
}

// printIsomorphs prints the puzzles that were not added and the puzzles that they are isomorphs of.
func printIsomorphs(out *bufio.Writer, list []batch.Skipped) error {
	for _, p := range list {
		of := ""
		if p.Source != "" {
			of = ", " + p.Source
		}
		if _, err := fmt.Fprintf(out, "%s: %s is an isomorph of puzzle %d%s\n", store.Source(p.Puzzle),
			p.Puzzle.State.Givens, p.Of, of); err != nil {
			return err
		}
	}
	return out.Flush()
}
