package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
)

// suggestCommand returns the commands below cmd that are spelled like word, as the end of a message.
func suggestCommand(cmd *cobra.Command, word string) string {
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	if near := nearest(word, names); len(near) > 0 {
		return fmt.Sprintf(": did you mean %s?", strings.Join(near, " or "))
	}
	return ": '" + strings.Replace(cmd.CommandPath(), "setdoku", "setdoku help", 1) + "' lists the commands"
}

// nearest returns the names that begin with word, or else the one that is spelled most like it.
func nearest(word string, names []string) []string {
	starting := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, word) })
	if len(starting) > 0 {
		return starting
	}
	return strings.Fields(catalogue.Nearest(word, names))
}

// wantedValue describes the values that a flag takes.
func wantedValue(f *pflag.Flag) string {
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

// argumentCount returns a check that a command is called with at least least and at most most arguments.
func argumentCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		_, want, _ := strings.Cut(cmd.Use, " ")
		switch n := len(args); {
		case n > most && most == 0:
			return usageErrorf("%s: it takes no argument, and %q is one ('%s --help' shows how to call it)", CommandName(cmd),
				args[0], cmd.CommandPath())
		case n == 0 && least > 0:
			return missingArgument(cmd, "no argument, want "+want, "")
		case n > most, n < least:
			return missingArgument(cmd, format.Plural(n, "argument")+", want "+want, "")
		}
		return nil
	}
}

// missingArgument returns a mistake in the call with an example: the first one in the help of the command that has
// word.
func missingArgument(cmd *cobra.Command, fault, word string) error {
	for example := range strings.Lines(cmd.Example) {
		if strings.Contains(example, word) {
			return usageErrorf("%s: %s; for example: %s", CommandName(cmd), fault, strings.TrimSpace(example))
		}
	}
	return usageErrorf("%s: %s ('%s --help' shows how to call it)", CommandName(cmd), fault, cmd.CommandPath())
}

// CommandName returns the name of a command without that of the program, such as "migrate up".
func CommandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
