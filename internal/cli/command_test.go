package cli_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestCommandsDeclareThemselves checks that every command declares, besides its flags, what the program has to know
// about it: its group of help, an example, its next calls, and what its arguments complete to.
func TestCommandsDeclareThemselves(t *testing.T) {
	known := make(map[string]bool)
	for _, g := range cli.Groups() {
		known[g.ID] = true
	}
	used := make(map[string]bool)
	registered := 0
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.HasParent() && !cmd.Parent().HasParent() {
			registered++
			used[cmd.GroupID] = true
			if !known[cmd.GroupID] {
				t.Errorf("GroupID is %q, want one of %q", cmd.GroupID, slices.Sorted(maps.Keys(known)))
			}
		}
		if cmd.Example == "" {
			t.Error("it has no Example")
		}
		if _, declared := cli.NextCalls(cmd); !declared {
			t.Error("it has no next calls: give it Annotations: next(...), or next() for none")
		}
	})
	if registered != cli.Registered() || registered == 0 {
		t.Errorf("%d commands are below setdoku, %d are registered", registered, cli.Registered())
	}
	if !maps.Equal(used, known) {
		t.Errorf("commands are in the groups %q, and help has %q", slices.Sorted(maps.Keys(used)),
			slices.Sorted(maps.Keys(known)))
	}
}

// TestCommandWithoutDeclarations checks that a command without declarations gets none from the commands above it, and
// that a subcommand gets those of its parent.
func TestCommandWithoutDeclarations(t *testing.T) {
	root, bare, below := &cobra.Command{Use: "setdoku", Annotations: cli.Next("setdoku help")},
		&cobra.Command{Use: "bare [FILE]"}, &cobra.Command{Use: "below"}
	root.AddCommand(bare)
	bare.AddCommand(below)
	for _, cmd := range []*cobra.Command{bare, below} {
		if calls, declared := cli.NextCalls(cmd); declared || calls != nil {
			t.Errorf("%s has the next calls %q", cmd.CommandPath(), calls)
		}
	}
	bare.Annotations = cli.Next()
	if calls, declared := cli.NextCalls(below); !declared || calls != nil {
		t.Errorf("%s has the next calls %q, declared %t: want those of the command above, which are none",
			below.CommandPath(), calls, declared)
	}
	if !cli.TakesArguments(bare) || cli.TakesArguments(below) ||
		cli.TakesArguments(&cobra.Command{Use: "server --db URL"}) {
		t.Error("the usage lines show FILE as the only argument")
	}
	cli.CompleteNothing(root)
	noFiles := reflect.ValueOf(cobra.NoFileCompletions).Pointer()
	if bare.ValidArgsFunction != nil || reflect.ValueOf(below.ValidArgsFunction).Pointer() != noFiles {
		t.Error("shells shall complete files after no command but the one that takes them")
	}
}

// TestUnknownFlagCompletion checks that a completion for an undeclared flag panics.
func TestUnknownFlagCompletion(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a flag that is not there got a completion")
		}
	}()
	usage.Complete(&cobra.Command{Use: "solve"}, "none", cobra.NoFileCompletions)
}
