// Package cli is the command setdoku: flags in, output out.
//
// Each command has a file with its name. The file holds the command's flags, help, examples, help group, next calls and
// completions, and registers the command; see register. The other files have what several commands share: input.go and
// argument.go read puzzles from files, standard input and arguments; stream.go, output_file.go and bar.go have the
// standard streams, output files and the progress bar; grid.go, rows.go, table.go and chart.go print; exit.go, args.go,
// flags.go and value.go report wrong calls.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/solver/solutions"
	"setdoku/solver/statements"
	"setdoku/store"
)

// Version is what `setdoku version` prints; a release build sets it with -ldflags.
var Version = setdoku.Version

// app holds what all commands share.
type app struct {
	Streams
	stdin   io.Reader        // standard input itself, which In wraps
	beQuiet bool             // --quiet
	firstID int64            // puzzle_id of the first puzzle that was printed, 0 without a database
	solved  outcomes         // of the puzzles that solve has printed
	variant *setdoku.Variant // of --variant, nil without it
	bar     *progressBar     // of the command, nil until it has one
}

// Run carries out one command line and returns its exit code.
func Run(ctx context.Context, args []string, s Streams) int {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var readerClosed atomic.Bool
	stdin := s.In
	s = s.Guard(ctx, end, &readerClosed)
	out := &sink{Writer: s.Out}
	a := &app{Streams: Streams{In: s.In, Out: out, Err: s.Err}, stdin: stdin}
	root := a.root()
	checkShell(root)
	args = replaceComments(root, replaceDashes(args))
	root.SetArgs(args)
	cmd, err := root, checkDashes(root, args)
	if err == nil {
		cmd, err = root.ExecuteContextC(a.reportWaits(solutions.Remember(ctx)))
	}
	if readerClosed.Load() {
		return ExitUnread
	}
	var code Exit
	if out.Err != nil && (err == nil || errors.As(err, &code)) {
		err = out.Err // some printers of libraries do not return their errors
	}
	a.suggestNext(cmd, err)
	var wrong UsageError
	var option *catalogue.OptionError
	if fault := (*statements.Fault)(nil); errors.As(err, &fault) {
		err = fault // where it showed says nothing about the file of the user
	}
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.Err, "setdoku: interrupted")
		return ExitError
	case errors.As(err, &wrong), errors.As(err, &option):
		fmt.Fprintf(s.Err, "setdoku: %v\n", err)
		return ExitUsage
	}
	fmt.Fprintf(s.Err, "setdoku: %v\n", err)
	return ExitError
}

// Root returns the commands of setdoku, for programs that describe them. To carry out a command line, call Run.
func Root() *cobra.Command { return (&app{}).root() }

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:     "setdoku [PUZZLE]",
		Version: Version,
		Short:   "Sudoku in SQL: every technique one statement over all puzzles, every step in a table",
		Long: `setdoku keeps Sudoku in a SQL database. Every technique is one set-based statement
that works on all puzzles at once. Every placement and elimination becomes a row
that names the technique, the step and the pattern that it came from.

Called with only a puzzle, setdoku solves it and shows its grid. A puzzle has 81 characters: digits, and
one of . 0 * _ - X or a blank for each empty cell. It may be on one line or nine, with blanks, commas or
bars between the cells, or nine arguments of nine characters. setdoku, and each command that reads puzzles,
reads standard input when it gets no argument and something is piped in.

Without --db the environment variable SETDOKU_DB names the database.`,
		Example: `  setdoku 4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......
  setdoku solve puzzles.sdm --db sudoku.db
  setdoku history 1 --db sudoku.db
  setdoku query 'SELECT * FROM puzzle_rating' --db sudoku.db`,
		Annotations:       next("setdoku explain {args}  # the whole path in words"),
		ValidArgsFunction: cobra.NoFileCompletions,
		SilenceUsage:      true,
		SilenceErrors:     true,
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch args = a.orPiped(args); {
			case len(args) == 0 && isPipeOrFile(a.stdin):
				return a.drawSolutions(cmd.Context(), []string{"-"})
			case len(args) == 0:
				return cmd.Help()
			case slices.Equal(args, []string{"-"}), AllTyped(args):
				return a.drawSolutions(cmd.Context(), args)
			case isDatabase(args[0]):
				return usageErrorf("unknown command %q for setdoku: it is a database ('setdoku stats %[2]s' sums it "+
					"up, 'setdoku serve %[2]s' shows it)", store.Name(args[0]), quote(store.Name(args[0])))
			case fileExists(args[0]):
				return usageErrorf("unknown command %q for setdoku: it is a file ('setdoku solve %s' solves its "+
					"puzzles)", args[0], quote(args[0]))
			}
			if strings.ContainsAny(args[0], `./\`) {
				return usageErrorf("%s: no such file, and no command of this name: 'setdoku solve FILE' solves the "+
					"puzzles of a file, 'setdoku help' lists the commands", args[0])
			}
			return usageErrorf("unknown command %q for setdoku%s", args[0], suggestCommand(cmd, args[0]))
		},
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
			if wrong := (UsageError{}); errors.As(bad.Unwrap(), &wrong) {
				return usageErrorf("%s: --%s %w", CommandName(cmd), bad.GetFlag().Name, wrong)
			}
			return usageErrorf("%s: --%s %q, want %s", CommandName(cmd), bad.GetFlag().Name, bad.GetValue(),
				wantedValue(bad.GetFlag()))
		}
		return usageErrorf("%w%s ('%s --help' lists the flags)", err, suggestFlag(cmd, err), cmd.CommandPath())
	})
	root.PersistentFlags().BoolVarP(&a.beQuiet, "quiet", "q", false,
		"no progress bar, and no suggestion what to try next ("+quietVariable+"=1 does the same)")
	root.SetGlobalNormalizationFunc(spelled)
	a.addCommands(root)
	a.fitHelp(root)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		checkTopic(help)
	}
	return root
}

// checkShell makes the completion command of cobra refuse a shell that it does not know.
func checkShell(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageErrorf("completion: unknown shell %q%s", args[0], suggestCommand(cmd, args[0]))
		}
		return cmd.Help()
	}
}

// checkTopic makes help refuse a topic that is not a command.
func checkTopic(help *cobra.Command) {
	show := help.Run
	help.Run = nil
	help.RunE = func(cmd *cobra.Command, args []string) error {
		at := cmd.Root()
		for _, word := range args {
			i := slices.IndexFunc(at.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
			if i < 0 {
				return usageErrorf("help: unknown command %q%s", word, suggestCommand(at, word))
			}
			at = at.Commands()[i]
		}
		show(cmd, args)
		return nil
	}
}

// progress returns the progress bar of a command that reads in. Bad lines are reported above it. Nothing is shown when
// hidden.
func (a *app) progress(in *input, hidden bool) *progressBar {
	bar := a.progressTo(in.Length(), hidden)
	in.ReportTo(bar.Above(a.Err))
	return bar
}

// progressTo returns the progress bar of a command that has so much to do, 0 when that is unknown. Nothing is shown
// when hidden.
func (a *app) progressTo(size int64, hidden bool) *progressBar {
	if hidden || a.quiet() {
		return &progressBar{}
	}
	a.bar = newProgressBar(a.Err, size)
	return a.bar
}

// reportWaits returns a context under which a database reports on standard error what it waits for: after a second when
// that is a terminal, else after five.
func (a *app) reportWaits(ctx context.Context) context.Context {
	after := 5 * time.Second
	if isTerminal(a.Err) {
		after = time.Second
	}
	return store.WithWaitNotice(ctx, after, func(what string) {
		w := a.Err
		if a.bar != nil {
			w = a.bar.Above(w)
		}
		fmt.Fprintf(w, "setdoku: waiting for %s\n", what)
	})
}

// screen returns what standard output shows text on.
func (a *app) screen() picture.Screen {
	return picture.Screen{Color: isColored(a.Out), Width: terminalWidth(a.Out)}
}

// constructors make the commands below setdoku.
var constructors []func(*app) *cobra.Command

// register adds a command to setdoku. The file of each command calls it, so no other file changes for a new command:
// the command names its help group, its next calls and its completions where it declares its flags.
func register(construct func(*app) *cobra.Command) { constructors = append(constructors, construct) }

// The groups in which help lists the commands, in the order of help.
const (
	groupSolve      = "solve"
	groupLook       = "look"
	groupLists      = "lists"
	groupTechniques = "techniques"
	groupSetUp      = "set up"
)

// groups returns the groups with their titles.
func groups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupSolve, Title: "Play, solve and rate:"},
		{ID: groupLook, Title: "Look at what a database holds:"},
		{ID: groupLists, Title: "Lists of puzzles:"},
		{ID: groupTechniques, Title: "Techniques:"},
		{ID: groupSetUp, Title: "Set up and measure:"},
	}
}

// addCommands adds the groups and every registered command to root. Cobra sorts the commands of a group by name.
func (a *app) addCommands(root *cobra.Command) {
	root.AddGroup(groups()...)
	root.SetHelpCommandGroupID(groupSetUp)
	root.SetCompletionCommandGroupID(groupSetUp)
	for _, construct := range constructors {
		root.AddCommand(construct(a))
	}
	completeNothing(root)
}

// completeNothing stops shells from completing files after the commands below cmd that take no argument.
func completeNothing(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		completeNothing(sub)
	}
	if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 && !takesArguments(cmd) {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// takesArguments reports whether the usage line of a command shows an argument. A flag and its value are none.
func takesArguments(cmd *cobra.Command) bool {
	_, arguments, _ := strings.Cut(cmd.Use, " ")
	return arguments != "" && !strings.HasPrefix(arguments, "--")
}
