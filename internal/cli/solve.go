package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/puzzles"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	db     string
	engine string
	jobs   int
	audit  string
	selection
	again       bool
	json        bool
	stopAtFirst bool
	verbose     string // "" for no, else passes or grid
}

func init() { register((*app).solveCommand) }

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:     "solve [FILE|-|PUZZLE]...",
		Short:   "Solve puzzles and keep every step",
		GroupID: groupSolve,
		Annotations: next(
			"setdoku history {id} --db {db}  # its steps, one by one",
			"setdoku solve {args} --db sudoku.db  # keeps every step",
		),
		ValidArgsFunction: complete.Files,
		Long: `Solve puzzles from files, standard input (-) or written out as 81 characters. With
--db everything stays in that database and puzzles that it has solved already are not
solved again; with --db alone the puzzles that wait in it are solved, and standard
input is not read. Without --db only the result is printed.

Engine auto takes techniques on bitmasks in memory where it knows them, which is quicker; engine sql
runs their statements in the database. Both leave the same rows. Engine cte knows no techniques:
one recursive statement a puzzle tells its status and solution, and there are no steps.

One line a puzzle: id, status, grid, level, score, hardest technique, steps.

--verbose tells on standard error every pass as it happens: the technique, the puzzle that it was
looked for in or how many, the time, and what it found. A statement looks at all puzzles that wait for it, in memory a
technique at one, so that puzzles are taken one after the other then. --verbose=grid prints the grid of
every puzzle that the pass changed, with its candidates.`,
		Example: `  setdoku solve puzzles.sdm --db sudoku.db
  setdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.db == "" {
				args = a.orPiped(args)
			}
			if len(args) == 0 && f.db == "" {
				return usage.Errorf("solve: no puzzles: name a file, - for standard input, or 81 characters; or --db with puzzles that wait")
			}
			if err := f.selection.check(cmd); err != nil {
				return err
			}
			return a.solve(cmd.Context(), f, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.db, "db", "", "database `FILE`, created when absent, or URL of a server")
	f.engineFlags(cmd)
	fl.BoolVar(&f.again, "again", false, "solve anew what the database has finished, replacing its steps")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a line")
	fl.BoolVar(&f.stopAtFirst, "stop-at-first", false, "stop each puzzle after its first step")
	fl.StringVar(&f.verbose, "verbose", "", "tell every pass as it happens; `HOW` grid also prints the grid with its candidates after each")
	fl.Lookup("verbose").NoOptDefVal = verbosePasses
	return cmd
}

// auditLevels completes --audit.
var auditLevels = complete.Values(setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone)

// engineFlags adds the flags that say how to solve.
func (f *solveFlags) engineFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.engine, "engine", "auto", "what solves: auto, bitmask (in memory), sql (in the database) or cte (one statement a puzzle)")
	complete.Flag(cmd, "engine", complete.Values(solver.EngineAuto, solver.EngineBitmask, solver.EngineSQL, solver.EngineCTE))
	fl.StringVar(&f.audit, "audit", "full", "what stays: full, steps or none")
	complete.Flag(cmd, "audit", auditLevels)
	f.memoryFlags(cmd)
}

// memoryFlags adds those of them that say how to solve in memory.
func (f *solveFlags) memoryFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "how many puzzles are computed at a time in memory, 0 for all cores")
	f.selection.flags(cmd)
}

// check refuses flags that are wrong before any database is touched.
func (f solveFlags) check(ctx context.Context) error {
	if _, err := solver.ParseEngine(f.engine); err != nil {
		return usage.Wrong(err)
	}
	if f.engine == string(solver.EngineCTE) && (len(f.only)+len(f.without)+len(f.own) > 0 || f.stopAtFirst) {
		return usage.Errorf("--engine cte knows no techniques: leave out --techniques, --without, --technique-file and --stop-at-first")
	}
	if !slices.Contains([]string{"", verbosePasses, verboseGrid}, f.verbose) {
		return usage.Errorf("--verbose=%s, want --verbose or --verbose=grid", f.verbose)
	}
	if f.engine == string(solver.EngineCTE) && f.verbose != "" {
		return usage.Errorf("--engine cte makes no passes: leave out --verbose")
	}
	if f.jobs < 0 {
		return usage.Errorf("--jobs %d, want 0 for all cores or a number", f.jobs)
	}
	if _, err := solver.ParseAudit(f.audit); err != nil {
		return usage.Wrong(err)
	}
	if len(f.only)+len(f.without)+len(f.own) == 0 {
		return nil
	}
	_, _, err := f.builtIn(ctx)
	return err
}

// options turns the flags into options of the solver, whose techniques are selected.
func (f solveFlags) options(selected solver.Catalogue) (solver.Options, error) {
	audit, err := solver.ParseAudit(f.audit)
	if err != nil {
		return solver.Options{}, usage.Wrong(err)
	}
	engine, err := solver.ParseEngine(f.engine)
	if err != nil {
		return solver.Options{}, usage.Wrong(err)
	}
	return solver.Options{Engine: engine, Jobs: f.jobs, Techniques: selected, StopAtFirst: f.stopAtFirst, Audit: audit}, nil
}

// run describes the run of a command for the table run. options are those of the command beside the selection.
func (f solveFlags) run(options map[string]any) store.Run {
	maps.Copy(options, f.selection.options())
	options["chunk"] = solver.ChunkSize
	return store.Run{Engine: f.engine, Version: Version, Options: options}
}

func (a *app) solve(ctx context.Context, f solveFlags, args []string) error {
	if err := f.check(ctx); err != nil {
		return err
	}
	in := a.open(args)
	if f.db == "" && f.engine != string(solver.EngineSQL) && f.engine != string(solver.EngineCTE) {
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
		db, err = store.OpenExisting(ctx, f.db)
	default:
		db, err = store.Open(ctx, f.db)
	}
	if err != nil {
		return err
	}
	code, err := a.solveIn(ctx, db, f, in, len(args) == 0)
	if closeErr := db.Close(); err == nil {
		err = closeErr
	}
	if err == nil && code != usage.ExitDone {
		err = usage.Exit(code)
	}
	return err
}

// solveIn solves what was asked for in a database and returns the exit code. Where
// something fails, what fails later because of it is not told. waiting says that the puzzles are those that wait in the
// database.
func (a *app) solveIn(ctx context.Context, db *store.DB, f solveFlags, in *puzzles.Input, waiting bool) (code int, err error) {
	_, selected, err := f.in(ctx, db)
	if err != nil {
		return 0, err
	}
	opts, err := f.options(selected)
	if err != nil {
		return 0, err
	}
	f.listen(a, &opts)
	batch, err := solver.NewBatch(ctx, db, opts, f.run(map[string]any{"again": f.again, "stop_at_first": f.stopAtFirst}))
	if err != nil {
		return 0, err
	}
	batch.Again, batch.Recycle = f.again, f.db == ""
	defer func() {
		if closeErr := batch.Close(ctx); err == nil {
			err = a.runEnded(ctx, closeErr)
		}
	}()

	stored := batch.SolveStored
	if !waiting {
		stored = nil
	}
	return a.report(ctx, f, in, batch.Solve, stored)
}

// runEnded takes the error with which a run was closed. That only its end could not be noted is told, unless the command was
// interrupted, and is no error.
func (a *app) runEnded(ctx context.Context, err error) error {
	if !errors.Is(err, solver.ErrRunOpen) {
		return err
	}
	if ctx.Err() == nil {
		fmt.Fprintf(a.Err, "setdoku: %v\n", err)
	}
	return nil
}

// solveInMemory solves the input without a database.
func (a *app) solveInMemory(ctx context.Context, f solveFlags, in *puzzles.Input) error {
	m, err := newInMemory(ctx, f, func(opts *solver.Options) { f.listen(a, opts) })
	if err != nil {
		return err
	}
	code, err := a.report(ctx, f, in, m.Solve, nil)
	err = errors.Join(err, m.Close(context.WithoutCancel(ctx)))
	if err == nil && code != usage.ExitDone {
		err = usage.Exit(code)
	}
	return err
}

// newInMemory prepares to solve in memory as the flags say. more, unless nil, changes the options.
func newInMemory(ctx context.Context, f solveFlags, more func(*solver.Options)) (*solver.InMemory, error) {
	catalogue, selected, err := f.builtIn(ctx)
	if err != nil {
		return nil, err
	}
	opts, err := f.options(selected)
	if err != nil {
		return nil, err
	}
	if more != nil {
		more(&opts)
	}
	return solver.NewInMemory(catalogue, opts)
}

// report solves the input, or what waits in the database where stored is not nil, prints the results and returns the
// exit code.
func (a *app) report(ctx context.Context, f solveFlags, in *puzzles.Input, solve solveFunc, stored storedFunc) (code int, err error) {
	bar := a.progress(in, f.verbose != "")
	out := &printer{w: bufio.NewWriter(bar.Above(a.Out)), json: f.json, ordinal: f.db == "", outcomes: outcomes{began: time.Now()}, bar: bar}
	if stored != nil {
		err = solveStored(ctx, stored, out)
	} else {
		err = solveInput(ctx, solve, in, out)
	}
	bar.Finish()
	a.firstID = out.firstID
	code = in.Finish()
	interrupted := errors.Is(err, context.Canceled)
	if out.puzzles > 0 || err == nil && code == usage.ExitDone {
		out.summary(a.Err, f.where(), in.Skipped())
	}
	switch {
	case interrupted:
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s%s\n", out.done(), f.resume())
		return usage.ExitError, nil
	case err != nil || code != usage.ExitDone:
		return code, err
	case out.count["solved"] < out.puzzles:
		return usage.ExitUnsolved, nil
	}
	return usage.ExitDone, nil
}

// where tells what is to be found in the database afterwards, "" without one.
func (f solveFlags) where() string {
	switch {
	case f.db == "":
		return ""
	case f.audit == string(setdoku.AuditNone), f.engine == string(solver.EngineCTE):
		return "the results are in " + store.Name(f.db)
	}
	return "the steps are in " + store.Name(f.db)
}

// resume tells how to go on after an interruption. With --again the same command would
// begin anew.
func (f solveFlags) resume() string {
	if f.db == "" || f.again {
		return ""
	}
	return ", the same command goes on with the rest"
}

// solveFunc solves some puzzles, storedFunc the next that wait in a database after one.
type (
	solveFunc  func(context.Context, []format.Puzzle) ([]store.Result, error)
	storedFunc func(ctx context.Context, after int64) ([]store.Result, error)
)

// solveInput solves the puzzles of the input chunk by chunk.
func solveInput(ctx context.Context, solve solveFunc, in *puzzles.Input, out *printer) error {
	return in.Chunks(ctx, func(chunk []format.Puzzle) error {
		results, err := solve(ctx, chunk)
		if err != nil {
			return err
		}
		err = out.print(results)
		out.bar.At(in.Position(), out.puzzles)
		return err
	})
}

// solveStored solves the puzzles that wait in the database.
func solveStored(ctx context.Context, solve storedFunc, out *printer) error {
	var after int64
	for {
		results, err := solve(ctx, after)
		if err != nil || len(results) == 0 {
			return err
		}
		if err := out.print(results); err != nil {
			return err
		}
		out.bar.At(0, out.puzzles)
		after = results[len(results)-1].PuzzleID
	}
}

// solutionGrid is the grid of a result as 81 characters.
func solutionGrid(r store.Result) string {
	if r.Filled != "" {
		return r.Filled
	}
	return strings.Repeat(".", 81)
}
