package endtoend

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// badRowCalls are the arguments of commands that need some, in place of none. ID stands for a damaged puzzle.
var badRowCalls = map[string][]string{
	"explain":  {"ID", "ID --format html --full"},
	"export":   {"", "--format csv", "--format pencil", "--format datasette"},
	"find":     {"--technique naked_pair"},
	"generate": {"--clues 40 --seed 1"},
	"history":  {"ID", "ID --needed"},
	"import":   {clitest.GoodPuzzle},
	"prove":    {"ID -o ."},
	"query":    {"levels"},
	"show":     {"ID", "ID --at 1", "ID --svg picture.svg"},
	"stats":    {"", "--svg chart.svg"},
	"tag":      {"mine --ids 1-999"},
	"verify":   {"--no-remake", "--json"},
}

// badRowsApart are commands without a call here, with the reason.
var badRowsApart = map[string]string{
	"delete":       "it is called at the end",
	"migrate down": "it deletes every table",
	"work":         "it takes no file",
	"serve":        "TestBadRows of package web asks for its pages",
	"play":         "TestBadRows of package web asks for its pages",
}

// badRowCallsFor returns the calls of a command for a puzzle, none if it takes no database or is one of badRowsApart.
func badRowCallsFor(cmd *cobra.Command, id string) (calls [][]string) {
	name := strings.TrimPrefix(cmd.CommandPath(), "setdoku ")
	if cmd.Flag("db") == nil || badRowsApart[name] != "" {
		return nil
	}
	list := badRowCalls[name]
	if list == nil {
		list = []string{""}
		if strings.Contains(cmd.Use, "PUZZLE_ID") {
			list = []string{"ID"}
		}
	}
	for _, words := range list {
		calls = append(calls, strings.Fields(name+" "+strings.ReplaceAll(words, "ID", id)+" --db test.db"))
	}
	return calls
}

// TestBadRows puts wrong values into each column of each table with rows of puzzles and games, and calls every command
// that takes a database. None panics, and what fails names a row.
func TestBadRows(t *testing.T) {
	t.Chdir(t.TempDir())
	damaged := clitest.DamagedDatabase(t, "test.db")
	row := regexp.MustCompile(`[Pp]uzzle \d+|column \w+`)
	call := func(what string, args []string) {
		r := clitest.Call(t.Context(), nil, args...)
		if r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved &&
			(r.Code != usage.ExitError || !row.MatchString(r.Stderr) || strings.Contains(r.Stderr, "Scan error")) {
			t.Errorf("%s: %s: exit code %d\n%.600s", what, args, r.Code, r.Stderr)
		}
	}
	part := gridtest.Part(10, damaged)
	clitest.EachCommand(t, func(_ *testing.T, cmd *cobra.Command) {
		var other [][]string
		for _, bad := range part {
			calls := badRowCallsFor(cmd, fmt.Sprint(bad.Puzzle))
			for i, args := range calls {
				if other == nil || !slices.Equal(args, other[i]) { // once if it names no puzzle
					call(bad.What, args)
				}
			}
			other = calls
		}
	})
	for _, bad := range part {
		call(bad.What, []string{"delete", "--db", "test.db", "--ids", fmt.Sprint(bad.Puzzle)})
	}
}
