package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	db string
	selection
	again       bool
	json        bool
	stopAtFirst bool
	live        bool
	properties  bool
	verbose     verbosity
}

// engineFlags adds the flags that choose how to solve.
func (f *solveFlags) engineFlags(cmd *cobra.Command) {
	choiceFlag(cmd, &f.Engine, "engine", catalogue.EngineAuto,
		"what solves: auto, bitmask (in memory), sql (in the database) or cte (one statement a puzzle)",
		catalogue.EngineAuto, catalogue.EngineBitmask, catalogue.EngineSQL, catalogue.EngineCTE)
	auditFlag(cmd, &f.Audit)
	jobsFlag(cmd, &f.Jobs,
		"how many puzzles are computed at a time in memory, or parts of a chunk by engine sql in a file")
	f.selection.flags(cmd)
}

// auditFlag adds --audit.
func auditFlag(cmd *cobra.Command, audit *setdoku.Audit) {
	choiceFlag(cmd, audit, "audit", setdoku.AuditFull, "what stays: full, steps or none", setdoku.AuditFull,
		setdoku.AuditSteps, setdoku.AuditNone)
}

// jobsFlag adds --jobs.
func jobsFlag(cmd *cobra.Command, jobs *int, text string) {
	numberFlag(cmd, jobs, "jobs", "", 0, catalogue.MaxJobs,
		fmt.Sprintf("0 for all cores, or a number to %d", catalogue.MaxJobs), text+", 0 for all cores")
}

// memoryFlags adds the flags that choose how to solve in memory.
func (f *solveFlags) memoryFlags(cmd *cobra.Command) {
	jobsFlag(cmd, &f.Jobs, "how many puzzles are computed at a time in memory")
	f.selection.flags(cmd)
}

// check returns a usage error for wrong flags. It is called before a database is created or changed.
func (f solveFlags) check(ctx context.Context) error {
	if f.Engine == catalogue.EngineCTE && (f.verbose != "" || f.stopAtFirst || f.live) {
		return usageErrorf("--engine cte makes no passes: leave out --verbose, --stop-at-first and --live")
	}
	if f.live && (f.db == "" || f.stopAtFirst) {
		return usageErrorf("--live saves every step in a database: name it with --db, and leave out --stop-at-first")
	}
	if f.properties && f.db == "" {
		return usageErrorf("--properties fills a table of a database: name it with --db")
	}
	if len(f.Techniques)+len(f.Without)+len(f.files) == 0 {
		return nil
	}
	_, _, err := f.builtIn(ctx)
	return err
}

// options returns the options of a solver that has these techniques selected.
func (f solveFlags) options(selected catalogue.Catalogue) memory.Options {
	opts := memory.OptionsFor(f.Options, selected)
	opts.StopAtFirst = f.stopAtFirst || f.live
	return opts
}

// run returns the row of the table run for a command. options are the flags of the command other than those of the
// selection.
func (f solveFlags) run(options map[string]any) record.Run {
	maps.Copy(options, f.selection.options())
	options["chunk"] = memory.ChunkSize
	return record.Run{Version: Version, Options: options}
}

// where says which rows the database has after the command. It is "" without a database.
func (f solveFlags) where() string {
	switch {
	case f.db == "":
		return ""
	case f.Audit == setdoku.AuditNone, f.Engine == catalogue.EngineCTE:
		return "the results are in " + store.Name(f.db)
	case f.again:
		return "the steps are in " + store.Name(f.db) + ", those of earlier runs are deleted"
	}
	return "the steps are in " + store.Name(f.db)
}

// resume says how to go on after an interruption. It is "" with --again, because the same command would begin again.
func (f solveFlags) resume() string {
	if f.db == "" || f.again {
		return ""
	}
	return ", the same command goes on with the rest"
}

// newInMemory returns a solver in memory with the options of the flags, without audit. change, unless nil, changes the
// options.
func newInMemory(ctx context.Context, f solveFlags, change func(*memory.Options)) (*memory.Solver, error) {
	catalogue, selected, err := f.builtIn(ctx)
	if err != nil {
		return nil, err
	}
	opts := f.options(selected)
	opts.Audit = ""
	if change != nil {
		change(&opts)
	}
	return memory.NewSolver(catalogue, opts)
}

// verbosity is a value of --verbose, "" without the flag.
type verbosity string

const (
	verbosePasses verbosity = "passes"
	verboseGrid   verbosity = "grid"
)

// printPasses makes the solver print its passes on standard error when --verbose is given.
func (f solveFlags) printPasses(a *app, opts *memory.Options) {
	if f.verbose == "" {
		return
	}
	opts.PassGrids = f.verbose == verboseGrid
	opts.OnPass = func(p memory.Pass) { writePass(a.Err, p) }
}

// writePass writes a line for a pass, and the grids after it when the pass has them.
func writePass(w io.Writer, p memory.Pass) {
	who := format.Plural(p.Puzzles, "puzzle")
	if p.Puzzles == 1 {
		who = fmt.Sprintf("puzzle %d", p.Puzzle)
	}
	fmt.Fprintf(w, "%-17s %-12s %8s  %s\n", p.Technique, who, rounded(p.Time), foundBy(p))
	for _, g := range p.Grids {
		fmt.Fprintf(w, "# puzzle %d after step %d, %s\n%s", g.Puzzle, g.Step, p.Technique,
			pencilMarkGrid(g.State, plainGrid))
	}
}

// rounded returns a time with about three digits.
func rounded(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d.Round(100 * time.Nanosecond)
	case d < time.Second:
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// foundBy says what a pass found, such as "3 placements in 2 puzzles".
func foundBy(p memory.Pass) string {
	var parts []string
	if p.Placements > 0 {
		parts = append(parts, format.Plural(p.Placements, "placement"))
	}
	if p.Eliminations > 0 {
		parts = append(parts, format.Plural(p.Eliminations, "elimination"))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	text := strings.Join(parts, " and ")
	if p.Puzzles > 1 {
		text += " in " + format.Plural(p.Changed, "puzzle")
	}
	return text
}
