package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/cli/usage"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/generate"
	"setdoku/internal/interrupt"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	n       int
	variant string
	clues   string
	score   string
	pattern string // name of a file
	seed    uint64
	jobs    int
	timeout time.Duration
	mix     []share // of --mix, in its order; nil without it
	hardest []string
	paperFlags
	json        bool
	db          string
	audit       setdoku.Audit
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
how many attempts met each constraints. The exit code is 3 when there are fewer puzzles than --number asks for.

With --db the puzzles are solved in that database, which then has their ratings and steps, and one line a
puzzle is printed, both as 'setdoku solve' does. Without --db they are written in a format of 'setdoku
export': an exchange format, or print and pdf for paper, which --per-page and --solutions lay out.`,
		Example: `  setdoku generate -n 100 --symmetry rotate180 --level hard --require x_wing --forbid chains,forcing
  setdoku generate -n 1000 --clues 24 --minimal --seed 7 -o puzzles.txt
  setdoku generate -n 6 --level medium --seed 7 --format pdf --solutions -o puzzles.pdf
  setdoku generate -n 10 --pattern heart.txt --timeout 1m --db sudoku.db
  setdoku generate -n 10 --variant jigsaw+x --level medium`,
		Args: usage.Args(0, 0),
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
			if err := f.settle(a, cmd); err != nil {
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
	usage.Number(cmd, &f.n, "number", "n", 1, maxGenerated, fmt.Sprintf("1 to %d", maxGenerated), "how many puzzles")
	fl.StringVar(&f.variant, "variant", "classic", "`NAME` of the board, such as x, 6x6 or jigsaw")
	usage.Complete(cmd, "variant", oneOf(func() []string { return append(setdoku.VariantNames(), "jigsaw") }))
	fl.StringVar(&f.clues, "clues", "", "number of givens, `RANGE` such as 24, 24-28 or 30-")
	usage.Choice(cmd, &f.constraints.Symmetry, "symmetry", generate.None,
		"none, rotate180, rotate90, mirror, flip or diagonal; with --level rotate180 by default",
		generate.Symmetries()...)
	fl.BoolVar(&f.constraints.Minimal, "minimal", false, "no given can be removed")
	fl.StringVar(&f.pattern, "pattern", "", "`FILE` with the cells that have givens, - for standard input")
	fl.StringSliceVar(&f.constraints.Levels, "level", nil,
		"easy, medium, hard, unfair or extreme (repeatable, or comma separated)")
	usage.Complete(cmd, "level", listOf(func() []string { return builtIn().Levels() }))
	fl.Var((*mixValue)(&f.mix), "mix", "several levels, `LIST` such as '2 easy, 3 medium, 2 hard', in place of "+
		"--number and --level")
	hardestFlag(cmd, &f.hardest)
	fl.StringVar(&f.score, "score", "", "score, `RANGE` such as 500-700")
	fl.StringSliceVar(&f.constraints.Require, "require", nil,
		"techniques or families that the solution path uses (repeatable, or comma separated)")
	usage.Complete(cmd, "require", listOf(techniquesAndFamilies))
	fl.StringSliceVar(&f.constraints.Forbid, "forbid", nil,
		"techniques or families that it does not use (repeatable, or comma separated)")
	usage.Complete(cmd, "forbid", listOf(techniquesAndFamilies))
	f.withoutFlag(cmd)
	f.fileFlag(cmd)
	fl.Uint64Var(&f.seed, "seed", 0, "`NUMBER` that decides the puzzles (default a random one)")
	jobsFlag(cmd, &f.jobs, "how many attempts are made at a time")
	usage.Time(cmd, &f.timeout, "timeout", 1, "a time such as 90s",
		"end after this `TIME`, such as 90s or 5m, and keep what was found (default never)")
	f.addOutput(cmd, generateFormats()...)
	f.paperFlags.add(cmd, "add pages with solutions (print, pdf)")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	addDB(cmd, &f.db, "database `FILE`, created when absent, or URL of a server")
	auditFlag(cmd, &f.audit)
	return cmd
}

// maxGenerated is the greatest number of puzzles of one call, which remembers all of them to leave out those that come
// twice.
const maxGenerated = 10_000_000

// generateFormats returns the formats that generate writes.
func generateFormats() []string { return append(exchangeNames(), onPaper()...) }

// check reads the flags and returns a usage error for values that make no sense.
func (f *generateFlags) check(cmd *cobra.Command) (err error) {
	changed := cmd.Flags().Changed
	if err := f.readMix(changed); err != nil {
		return err
	}
	switch {
	case f.json && changed("format"):
		return usage.Errorf("generate: --json does not go with --format")
	case f.db != "" && (changed("format") || changed("output")):
		return usage.Errorf("generate: --db keeps the puzzles: leave out --format and --output, 'setdoku export' " +
			"writes them")
	case f.constraints.Variant != nil && !f.json && f.format != string(format.Line81) &&
		!slices.Contains(onPaper(), f.format):
		return usage.Errorf("generate: --format %s holds only classic puzzles: leave out --variant, or name one of "+
			"%s, %s", f.format, format.Line81, strings.Join(onPaper(), ", "))
	case slices.Contains(onPaper(), f.format) && f.n > maxOnPaper(f.format):
		return usage.Errorf("generate: --number %d, want %d at most for --format %s", f.n, maxOnPaper(f.format),
			f.format)
	case f.db == "" && changed("audit"):
		return usage.Errorf("generate: --audit says what is stored in a database: name one with --db")
	}
	if changed("solutions") && !slices.Contains(onPaper(), f.format) {
		return usage.Errorf("generate: --solutions does not go with --format %s, only with print and pdf", f.format)
	}
	if len(f.mix) > 0 && f.n <= len(picture.PerPage) && !changed("per-page") {
		f.perPage = f.n
	}
	if err := f.paperFlags.check(cmd, f.format); err != nil {
		return err
	}
	if err := f.selection.check(cmd); err != nil {
		return err
	}
	if err := f.readHardest(); err != nil {
		return err
	}
	for _, list := range []string{"level", "require", "forbid"} {
		if names, _ := cmd.Flags().GetStringSlice(list); changed(list) && len(names) == 0 {
			return usage.Errorf("generate: --%s is empty", list)
		}
	}
	for i, level := range f.constraints.Levels {
		if word, known := usage.Among(level, builtIn().Levels()); known {
			f.constraints.Levels[i] = word
		}
	}
	for _, r := range []struct {
		name, text string
		to         *generate.Range
	}{{"clues", f.clues, &f.constraints.Clues}, {"score", f.score, &f.constraints.Score}} {
		if !changed(r.name) {
			continue
		}
		if *r.to, err = generate.ParseRange(r.text); err != nil {
			return usage.Errorf("generate: --%s %w", r.name, err)
		}
	}
	f.printedClues, f.printedSymmetry = !changed("clues"), !changed("symmetry")
	return nil
}

// readVariant reads the name of --variant. A name that is not known may be that of a variant of the database.
func (f *generateFlags) readVariant(ctx context.Context) error {
	unknown := f.constraints.SetVariant(f.variant)
	if unknown == nil {
		return nil
	}
	if f.db == "" {
		return usage.Errorf("generate: %w", unknown)
	}
	err := read(ctx, f.db, func(q *database.Snapshot) (err error) {
		f.constraints.Variant, err = q.Variant(ctx, f.variant)
		return err
	})
	if err != nil {
		return usage.Errorf("generate: %w; %w", unknown, err)
	}
	return nil
}

// readPattern reads the file of --pattern.
func (a *app) readPattern(ctx context.Context, f *generateFlags) error {
	if f.pattern == "" {
		return nil
	}
	text, err := a.readPatternText(ctx, f.pattern)
	if err != nil {
		return err
	}
	if err := f.constraints.SetPattern(text); err != nil {
		return fmt.Errorf("pattern %s: %w", f.pattern, err)
	}
	return nil
}

// shares returns the options of the generator for each level. Several levels share the number of puzzles; one whose
// puzzles cannot meet the other constraints gets none.
func (f *generateFlags) shares(ctx context.Context) (list []generate.Options, err error) {
	all := *f
	if f.pattern == "" {
		all.constraints.LikePrinted(f.printedClues, f.printedSymmetry)
	}
	o, err := all.options(ctx)
	if err != nil || len(f.constraints.Levels) < 2 && f.mix == nil {
		return []generate.Options{o}, err
	}
	if f.mix != nil {
		return f.mixed(ctx)
	}
	for i, level := range f.constraints.Levels {
		if slices.Contains(f.constraints.Levels[:i], level) {
			continue
		}
		part := *f
		part.constraints.Levels = []string{level}
		if f.pattern == "" {
			part.constraints.LikePrinted(f.printedClues, f.printedSymmetry)
		}
		if o, err := part.options(ctx); err == nil {
			list = append(list, o)
		}
	}
	for i := range list {
		list[i].N = (f.n + len(list) - 1 - i) / len(list)
	}
	return slices.DeleteFunc(list, func(o generate.Options) bool { return o.N == 0 }), nil
}

// options returns the options of the generator, or a usage error for constraints that contradict each other.
func (f *generateFlags) options(ctx context.Context) (o generate.Options, err error) {
	f.constraints.Logic = len(f.without)+len(f.files) > 0
	o = generate.Options{Constraints: f.constraints, Seed: f.seed, Jobs: f.jobs, N: f.n,
		Statements: driver.NewStatements}
	if f.constraints.Rated() {
		c, err := catalogue.BuiltIn()
		if err == nil {
			o.Catalogue, err = f.techniques(ctx, c, nil)
		}
		if err != nil {
			return o, fmt.Errorf("generate: %w", err)
		}
	}
	if err := o.Constraints.Check(o.Catalogue); err != nil {
		return o, usage.Errorf("generate: %w", err)
	}
	return o, nil
}

// techniques returns the techniques that rate a puzzle: those of the catalogue and the files and the sizes that a
// constraints names, less those of --without. known are the techniques that a database knows by name, nil without a
// database.
func (f *generateFlags) techniques(ctx context.Context, c, known catalogue.Catalogue) (catalogue.Catalogue, error) {
	c, err := f.withFiles(ctx, c, known)
	if err != nil {
		return nil, err
	}
	if c, err = c.WithSizes(slices.Concat(f.constraints.Require, f.constraints.Forbid)); err != nil {
		return nil, usage.Wrong(err)
	}
	if c, err = c.Select(nil, f.without); err != nil {
		return nil, usage.Wrong(err)
	}
	return c, nil
}

func (a *app) generate(ctx context.Context, f generateFlags) error {
	if err := a.readPattern(ctx, &f); err != nil {
		return err
	}
	shares, err := f.shares(ctx)
	if err != nil {
		return err
	}
	bar := a.progressTo(int64(f.n), false)
	out, err := a.generated(ctx, f, bar)
	if err != nil {
		return err
	}
	fmt.Fprintf(bar.Above(a.Err), "seed %d\n", f.seed)
	began := time.Now()
	searching, cancel := ctx, context.CancelFunc(func() {})
	if f.timeout > 0 {
		searching, cancel = context.WithTimeout(ctx, f.timeout)
	}
	defer cancel()
	var tally generate.Tally
	for _, o := range shares {
		var t generate.Tally
		t, err = generate.Run(searching, o, func(puzzles []generate.Found, t generate.Tally) error {
			err := out.write(puzzles)
			bar.Tried(tally.Found+t.Found, tally.Tried+t.Tried)
			return err
		})
		if tally.Add(t); err != nil {
			break
		}
	}
	took := time.Since(began)
	stopped := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	if err == nil || stopped {
		err = out.finish()
	} else {
		err = errors.Join(err, out.discard())
	}
	bar.Finish()
	if err != nil {
		return err
	}
	what := ""
	if ctx.Err() != nil {
		what = "interrupted, "
	}
	constraints := &f.constraints
	if len(shares) == 1 {
		constraints = &shares[0].Constraints
	}
	fmt.Fprintf(a.Err, "%s%s%s\n", what, tallyText(f.n, tally, constraints, took), out.where())
	switch {
	case ctx.Err() != nil:
		return usage.Exit(usage.ExitError)
	case tally.Found < f.n:
		return usage.Exit(usage.ExitUnsolved)
	}
	return nil
}

// patternBytes is more than the size of any pattern file.
const patternBytes = 1 << 16

// readPatternText reads a file, or standard input for "-".
func (a *app) readPatternText(ctx context.Context, path string) (string, error) {
	in := a.In
	if path != "-" {
		file, err := interrupt.Open(ctx, path)
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		if err != nil {
			return "", fmt.Errorf("pattern %s: %w", path, err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, patternBytes))
	if err != nil {
		return "", fmt.Errorf("pattern %s: %w", path, err)
	}
	return string(text), nil
}
