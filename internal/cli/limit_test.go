package cli_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// boundless are the flags with a number of any size, and why it makes neither memory nor goroutines.
var boundless = map[string]string{
	"setdoku show --step":             "a step that the path must have",
	"setdoku show --at":               "a step that the path must have",
	"setdoku show --pattern":          "a pattern that the step must have",
	"setdoku count --limit":           "solutions are counted, not stored",
	"setdoku query --limit":           "rows are printed as they come; in a table the command takes 100000 at most",
	"setdoku generate --seed":         "begins a sequence",
	"setdoku techniques check --seed": "begins a sequence",
	"setdoku explain --step":          "a step that the path must have",
	"setdoku hint --at":               "a step that the path must have",
	"setdoku export --limit":          "puzzles are written as they come",
	"setdoku tag --limit":             "the database has the puzzles",
	"setdoku delete --limit":          "the database has the puzzles",
}

// TestNumbersHaveLimits sets every flag that takes a number to the greatest one. It must be refused with a message that
// names the limit.
func TestNumbersHaveLimits(t *testing.T) {
	found := make(map[string]bool)
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "int", "int64", "uint", "uint64":
			default:
				return
			}
			name := cmd.CommandPath() + " --" + f.Name
			if found[name] = true; boundless[name] != "" {
				return
			}
			if err := f.Value.Set(strconv.Itoa(math.MaxInt)); err == nil || !strings.Contains(err.Error(), "want ") {
				t.Errorf("%s takes %d, error %v", name, math.MaxInt, err)
			}
		})
	})
	for name := range boundless {
		if !found[name] {
			t.Errorf("there is no number %s", name)
		}
	}
}

// TestLimitMessages makes calls with numbers above a limit.
func TestLimitMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	const rows = "WITH RECURSIVE x(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM x WHERE n < 100001) SELECT n FROM x"
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"generate", "-n", "10001", "-o", "z.pdf"}, usage.ExitUsage,
			"generate: --number 10001, want 10000 at most for --format pdf\n"},
		{[]string{"query", rows, "--db", "my.db", "--limit", "0"}, usage.ExitDone,
			"stopped after 100000 rows, there are more (a table has no more, --format csv and json print all)\n"},
		{[]string{"query", rows, "--db", "my.db", "--limit", "0", "--format", "csv"}, usage.ExitDone, ""},
	} {
		if r := clitest.Call(t.Context(), nil, tt.args...); r.Code != tt.code ||
			strings.TrimPrefix(r.Stderr, "setdoku: ") != tt.want {
			t.Errorf("%s: exit code %d, standard error %q, want %q", tt.args, r.Code, r.Stderr, tt.want)
		}
	}
}
