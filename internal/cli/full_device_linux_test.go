package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

// TestFullDevice calls every command, and the help of each, with an output that is full: the exit code
// is 1, and the reason is told once.
func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	fails := func(t *testing.T, args ...string) {
		t.Helper()
		var stderr strings.Builder
		code := Run(t.Context(), args, stream.Streams{In: strings.NewReader(""), Out: full, Err: &stderr})
		if code != usage.ExitError || strings.Count(stderr.String(), "/dev/full: no space left on device\n") != 1 {
			t.Errorf("%s: exit code %d, standard error %q, want 1 and the reason", strings.Join(args, " "), code, stderr.String())
		}
	}
	eachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		fails(t, append(words, "--help")...)
		fails(t, append([]string{"help"}, words...)...)
		if len(words) > 0 && cmd.HasSubCommands() && words[0] != "techniques" {
			fails(t, words...)
		}
	})
	t.Chdir(t.TempDir())
	call(t.Context(), nil, "solve", goodPuzzle, "--db", "test.db").must(t, usage.ExitDone)
	// Measures take long, a server and a worker do not end, and these write no data to standard output.
	called := map[string]bool{"bench": true, "serve": true, "work": true, "man": true, "migrate up": true, "migrate down": true}
	for _, args := range [][]string{
		{}, {"help"}, {"--version"}, {"version"}, {"version", "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"__complete", "so"},
		{"techniques"}, {"techniques", "--json"}, {"techniques", "--sql", "x_wing"}, {"query", "--list"},
		{"migrate", "status", "--db", "test.db"}, {"verify", "--db", "test.db"}, {"stats", "--db", "test.db"}, {"stats", "--db", "test.db", "--json"},
		{"show", "1", "--db", "test.db"}, {"show", "1", "--db", "test.db", "--svg", "-"}, {"history", "1", "--db", "test.db"},
		{"query", "SELECT 1", "--db", "test.db"}, {"datasette", "--db", "test.db"}, {"export", "--db", "test.db"}, {"export", "--db", "test.db", "--format", "print"},
		{"solve", goodPuzzle}, {"solve", goodPuzzle, "--techniques", "full_house"}, {"rate", goodPuzzle}, {"count", goodPuzzle}, {"find", goodPuzzle, "--technique", "hidden_single"},
		{"hint", goodPuzzle}, {"explain", goodPuzzle}, {"same", goodPuzzle, goodPuzzle}, {"same", goodPuzzle, otherPuzzle}, {"generate"},
		{"ablate", goodPuzzle, "--without", "search"}, {"techniques", "check", "full_house", goodPuzzle},
		{"import", "--dedupe", "isomorphs", otherPuzzle, swapped(otherPuzzle), "--db", "new.db"},
	} {
		fails(t, args...)
		called[strings.Join(args[:min(1, len(args))], " ")] = true
		called[strings.Join(args[:min(2, len(args))], " ")] = true
	}
	eachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := strings.Fields(cmd.CommandPath())[1:]
		if !called[strings.Join(words, " ")] && !called[strings.Join(words[:min(1, len(words))], " ")] {
			t.Error("it is not called above")
		}
	})
}

// swapped is a puzzle with the digits 1 and 2 changed for each other.
func swapped(puzzle string) string { return strings.NewReplacer("1", "2", "2", "1").Replace(puzzle) }
