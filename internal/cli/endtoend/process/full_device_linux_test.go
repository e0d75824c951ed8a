package process

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestFullDevice calls every command and its help with an output that is full. The exit code must be 1, and the reason
// must be printed once.
func TestFullDevice(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	gridtest.Must(t, err)
	defer full.Close()
	fails := func(t *testing.T, args ...string) {
		t.Helper()
		var stderr strings.Builder
		code := cli.Run(t.Context(), args, stream.Streams{In: strings.NewReader(""), Out: full, Err: &stderr})
		if code != usage.ExitError || strings.Count(stderr.String(), "/dev/full: no space left on device\n") != 1 {
			t.Errorf("%s: exit code %d, standard error %q, want 1 and the reason", strings.Join(args, " "), code,
				stderr.String())
		}
	}
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		fails(t, append(words, "--help")...)
		fails(t, append([]string{"help"}, words...)...)
		if len(words) > 0 && cmd.HasSubCommands() && words[0] != "techniques" {
			fails(t, words...)
		}
	})
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	// A server and a worker do not end, and the others write no data to standard output.
	called := map[string]bool{"serve": true, "play": true, "work": true, "needed": true, "migrate up": true,
		"migrate down": true, "tag": true, "delete": true}
	for _, args := range [][]string{
		{}, {"help"}, {"--version"}, {"version"}, {"version", "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"},
		{"__complete", "so"},
		{"techniques"}, {"techniques", "--json"}, {"techniques", "--sql", "x_wing"}, {"query", "--list"},
		{"migrate", "status", "--db", "test.db"}, {"verify", "--db", "test.db"}, {"stats", "--db", "test.db"},
		{"stats", "--db", "test.db", "--json"}, {"stats", "--db", "test.db", "--svg", "-"},
		{"show", "1", "--db", "test.db"}, {"show", "1", "--db", "test.db", "--svg", "-"},
		{"history", "1", "--db", "test.db"},
		{"query", "SELECT 1", "--db", "test.db"}, {"export", "--db", "test.db"},
		{"export", "--db", "test.db", "--format", "print"},
		{"export", "--db", "test.db", "--format", "datasette"},
		{"prove", "1", "--db", "test.db", "--out", "proofs"},
		{"solve", clitest.GoodPuzzle}, {"solve", clitest.GoodPuzzle, "--technique", "full_house"},
		{"rate", clitest.GoodPuzzle}, {"count", clitest.GoodPuzzle},
		{"find", clitest.GoodPuzzle, "--technique", "hidden_single"},
		{"hint", clitest.GoodPuzzle}, {"explain", clitest.GoodPuzzle}, {"same", clitest.GoodPuzzle, clitest.GoodPuzzle},
		{"same", clitest.GoodPuzzle, clitest.OtherPuzzle}, {"generate"}, {"generate", "--json"},
		{"convert", clitest.GoodPuzzle}, {"convert", clitest.GoodPuzzle, "--format", "pdf"},
		{"count", clitest.GoodPuzzle, "--json"}, {"verify", "--db", "test.db", "--json"},
		{"hint", clitest.GoodPuzzle, "--format", "html"}, {"explain", clitest.GoodPuzzle, "--json"},
		{"import", clitest.OtherPuzzle, "--db", "json.db", "--json"},
		{"techniques", "check", "full_house", clitest.GoodPuzzle},
		{"import", "--dedupe", "isomorphs", clitest.OtherPuzzle, swapped(clitest.OtherPuzzle), "--db", "new.db"},
	} {
		fails(t, args...)
		called[strings.Join(args[:min(1, len(args))], " ")] = true
		called[strings.Join(args[:min(2, len(args))], " ")] = true
	}
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		if !called[strings.Join(words, " ")] && !called[strings.Join(words[:min(1, len(words))], " ")] {
			t.Error("it is not called above")
		}
	})
}

// swapped is a puzzle with the digits 1 and 2 exchanged.
func swapped(puzzle string) string { return strings.NewReplacer("1", "2", "2", "1").Replace(puzzle) }
