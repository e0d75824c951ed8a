// Package clitest has what the tests of the command share: calls of the program, puzzles, databases, servers and
// terminals.
package clitest

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli"
	"setdoku/internal/testing/gridtest"
)

// EachCommand calls check for setdoku and every command that help lists, each in a subtest.
func EachCommand(t *testing.T, check func(*testing.T, *cobra.Command)) {
	t.Helper()
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		t.Run(cmd.CommandPath(), func(t *testing.T) { check(t, cmd) })
		for _, sub := range cmd.Commands() {
			if sub.Name() != "help" && !sub.Hidden { // help is a command of cobra
				walk(sub)
			}
		}
	}
	walk(cli.Root())
}

// reading has calls of the commands that only read a database, without the database, by the name of the command. Puzzle
// 1 is solved, puzzle 2 is stuck, and a puzzle with the tag waiting waits, see FillForReaders. Rows without an order
// would differ from call to call on several nodes of Citus.
var reading = map[string][][]string{
	"explain": {{"1"}, {"1", "--format", "html"}, {"3", "--format", "markdown", "--full"}},
	"export": {
		{}, {"--format", "sdm"}, {"--format", "sdk"}, {"--format", "sdx", "--status", "solved"}, {"--format", "ss"},
		{"--format", "pencil"}, {"--format", "729"},
		{"--format", "library"}, {"--format", "csv", "--solutions", "--status", "solved"},
		{"--format", "opensudoku", "--tag", "waiting"},
		{"--format", "print", "--ids", "1-3"}, {"--format", "datasette"},
	},
	"find": {
		{"--technique", "singles,subsets"}, {"--technique", "singles", "--first", "--json"},
		{"--technique", "hidden_single", GoodPuzzle},
	},
	"hint":           {{"1"}, {"2"}, {"2", "--any", "--json"}},
	"history":        {{"1"}, {"1", "--needed"}, {"2", "--json", "--evidence"}},
	"migrate status": {{}},
	"query": {
		{"--list"}, {"SELECT * FROM puzzle_rating ORDER BY puzzle_id"},
		{"SELECT * FROM board ORDER BY 1, 2", "--format", "csv"},
		{"SELECT * FROM evidence WHERE puzzle_id = 1 ORDER BY step, pattern, role, cell, digit", "--format", "json"},
	},
	"show": {
		{"1"}, {"1", "--at", "3", "--json"}, {"2", "--candidates"}, {"1", "--step", "3", "--rows", "--svg", "-"},
		{"1", "--step", "3", "--png", "-"},
	},
	"stats":  {{}, {"--json"}, {"--tag", "waiting"}},
	"verify": {{}, {"--no-replay"}, {"--engine", "sql"}},
}

// otherCommands are the commands with --db that are not called by ReadingCalls, with the reason.
var otherCommands = map[string]string{
	"delete":       "it writes",
	"generate":     "it writes",
	"import":       "it writes",
	"migrate down": "it writes",
	"migrate up":   "it writes",
	"needed":       "it writes",
	"play":         "it lasts, and writes; the package web has its test",
	"prove":        "it writes files",
	"serve":        "it lasts; the package web has its test",
	"solve":        "it writes",
	"tag":          "it writes",
	"work":         "it writes",
}

// ReadingCalls returns calls of all commands that only read a database, without the database. It fails the test when a
// command with --db is neither in reading nor in otherCommands.
func ReadingCalls(t *testing.T) (calls [][]string) {
	t.Helper()
	known := len(reading) + len(otherCommands)
	EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Flags().Lookup("db") == nil {
			return
		}
		known--
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		list, reads := reading[name]
		if _, other := otherCommands[name]; reads == other {
			t.Errorf("%s takes a database, and must be either in reading or in otherCommands", name)
		}
		for _, args := range list {
			calls = append(calls, append(strings.Fields(name), args...))
		}
	})
	if known != 0 {
		t.Errorf("reading and otherCommands have %d names more than there are commands with --db", known)
	}
	named, err := catalogue.Queries()
	gridtest.Must(t, err)
	for _, q := range named {
		calls = append(calls, []string{"query", q.Name})
	}
	return calls
}

// FillForReaders solves some puzzles in a new database and lets others wait, so that every call of ReadingCalls has
// something to read.
func FillForReaders(t *testing.T, target string) {
	t.Helper()
	const hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	for _, call := range []struct {
		args []string
		code int
	}{
		{[]string{"solve", SamplePuzzles(t)[0].String()}, cli.ExitDone},
		{[]string{"solve", "--technique", "singles", hard}, cli.ExitUnsolved},
		{[]string{"solve", InRepository("testdata", "sample.sdm")}, cli.ExitDone},
		{[]string{"import", "--tag", "waiting", OtherPuzzle}, cli.ExitDone},
	} {
		CallOn(t.Context(), target, call.args...).Must(t, call.code)
	}
}
