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

// quietVariable is the environment variable that stands for --quiet when it is not empty.
const quietVariable = "SETDOKU_QUIET"

// nextCalls are, by command, what a newcomer may try after it: a call and, behind #, what for. In braces stand
// a flag of the command, {args} or {id}, the first puzzle that was shown. Nothing is said where one of them is
// not known, or where the call is "".
var nextCalls = map[string][]string{
	"": {"setdoku explain {args}  # the whole path in words"},
	"solve": {
		"setdoku history {id} --db {db}  # its steps, one by one",
		"setdoku solve {args} --db sudoku.db  # keeps every step",
	},
	"rate":   {"setdoku solve {args} --db sudoku.db  # keeps every step"},
	"count":  {"setdoku rate {args}  # how hard they are"},
	"find":   {"setdoku techniques --sql {technique}  # the statement that finds it"},
	"work":   {"setdoku query 'SELECT * FROM technique_usage' --db {db}"},
	"import": {"setdoku solve --db {db}  # solves what waits"},
	"show": {
		"setdoku history {id} --db {db}  # its steps, one by one",
		"setdoku history {args}  # its steps, one by one",
	},
	"history": {
		"setdoku show {id} --db {db} --at 1 --candidates  # the grid after a step",
		"setdoku show {args} --at 1 --candidates  # the grid after a step",
	},
	"verify":           {"setdoku query 'SELECT * FROM puzzle_rating ORDER BY score DESC' --db {db}"},
	"query":            {"setdoku query 'SELECT * FROM history LIMIT 20' --db {db}"},
	"techniques":       {"setdoku techniques --sql x_wing  # how one of them is found"},
	"techniques check": nil,
	"export":           nil,
	"migrate":          nil,
	"migrate status":   nil,
	"migrate up":       nil,
	"migrate down":     nil,
	"hint":             {"setdoku explain {args}  # the whole path in words"},
	"explain":          {"setdoku solve {args} --db sudoku.db  # keeps every step"},
	"generate":         {"setdoku stats --db {db}  # what they are like"},
	"same":             nil,
	"stats":            {"setdoku query --list --db {db}  # questions that have names"},
	"ablate":           nil,
	"datasette":        nil,
	"serve":            nil,
	"completion":       nil,
	"man":              nil,
	"version":          nil,
}

// next tells what to try after a command that is done, on a terminal where nobody reads its output but the caller.
func (a *app) next(cmd *cobra.Command, err error) {
	var code outcome
	if err != nil && !(errors.As(err, &code) && code == exitUnsolved) || a.quiet() || !isTerminal(a.Out) || !isTerminal(a.Err) {
		return
	}
	if call := a.nextCall(cmd); call != "" {
		fmt.Fprintf(a.Err, "next: %s\n", call)
	}
}

// quiet reports whether there is to be no progress bar and no hint.
func (a *app) quiet() bool { return a.beQuiet || os.Getenv(quietVariable) != "" }

// nextCall is the first call for a command of which everything is known, "" when there is none.
func (a *app) nextCall(cmd *cobra.Command) string {
	if asJSON := cmd.Flags().Lookup("json"); asJSON != nil && asJSON.Value.String() == "true" {
		return ""
	}
	if help := cmd.Flags().Lookup("help"); help != nil && help.Changed {
		return ""
	}
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	for _, call := range nextCalls[name] {
		if call, known := a.fill(cmd, call); known && (name != "techniques" || !cmd.Flags().Changed("sql")) {
			return call
		}
	}
	return ""
}

// fill puts what a call was given into the braces, and reports whether all of it is known.
func (a *app) fill(cmd *cobra.Command, call string) (string, bool) {
	var out strings.Builder
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

// given is what stands for a name in braces, "" when it is not known or cannot be said again.
func (a *app) given(cmd *cobra.Command, name string) string {
	args := cmd.Flags().Args()
	switch name {
	case "args":
		if slices.Contains(args, "-") {
			return ""
		}
		words := make([]string, len(args))
		for i, arg := range args {
			words[i] = quoted(arg)
		}
		return strings.Join(words, " ")
	case "id":
		if a.firstID > 0 {
			return strconv.FormatInt(a.firstID, 10)
		}
		if len(args) > 0 && cmd.Name() != "solve" {
			return args[0]
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
	if err != nil || name == "db" && store.IsServer(value) && store.Name(value) != value {
		return "" // a password is not to be seen
	}
	return quoted(value)
}

// quoted writes a word for a shell.
func quoted(word string) string {
	plain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("./_-+:@,=%", c) || c > 127
	}
	if strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
