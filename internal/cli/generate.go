package cli

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/generate"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	n       int
	variant string
	clues   string
	score   string
	pattern string // name of a file
	seed    uint64
	timeout time.Duration
	mix     []share  // of --mix, in its order; nil without it
	levels  []string // of --level
	hardest []string
	paperFlags
	json        bool
	db          string
	constraints generate.Constraints
	// the number and the symmetry of the givens are those of printed puzzles of the level
	printedClues, printedSymmetry bool
	selection
	outputFlags
}

func init() { register((*app).generateCommand) }

func (a *app) generateCommand() *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:         "generate",
		Short:       "Make puzzles with one solution",
		GroupID:     groupLists,
		Annotations: next("setdoku stats --db {db}  # how many of each level, score and technique"),
		Long: `Make puzzles with one solution, to order. generate fills a grid at random and empties its cells in
random order as long as the solution stays the only one. Without constraints every given that is left is
needed. With --level the puzzles look like printed ones: their givens have half a turn of symmetry, and
easy puzzles have 32 to 36 givens, medium ones 28 to 32 and hard ones 25 to 29. In unfair and extreme
puzzles every given is needed. Several levels share the number of puzzles, one level after the other.
--clues, --symmetry, --minimal and --pattern ask for something else.

  --variant    the board: x, 6x6, a layout and so on as in docs/variants.md; or jigsaw, a random
               layout for each puzzle, of another size in jigsaw4 to jigsaw8; also with + such as
               jigsaw+x. With --db also a variant of that database
  --clues      number of givens: N, N-M, or N- for N or more
  --symmetry   which cells have givens together: none, rotate180, rotate90, mirror (left to right),
               flip (top to bottom) or diagonal
  --minimal    no given can be removed; with a symmetry, no smallest set of givens with that
               symmetry can be removed. It matters only with --clues and --pattern
  --pattern    a file of a character for each cell, on one line or several: . for an empty cell, x
               for a given
  --level      easy, medium, hard, unfair or extreme, or several separated by commas: the level of
               the hardest technique in the solution path, as 'setdoku solve' rates it
  --score      range as for --clues: the sum of the weights of all steps
  --require    techniques or families: the solution path has a step of each
  --forbid     techniques or families: the solution path has no step of any
  --without    techniques or families that are not tried: the others solve the puzzle

--forbid discards a puzzle whose path uses the technique; --without looks for another path.
--technique-file adds a technique of your own to the catalogue, which --require, --forbid and --without may
name. It runs as a statement, so rating takes longer.

A technique of --require may be rare. From the thousandth attempt on, a puzzle whose path ends before the
technique gets more givens where the path leaves cells open, until the path reaches the technique. Such a
puzzle may have givens that it does not need; --minimal refuses it. docs/generating.md says how long each
technique takes.

The seed and the number of an attempt decide its result. So the same seed gives the same puzzles in the same
order, whatever --jobs is. Without --seed generate chooses one and prints it on standard error.

Some constraints are rare, and some have no puzzle. --timeout ends the search, keeps what was found, and prints
how many attempts met each constraint. The exit code is 3 when there are fewer puzzles than --number asks for.

With --db the puzzles are solved in that database, which then has their ratings and steps, and one line a
puzzle is printed, both as 'setdoku solve' does. Without --db they are written in a format of 'setdoku
export': an exchange format, or print and pdf for paper, which --per-page and --solutions lay out.`,
		Example: `  setdoku generate -n 100 --symmetry rotate180 --level hard --require x_wing --forbid chains,forcing
  setdoku generate -n 1000 --clues 24 --minimal --seed 7 -o puzzles.txt
  setdoku generate -n 6 --level medium --seed 7 --format pdf --solutions -o puzzles.pdf
  setdoku generate -n 10 --pattern heart.txt --timeout 1m --db sudoku.db
  setdoku generate -n 10 --variant jigsaw+x --level medium`,
		Args: argumentCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
			}
			if changed := cmd.Flags().Changed; !changed("format") && !changed("output") {
				if err := a.orVariable(cmd, &f.db); err != nil {
					return err
				}
			}
			if err := f.readVariant(cmd.Context()); err != nil {
				return err
			}
			if err := f.resolve(a, cmd); err != nil {
				return err
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.generate(cmd.Context(), f)
		},
	}
	fl := cmd.Flags()
	f.n = 1
	numberFlag(cmd, &f.n, "number", "n", 1, maxGenerated, fmt.Sprintf("1 to %d", maxGenerated), "how many puzzles")
	fl.StringVar(&f.variant, "variant", "classic", "`NAME` of the board, such as x, 6x6 or jigsaw")
	completeFlag(cmd, "variant", completeWord(func() []string { return append(setdoku.VariantNames(), "jigsaw") }))
	fl.StringVar(&f.clues, "clues", "", "number of givens, `RANGE` such as 24, 24-28 or 30-")
	choiceFlag(cmd, &f.constraints.Symmetry, "symmetry", generate.None,
		"none, rotate180, rotate90, mirror, flip or diagonal; with --level rotate180 by default",
		generate.Symmetries()...)
	fl.BoolVar(&f.constraints.Minimal, "minimal", false, "no given can be removed")
	fl.StringVar(&f.pattern, "pattern", "", "`FILE` with the cells that have givens, - for standard input")
	fl.StringSliceVar(&f.levels, "level", nil,
		"easy, medium, hard, unfair or extreme (repeatable, or comma separated)")
	completeFlag(cmd, "level", completeList(catalogue.LevelNames))
	fl.Var((*mixValue)(&f.mix), "mix", "several levels, `LIST` such as '2 easy, 3 medium, 2 hard', in place of "+
		"--number and --level")
	hardestFlag(cmd, &f.hardest)
	fl.StringVar(&f.score, "score", "", "score, `RANGE` such as 500-700")
	fl.StringSliceVar(&f.constraints.Require, "require", nil,
		"techniques or families that the solution path uses (repeatable, or comma separated)")
	completeFlag(cmd, "require", completeList(techniquesAndFamilies))
	fl.StringSliceVar(&f.constraints.Forbid, "forbid", nil,
		"techniques or families that it does not use (repeatable, or comma separated)")
	completeFlag(cmd, "forbid", completeList(techniquesAndFamilies))
	f.withoutFlag(cmd)
	f.fileFlag(cmd)
	fl.Uint64Var(&f.seed, "seed", 0, "`NUMBER` that decides the puzzles (default a random one)")
	jobsFlag(cmd, &f.Jobs, "how many attempts are made at a time")
	timeFlag(cmd, &f.timeout, "timeout", 1, "a time such as 90s",
		"end after this `TIME`, such as 90s or 5m, and keep what was found (default never)")
	f.addOutput(cmd, generateFormats()...)
	f.paperFlags.add(cmd, "add pages with solutions (print, pdf)")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	addDB(cmd, &f.db, "database `FILE`, created when absent, or URL of a server")
	auditFlag(cmd, &f.Audit)
	return cmd
}

// maxGenerated is the greatest number of puzzles of one call, which remembers all of them to leave out those that come
// twice.
const maxGenerated = 10_000_000

// generateFormats returns the formats that generate writes.
func generateFormats() []string { return append(exchangeNames(), onPaper()...) }

func (a *app) generate(ctx context.Context, f generateFlags) error {
	if err := a.readPattern(ctx, &f); err != nil {
		return err
	}
	shares, err := f.shares(ctx)
	if err != nil {
		return err
	}
	bar := a.progressTo(int64(f.n), false)
	var tally generate.Tally
	var took time.Duration
	where, err := a.generated(ctx, f, bar, func(found func([]generate.Found) error) error {
		fmt.Fprintf(bar.Above(a.Err), "seed %d\n", f.seed)
		if require := f.constraints.Require; len(require) > 0 {
			fmt.Fprintf(bar.Above(a.Err), "searching for puzzles that need %s; a rare technique takes minutes\n",
				strings.Join(require, ", "))
		}
		began, searching := time.Now(), ctx
		if f.timeout > 0 {
			var cancel context.CancelFunc
			searching, cancel = context.WithTimeout(ctx, f.timeout)
			defer cancel()
		}
		var err error
		for i := 0; i < len(shares) && err == nil; i++ {
			var t generate.Tally
			t, err = generate.Run(searching, shares[i], func(puzzles []generate.Found, t generate.Tally) error {
				err := found(puzzles)
				bar.Tried(tally.Found+t.Found, tally.Tried+t.Tried)
				return err
			})
			tally.Add(t)
		}
		took = time.Since(began)
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			return nil // what was found is complete
		}
		return err
	})
	bar.Finish()
	if err != nil {
		return err
	}
	what := ""
	if ctx.Err() != nil {
		what = "setdoku: interrupted, "
	}
	constraints := &f.constraints
	if len(shares) == 1 {
		constraints = &shares[0].Constraints
	}
	fmt.Fprintf(a.Err, "%s%s%s\n", what, tallyText(f.n, tally, constraints, took), where)
	switch {
	case ctx.Err() != nil:
		return Exit(ExitError)
	case tally.Found < f.n:
		return Exit(ExitUnsolved)
	}
	return nil
}
