package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/store"
)

// quietVariable is the environment variable that does the same as --quiet when it is not empty.
const quietVariable = "SETDOKU_QUIET"

// nextAnnotation is the annotation of a command that holds its next calls, one a line.
const nextAnnotation = "next"

// next returns the annotations of a command with the calls to suggest after it. The command suggests the first call
// whose braces it can fill. A call is a command line and, behind #, its purpose. Braces hold the name of a flag of the
// command, whose value replaces them, or one of:
//
//	{args}  all arguments
//	{arg}   the first argument that is not the database
//	{id}    the puzzle_id of the first puzzle that the command printed
//
// Without a call nothing is suggested. Subcommands without annotations have the next calls of the command above them.
func next(calls ...string) map[string]string {
	return map[string]string{nextAnnotation: strings.Join(calls, "\n")}
}

// nextCalls returns what next was given for a command, and whether it was called for the command or one above it.
func nextCalls(cmd *cobra.Command) (calls []string, declared bool) {
	text, declared := cmd.Annotations[nextAnnotation]
	switch {
	case !declared && cmd.HasParent() && cmd.Parent().HasParent():
		return nextCalls(cmd.Parent())
	case text == "":
		return nil, declared
	}
	return strings.Split(text, "\n"), declared
}

// suggestNext prints what to try after a command that is done. It does so when output and messages go to a terminal.
func (a *app) suggestNext(cmd *cobra.Command, err error) {
	var code Exit
	if err != nil && !(errors.As(err, &code) && code == ExitUnsolved) || a.quiet() || !isTerminal(a.Out) ||
		!isTerminal(a.Err) {
		return
	}
	if call := a.nextCall(cmd); call != "" {
		fmt.Fprintf(a.Err, "next: %s\n", call)
	}
}

// quiet reports whether the caller wants no progress bar and no suggestion.
func (a *app) quiet() bool { return a.beQuiet || os.Getenv(quietVariable) != "" }

// nextCall returns the first next call of a command whose braces can all be filled, "" when there is none.
func (a *app) nextCall(cmd *cobra.Command) string {
	if wantsJSON(cmd) {
		return ""
	}
	if help := cmd.Flags().Lookup("help"); help != nil && help.Changed {
		return ""
	}
	calls, _ := nextCalls(cmd)
	for _, call := range calls {
		if call, known := a.fill(cmd, call); known {
			return call
		}
	}
	return ""
}

// fill replaces the braces of a next call by what the command was given. It reports whether all of it is known.
func (a *app) fill(cmd *cobra.Command, call string) (string, bool) {
	var out strings.Builder
	if db := cmd.Flags().Lookup("db"); strings.Contains(call, "{args}") {
		switch {
		case db != nil && db.Value.String() != "" && !strings.Contains(call, "{db}"):
			return "", false // the arguments are puzzle_ids
		case strings.Contains(call, " --db ") && slices.ContainsFunc(cmd.Flags().Args(), isDatabase):
			return "", false
		}
	}
	for {
		before, rest, more := strings.Cut(call, "{")
		out.WriteString(before)
		if !more {
			return out.String(), true
		}
		name, after, _ := strings.Cut(rest, "}")
		value := a.given(cmd, name)
		if value == "" {
			return "", false
		}
		out.WriteString(value)
		call = after
	}
}

// given returns the text for a name in braces. It is "" when the value is not known or must not be repeated.
func (a *app) given(cmd *cobra.Command, name string) string {
	args := cmd.Flags().Args()
	switch name {
	case "args":
		if slices.Contains(args, "-") {
			return ""
		}
		words := make([]string, len(args))
		for i, arg := range args {
			words[i] = quote(arg)
		}
		return strings.Join(words, " ")
	case "arg":
		if i := slices.IndexFunc(args, func(arg string) bool { return !isDatabase(arg) }); i >= 0 {
			return quote(args[i])
		}
		return ""
	case "id":
		if a.firstID > 0 {
			return strconv.FormatInt(a.firstID, 10)
		}
		return ""
	case "technique":
		words, err := cmd.Flags().GetStringSlice(name)
		if err != nil || len(words) == 0 {
			return ""
		}
		word, _, _ := strings.Cut(words[0], ":")
		return word
	}
	value, err := cmd.Flags().GetString(name)
	if err != nil || value == "" || name == "db" && store.IsServer(value) && store.Name(value) != value {
		return "" // the URL has a password, which must not be shown
	}
	return quote(value)
}
