package endtoend

import (
	"fmt"
	"regexp"
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

// TestBadRows puts wrong values into each column of each table with rows of puzzles and games, and calls every command
// that takes a database. None panics, and what fails names a row.
func TestBadRows(t *testing.T) {
	t.Chdir(t.TempDir())
	damaged := clitest.DamagedDatabase(t, "test.db")
	row := regexp.MustCompile(`[Pp]uzzle \d+|column \w+`)
	call := func(what, name, words string) {
		args := strings.Fields(name + " " + words + " --db test.db")
		r := clitest.Call(t.Context(), nil, args...)
		if r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved &&
			(r.Code != usage.ExitError || !row.MatchString(r.Stderr) || strings.Contains(r.Stderr, "Scan error")) {
			t.Errorf("%s: %s: exit code %d\n%.600s", what, args, r.Code, r.Stderr)
		}
	}
	part := gridtest.Part(10, damaged)
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "setdoku ")
		if cmd.Flag("db") == nil || badRowsApart[name] != "" {
			return
		}
		list := badRowCalls[name]
		if list == nil {
			list = []string{""}
			if strings.Contains(cmd.Use, "PUZZLE_ID") {
				list = []string{"ID"}
			}
		}
		for _, words := range list {
			if !strings.Contains(words, "ID") {
				call("", name, words)
				continue
			}
			for _, bad := range part {
				call(bad.What, name, strings.ReplaceAll(words, "ID", fmt.Sprint(bad.Puzzle)))
			}
		}
	})
	for _, bad := range part {
		call(bad.What, "delete", fmt.Sprint("--ids ", bad.Puzzle))
	}
}
