// Package complete tells a shell what the flags and arguments of a command may be. A command names one of these functions
// beside the flag or argument that it declares.
package complete

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Flag makes a shell complete the values of a flag of cmd. It panics when cmd has no such flag: that is a mistake in the
// declaration of the command, which every call of the program would show.
func Flag(cmd *cobra.Command, name string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, values); err != nil {
		panic(fmt.Sprintf("completion of %s --%s: %v", cmd.Name(), name, err))
	}
}

// Nothing completes nothing: the value is the caller's own.
func Nothing(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// Files completes names of files.
func Files(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// Folders completes names of folders.
func Folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// SQLFiles completes names of files that end with .sql.
func SQLFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"sql"}, cobra.ShellCompDirectiveFilterFileExt
}

// Values completes one of some values.
func Values[T ~string](values ...T) cobra.CompletionFunc {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = string(v)
	}
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// List completes the last value of a list whose values are separated by commas.
func List(values ...string) cobra.CompletionFunc {
	return listOf(func(context.Context) []string { return values })
}

// oneOf completes one of the values.
func oneOf(values func(context.Context) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return beginning(values(cmd.Context()), "", word), cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf completes the last value of a list whose values are separated by commas.
func listOf(values func(context.Context) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		before := word[:strings.LastIndex(word, ",")+1]
		return beginning(values(cmd.Context()), before, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// beginning puts before in front of each value and returns those that begin with word.
func beginning(values []string, before, word string) (out []string) {
	for _, v := range values {
		if strings.HasPrefix(before+v, word) {
			out = append(out, before+v)
		}
	}
	return out
}
