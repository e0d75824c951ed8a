package endtoend

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// silent are the commands that need not say that solutions were not counted, and why. All others that take a puzzle or
// a database do.
var silent = map[string]string{
	"convert": "it solves nothing", "import": "it solves nothing", "export": "it solves nothing",
	"delete": "it solves nothing", "tag": "it solves nothing", "query": "it prints rows",
	"stats": "it counts statuses", "needed": "it looks at solved puzzles",
	"verify": "nothing is claimed, so there is nothing to prove",
	"same":   "it takes only classic puzzles", "techniques check": "it makes its own puzzles",
	"migrate status": "it looks at the schema", "migrate up": "it looks at the schema",
	"migrate down": "it looks at the schema", "serve": "see TestNotCounted in internal/web", "work": "it needs a server",
	"play": "it takes no puzzle", "generate": "it makes its own puzzles",
}

// TestNotCounted gives each command that takes puzzles an empty board on which no search for solutions ends, as input
// and from a database. The command says that the solutions were not counted, and claims nothing about them. Commands
// with a code for a puzzle that is not solved end with that one. In a list, the other puzzles are done.
func TestNotCounted(t *testing.T) {
	t.Parallel()
	odd := "windoku+x+anti-knight " + strings.Repeat(".", 81)
	puzzles := clitest.SamplePuzzles(t)
	list := puzzles[0].String() + "\n" + odd + "\n" + puzzles[1].String() + "\n"
	dir := t.TempDir()
	db := filepath.Join(dir, "odd.db")
	clitest.Call(t.Context(), strings.NewReader(list), "solve", "-", "--db", db, "--jobs", "1").
		Must(t, usage.ExitUnsolved)
	rows := clitest.QueryRows(t, clitest.OpenRaw(t, db), "SELECT status FROM puzzle ORDER BY puzzle_id")
	if got := fmt.Sprint(rows); strings.Count(got, "solved") != 2 || strings.Count(got, "stuck") != 1 {
		t.Errorf("saved: %s", got)
	}
	r := clitest.Call(t.Context(), strings.NewReader(odd), "solve", "-", "--engine", "sql", "--technique", "search")
	if r.Code != usage.ExitUnsolved || !strings.HasPrefix(r.Stdout, "1 stuck") || !strings.Contains(r.Stderr, "gave up") {
		t.Errorf("engine sql: exit code %d\n%s%s", r.Code, r.Stdout, r.Stderr)
	}
	more := map[string][]string{"find": {"--technique", "uniqueness"}, "prove": {"--output", dir}}
	lines := map[string]string{ // patterns of the lines of a list
		"solve": `(?m)^1 solved .*\n2 stuck .*\n3 solved `, "rate": `(?m)^1 solved .*\n2 stuck .*\n3 solved `,
		"count": `^1\n\?\n1\n$`,
	}
	counted := regexp.MustCompile(`not counted: the search gave up.* more givens|not known that .* exactly one solution`)
	claims := regexp.MustCompile(`(?i)\d solved|is solved|has (one|no|several|more)|does not have|unique\b`)
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		name, takes := usage.Name(cmd), [][]string{}
		words := strings.Fields(cmd.CommandPath())[1:]
		if strings.Contains(cmd.Use, "|-") || !cmd.HasParent() {
			takes = append(takes, []string{"-"})
		}
		if strings.Contains(cmd.Use, "PUZZLE_ID") {
			takes = append(takes, []string{"2", "--db", db})
		}
		if silent[name] != "" {
			takes = nil
		} else if len(takes) == 0 && (cmd.Flag("db") != nil || strings.Contains(cmd.Use, "FILE")) {
			t.Fatal("it may show puzzles, and this test knows no call of it")
		}
		for _, take := range takes {
			input := odd
			if take[0] == "-" && lines[name] != "" {
				input = list
			}
			r := clitest.Call(t.Context(), strings.NewReader(input), slices.Concat(words, take, more[name])...)
			code := usage.ExitUnsolved
			if slices.Contains([]string{"show", "history", "find"}, name) {
				code = usage.ExitDone
			}
			said := strings.Join(strings.Fields(r.Stdout+r.Stderr), " ")
			if r.Code != code || !regexp.MustCompile(lines[name]).MatchString(r.Stdout) ||
				!counted.MatchString(said) || input == odd && claims.MatchString(said) {
				t.Errorf("%v: exit code %d, want %d\n%s%s", take, r.Code, code, r.Stdout, r.Stderr)
			}
		}
	})
}
