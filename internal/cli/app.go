package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/spell"
)

// Version is what `setdoku version` prints; a release build sets it with -ldflags.
var Version = "0.1.0"

// Exit codes. Where several apply the smallest that is not 0 counts.
const (
	exitDone     = 0
	exitError    = 1 // an error, or any bad input line
	exitUsage    = 2
	exitUnsolved = 3                          // done, but a puzzle is not solved
	exitUnread   = 128 + int(syscall.SIGPIPE) // nobody reads the output any more; a shell says so of a program that SIGPIPE ends
)

// outcome is an error that only carries an exit code; what is to be said has been said.
type outcome int

func (o outcome) Error() string { return fmt.Sprintf("exit code %d", int(o)) }

// usageError is a mistake in the call.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// app is what all commands share.
type app struct {
	Streams
	stdin   io.Reader // what In was made of
	beQuiet bool      // --quiet
	firstID int64     // of the puzzle that was printed first, 0 when none of a database was
	bar     *progress
}

// Run carries out one command line and returns its exit code.
func Run(ctx context.Context, args []string, s Streams) int {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var gone atomic.Bool
	stdin := s.In
	s = s.guard(ctx, end, &gone)
	out := &sink{Writer: s.Out}
	a := &app{Streams: Streams{In: s.In, Out: out, Err: s.Err}, stdin: stdin}
	root := a.root()
	args = startsWithDash(args)
	root.SetArgs(args)
	cmd, err := root, oneDash(root, args)
	if err == nil {
		cmd, err = root.ExecuteContextC(a.telling(ctx))
	}
	if gone.Load() {
		return exitUnread
	}
	var code outcome
	if out.err != nil && (err == nil || errors.As(err, &code)) {
		err = out.err // which some printers of libraries keep to themselves
	}
	a.suggestNext(cmd, err)
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.Err, "setdoku: interrupted")
		return exitError
	case errors.As(err, &usage):
		fmt.Fprintf(s.Err, "setdoku: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(s.Err, "setdoku: %v\n", err)
	return exitError
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:     "setdoku [PUZZLE]",
		Version: Version,
		Short:   "Sudoku in SQL: every technique one statement over all puzzles, every step in a table",
		Long: `setdoku keeps Sudoku in a SQL database. Every technique is one set-based statement
that works on all puzzles at once; every placement and elimination stays behind as a
row that says which rule made it, at which step, and from which pattern.

A puzzle alone is solved and its grid shown. Wherever a puzzle can be an argument, it is 81 characters
with digits and any of . 0 * _ - X for an empty cell, on one line or nine, with blanks, commas or bars
between them if you like; nine arguments of nine characters are a puzzle too. Commands that read
puzzles read them from standard input when they are given none and something is piped into them.`,
		Example: `  setdoku 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  setdoku solve puzzles.sdm --db sudoku.db
  setdoku history 1 --db sudoku.db
  setdoku query 'SELECT * FROM puzzle_rating' --db sudoku.db`,
		Annotations:       next("setdoku explain {args}  # the whole path in words"),
		ValidArgsFunction: cobra.NoFileCompletions,
		SilenceUsage:      true,
		SilenceErrors:     true,
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return cmd.Help()
			case allTyped(args):
				return a.drawSolutions(cmd.Context(), args)
			case isDatabase(args[0]):
				return usagef("unknown command %q for setdoku: it is a database, which 'setdoku stats %[2]s' sums up and 'setdoku serve %[2]s' shows", args[0], quoted(args[0]))
			case isThere(args[0]):
				return usagef("unknown command %q for setdoku: it is a file, whose puzzles 'setdoku solve %s' solves", args[0], quoted(args[0]))
			}
			return usagef("unknown command %q for setdoku%s", args[0], suggest(cmd, args[0]))
		},
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
			return usagef("%s: --%s %q, want %s", nameOf(cmd), bad.GetFlag().Name, bad.GetValue(), wanted(bad.GetFlag()))
		}
		return usagef("%w%s ('%s --help' lists the flags)", err, suggestFlag(cmd, err), cmd.CommandPath())
	})
	root.PersistentFlags().BoolVarP(&a.beQuiet, "quiet", "q", false, "no progress bar, and no hint what to try next ("+quietVariable+"=1 does the same)")
	a.addCommands(root)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		checkTopic(help)
	}
	return root
}

// suggest names the commands that look like word.
func suggest(cmd *cobra.Command, word string) string {
	var names, begun []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
		if strings.HasPrefix(sub.Name(), word) {
			begun = append(begun, sub.Name())
		}
	}
	if len(begun) == 0 {
		begun = strings.Fields(spell.Nearest(word, names))
	}
	if len(begun) > 0 {
		return fmt.Sprintf(": did you mean %s?", strings.Join(begun, " or "))
	}
	return ": '" + strings.Replace(cmd.CommandPath(), "setdoku", "setdoku help", 1) + "' lists the commands"
}

// wanted says what the value of a flag may be.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "uint", "uint64":
		return "a whole number from 0"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 90s or 5m"
	}
	return "a " + f.Value.Type()
}

// checkTopic makes help refuse what is no command.
func checkTopic(help *cobra.Command) {
	show := help.Run
	help.Run = nil
	help.RunE = func(cmd *cobra.Command, args []string) error {
		at := cmd.Root()
		for _, word := range args {
			i := slices.IndexFunc(at.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
			if i < 0 {
				return usagef("help: unknown command %q%s", word, suggest(at, word))
			}
			at = at.Commands()[i]
		}
		show(cmd, args)
		return nil
	}
}

// wants makes it a usage error to call a command with other than least to most arguments.
func wants(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		var fault string
		switch n := len(args); {
		case n > most && most == 0:
			fault = fmt.Sprintf("it takes no argument, and %q is one", args[0])
		case n > most:
			fault = fmt.Sprintf("%s, want %d", plural(n, "argument"), most)
		case n < least:
			fault = fmt.Sprintf("%s, want %d", plural(n, "argument"), least)
		default:
			return nil
		}
		return usagef("%s: %s ('%s --help' shows how to call it)", nameOf(cmd), fault, cmd.CommandPath())
	}
}

// nameOf is what a command is called behind the name of the program, such as bench sql.
func nameOf(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
