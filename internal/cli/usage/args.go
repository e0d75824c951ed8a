package usage

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/plural"
	"setdoku/internal/spell"
)

// SuggestCommand returns the commands below cmd that are spelled like word, as the end of a message.
func SuggestCommand(cmd *cobra.Command, word string) string {
	var names, starting []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
		if strings.HasPrefix(sub.Name(), word) {
			starting = append(starting, sub.Name())
		}
	}
	if len(starting) == 0 {
		starting = strings.Fields(spell.Nearest(word, names))
	}
	if len(starting) > 0 {
		return fmt.Sprintf(": did you mean %s?", strings.Join(starting, " or "))
	}
	return ": '" + strings.Replace(cmd.CommandPath(), "setdoku", "setdoku help", 1) + "' lists the commands"
}

// Wanted describes the values that a flag takes.
func Wanted(f *pflag.Flag) string {
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

// Args returns a check that a command is called with at least least and at most most arguments.
func Args(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		var fault string
		switch n := len(args); {
		case n > most && most == 0:
			fault = fmt.Sprintf("it takes no argument, and %q is one", args[0])
		case n > most:
			fault = fmt.Sprintf("%s, want %d", plural.Of(n, "argument"), most)
		case n < least:
			fault = fmt.Sprintf("%s, want %d", plural.Of(n, "argument"), least)
		default:
			return nil
		}
		return Errorf("%s: %s ('%s --help' shows how to call it)", Name(cmd), fault, cmd.CommandPath())
	}
}

// Name returns the name of a command without that of the program, such as "bench sql".
func Name(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}
