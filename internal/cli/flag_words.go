package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/spell"
)

// suggestFlag names the flag of cmd that looks like the one of an error, if that is about an unknown flag.
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
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if best := spell.Nearest(word, names); best != "" {
		return ": did you mean --" + best + "?"
	}
	return ""
}

// oneDash returns a usage error when an argument is the whole name of a flag behind one dash, such as -db.
// Where a flag of one letter begins so, -output would be the file utput.
func oneDash(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // which is told when the command is carried out
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
			return usagef("unknown flag: -%s: did you mean --%[1]s? ('%s --help' lists the flags)", name, cmd.CommandPath())
		}
	}
	return nil
}

// wantsValue reports whether an argument is a flag whose value is the next argument.
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
