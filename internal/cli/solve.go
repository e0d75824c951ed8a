package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

func init() { register((*app).solveCommand) }

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:     "solve [FILE|-|PUZZLE]...",
		Short:   "Solve puzzles and store every step",
		GroupID: groupSolve,
		Annotations: next(
			"setdoku history {id} --db {db}  # its steps, one by one",
			"setdoku solve {args} --db sudoku.db  # keeps every step",
		),
		Long: `Solve puzzles from files, standard input (-) or written out as 81 characters. With --db the puzzles and
all steps are stored in that database, and puzzles that it has solved already are not solved again. With only
--db, and nothing piped in, the new puzzles of the database are solved. Without --db only the results are printed.

Engine auto runs a technique on bitmasks in memory when it can, which is quicker, and else its statement.
Engine sql runs all techniques as statements in the database. Both leave the same rows. Engine cte uses no
techniques: one recursive statement a puzzle finds its status and solution, and there are no steps. It solves
only classic puzzles.

solve prints one line a puzzle: its puzzle_id, or without --db its position in the input; status, grid, level,
score, hardest technique, steps.

--verbose prints every pass on standard error as it happens: the technique, the puzzle or the number of
puzzles that it looked at, the time, and what it found. A statement looks at all puzzles that wait for it. A
technique in memory looks at one puzzle, so puzzles are then solved one after the other. --verbose=grid also
prints the grid of every puzzle that the pass changed, with its candidates.

--properties then fills the table puzzle_property for all puzzles of the database that have no row there. It needs
--db. 'setdoku rate --properties' prints the same.`,
		Example: `  setdoku solve puzzles.sdm --db sudoku.db
  setdoku solve 4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.orVariable(cmd, &f.db); err != nil {
				return err
			}
			args = a.orPiped(args)
			if len(args) == 0 && f.db == "" {
				return missingArgument(cmd, "no puzzles: name a file, - for standard input, or 81 characters; or --db "+
					"with new puzzles", "")
			}
			if err := f.selection.check(cmd); err != nil {
				return err
			}
			if err := a.checkVariant(cmd, args); err != nil {
				return err
			}
			err := a.solve(cmd.Context(), f, args)
			if errors.Is(err, context.Canceled) {
				fmt.Fprintf(a.Err, "setdoku: interrupted, %s\n", a.solved.done())
				return Exit(ExitError)
			}
			return err
		},
	}
	fl := cmd.Flags()
	addDB(cmd, &f.db, "database `FILE`, created when absent, or URL of a server")
	a.variantFlag(cmd)
	f.engineFlags(cmd)
	fl.BoolVar(&f.again, "again", false, "solve finished puzzles of the database again, and delete the steps of "+
		"earlier runs")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a line")
	fl.BoolVar(&f.stopAtFirst, "stop-at-first", false,
		"make one step in each puzzle; with --db the same command makes the next one")
	fl.BoolVar(&f.live, "live", false,
		"save every puzzle after each step, so that others can watch the database; needs --db")
	propertiesFlag(cmd, &f.properties)
	choiceFlag(cmd, &f.verbose, "verbose", "",
		"print every pass as it happens; `HOW` grid also prints the grid with its candidates after each", verbosePasses,
		verboseGrid)
	fl.Lookup("verbose").NoOptDefVal = string(verbosePasses)
	return cmd
}

func (a *app) solve(ctx context.Context, f solveFlags, args []string) error {
	if err := f.check(ctx); err != nil {
		return err
	}
	in := a.open(args)
	in.Stored = "setdoku solve --db %s' solves its new puzzles"
	if f.Engine == catalogue.EngineCTE {
		in.Classic = "--engine cte"
	}
	if f.db == "" && f.Engine != catalogue.EngineSQL && f.Engine != catalogue.EngineCTE {
		return a.solveInMemory(ctx, f, in)
	}
	defer in.Close()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	var db *store.DB
	var err error
	switch {
	case f.db == "":
		db, err = store.OpenTemp(ctx)
	case len(args) == 0:
		db, err = store.Open(ctx, f.db)
	default:
		db, err = store.Create(ctx, f.db)
	}
	if err != nil {
		return err
	}
	in.ExceptFrom(db)
	code, err := a.solveIn(ctx, db, f, in, len(args) == 0)
	reported := code == ExitError && ctx.Err() != nil // an interrupt
	if err == nil && f.properties && !reported {
		err = a.fillProperties(ctx, db, f.db)
	}
	if closeErr := db.Close(); err == nil {
		err = closeErr
	}
	if err == nil && code != ExitDone {
		err = Exit(code)
	}
	return err
}

// solveIn solves the input in a database, or its new puzzles when waiting is true, and returns the exit code. It
// returns only the first error, because later ones follow from it.
func (a *app) solveIn(ctx context.Context, db *store.DB, f solveFlags, in *input, waiting bool) (code int,
	err error) {
	_, selected, err := f.in(ctx, db)
	if err != nil {
		return 0, err
	}
	opts := f.options(selected)
	f.printPasses(a, &opts)
	batch, err := batch.NewBatch(ctx, db, opts, f.run(map[string]any{"again": f.again, "stop_at_first": f.stopAtFirst,
		"live": f.live}))
	if err != nil {
		return 0, err
	}
	batch.Recycle, batch.Live = f.db == "", f.live
	switch {
	case f.again:
		batch.From = store.Restart
	case f.stopAtFirst:
		batch.From = store.Resume
	}
	defer func() {
		if closeErr := batch.Close(ctx); err == nil {
			err = closeErr
		}
	}()

	if !waiting {
		return a.report(ctx, f, in, batch.Solve, nil)
	}
	refused := refusals{w: a.Err}
	batch.OnRefused = refused.setAside
	code, err = a.report(ctx, f, in, batch.Solve, batch.SolveStored)
	if refused.finish() != ExitDone {
		code = ExitError
	}
	return code, err
}

// solveInMemory solves the input without a database.
func (a *app) solveInMemory(ctx context.Context, f solveFlags, in *input) error {
	m, err := newInMemory(ctx, f, func(opts *memory.Options) { f.printPasses(a, opts) })
	if err != nil {
		return err
	}
	code, err := a.report(ctx, f, in, m.Solve, nil)
	err = errors.Join(err, m.Close(context.WithoutCancel(ctx)))
	if err == nil && code != ExitDone {
		err = Exit(code)
	}
	return err
}

// report solves the input, prints the results and returns the exit code. When stored is not nil, it solves the new
// puzzles of the database instead.
func (a *app) report(ctx context.Context, f solveFlags, in *input, solve solveFunc,
	stored storedFunc) (code int, err error) {
	bar := a.progress(in, f.verbose != "")
	out := &printer{w: bufio.NewWriter(bar.Above(a.Out)), width: terminalWidth(a.Out), json: f.json, ordinal: f.db == "",
		outcomes: outcomes{began: time.Now()}, bar: bar}
	if stored != nil {
		err = stored(ctx, func(results []*record.Puzzle) error {
			err := out.print(results)
			out.bar.At(0, out.puzzles)
			return err
		})
	} else {
		err = solveInput(ctx, solve, in, out)
	}
	bar.Finish()
	a.firstID, a.solved = out.firstID, out.outcomes
	code = in.Finish()
	interrupted := errors.Is(err, context.Canceled)
	if out.puzzles > 0 || err == nil && code == ExitDone {
		out.summary(a.Err, f.where(), in.Skipped())
	}
	switch {
	case interrupted:
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s%s\n", out.done(), f.resume())
		return ExitError, nil
	case err != nil || code != ExitDone:
		return code, err
	case out.count["solved"] < out.puzzles:
		return ExitUnsolved, nil
	}
	return ExitDone, nil
}

// solveFunc solves some puzzles. storedFunc solves the new puzzles of a database.
type (
	solveFunc  func(context.Context, []format.Puzzle) ([]*record.Puzzle, error)
	storedFunc func(ctx context.Context, each func([]*record.Puzzle) error) error
)

// solveInput solves the puzzles of the input chunk by chunk.
func solveInput(ctx context.Context, solve solveFunc, in *input, out *printer) error {
	return in.Chunks(ctx, func(chunk []format.Puzzle) error {
		results, err := solve(ctx, chunk)
		err = cmp.Or(err, out.print(results))
		out.bar.At(in.Position(), out.puzzles)
		return err
	})
}
