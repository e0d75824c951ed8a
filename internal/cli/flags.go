package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// suggestFlag returns the flags of cmd that begin with the unknown flag of err, or the one that is spelled most like
// it, as the end of a message. It returns "" when err is about something else or no flag is near.
func suggestFlag(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	word := unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		word, _, _ = strings.Cut(short, "=") // one dash before a whole word
	}
	if len(word) < 2 {
		return ""
	}
	if solve, _, err := cmd.Find([]string{"solve"}); err == nil && !cmd.HasParent() && solve.Flag(word) != nil {
		return fmt.Sprintf(": solve has it, 'setdoku solve PUZZLE --%s'", word)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := nearest(word, names); len(near) > 0 {
		return ": did you mean --" + strings.Join(near, " or --") + "?"
	}
	return ""
}

// checkDashes returns a usage error when an argument is the full name of a flag after a single dash, such as -db.
// Without this check -output would be taken as the flag -o with the file "utput".
func checkDashes(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // cobra reports the unknown command itself
	}
	cmd.InitDefaultHelpFlag()
	for i, arg := range rest {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if len(name) < 2 || name[0] == '-' || !strings.HasPrefix(arg, "-") || i > 0 && wantsValue(cmd, rest[i-1]) {
			continue
		}
		if cmd.Flag(name) != nil {
			return usageErrorf("unknown flag: -%s: did you mean --%[1]s? ('%s --help' lists the flags)", name,
				cmd.CommandPath())
		}
	}
	return nil
}

// replaceComments returns the arguments with a line break before each SQL statement that begins with a comment, which
// would be taken as a flag. No flag has a blank after its dashes or a line break in its name.
func replaceComments(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	out := slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(arg, "=")
		comment := strings.HasPrefix(arg, "--") &&
			(strings.Contains(name, "\n") || strings.TrimLeft(name[2:], " \t\r") != name[2:])
		if comment && (i == 0 || !wantsValue(cmd, args[i-1])) {
			out[i] = "\n" + arg
		}
	}
	return out
}

// wantsValue reports whether arg is a flag that takes the next argument as its value.
func wantsValue(cmd *cobra.Command, arg string) bool {
	name, long := strings.CutPrefix(arg, "--")
	var f *pflag.Flag
	switch {
	case long:
		f = cmd.Flag(name)
	case len(arg) == 2 && arg[0] == '-':
		f = cmd.Flags().ShorthandLookup(arg[1:])
	}
	return f != nil && f.NoOptDefVal == ""
}
