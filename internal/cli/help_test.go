package cli_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/puzzles"
	"setdoku/internal/cli/usage"
)

// TestHelp checks that every command has a short and a long description and a group of help.
func TestHelp(t *testing.T) {
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("Short is %q, want a phrase without a full stop", cmd.Short)
		}
		if len(cmd.Long) <= len(cmd.Short) || strings.HasPrefix(cmd.Long, "\n") || strings.HasSuffix(cmd.Long, "\n") {
			t.Errorf("Long is %q, want a paragraph or more, without empty lines around it", cmd.Long)
		}
		for line := range strings.Lines(cmd.Long) {
			if len([]rune(line)) > 120 {
				t.Errorf("Long has a line of %d characters, want 120 at most: %s", len([]rune(line)), line)
			}
		}
		if cmd.HasParent() && !cmd.Parent().HasParent() && cmd.GroupID == "" {
			t.Error("it is in no group of help: give it a GroupID")
		}
	})
}

// TestHelpColumns checks that help of each command has at most 80 columns.
func TestHelpColumns(t *testing.T) {
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		words := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		r := clitest.Call(t.Context(), strings.NewReader(""), words...)
		if r.Code != usage.ExitDone || !strings.Contains(r.Stdout, "Usage:") {
			t.Fatalf("exit code %d, output %q", r.Code, r.Stdout)
		}
		for line := range strings.Lines(r.Stdout) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
				t.Errorf("%d columns, want 80 at most: %s", n, line)
			}
		}
	})
}

// TestExamples checks that every command has examples, and accepts the flags and the number of arguments of each.
func TestExamples(t *testing.T) {
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Example == "" {
			t.Error("Example is empty: show one call or more")
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.HasPrefix(line, "  "+cmd.CommandPath()+" ") && strings.TrimSpace(line) != cmd.CommandPath() &&
				cmd.HasParent() {
				t.Errorf("example %q, want two blanks and %s", line, cmd.CommandPath())
			}
			if err := takes(line); err != nil {
				t.Errorf("example %q: %v", line, err)
			}
		}
	})
}

// shellWord matches a word of a shell command line, or a character that ends the command.
var shellWord = regexp.MustCompile(`'([^']*)'|"([^"]*)"|(&&|[|<>])|([^\s'"|<>&]+)`)

// takes returns the error of a command line, as far as its flags and the number of its arguments decide it.
func takes(line string) error {
	var words []string
	for _, m := range shellWord.FindAllStringSubmatch(line, -1) {
		if m[3] != "" {
			break // the rest belongs to the shell or to another command
		}
		words = append(words, m[1]+m[2]+m[4])
	}
	if len(words) == 0 || words[0] != "setdoku" {
		return fmt.Errorf("it does not call setdoku but %q", words)
	}
	root := cli.Root() // new commands each time, because flags keep their values
	cmd, rest, err := root.Find(words[1:])
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	if cmd == root && len(cmd.Flags().Args()) > 0 && !puzzles.AllTyped(cmd.Flags().Args()) {
		return fmt.Errorf("there is no command %s", cmd.Flags().Arg(0))
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}

// TestFlags checks that a flag has the same shorthand and type in all commands, and is described as help does it.
func TestFlags(t *testing.T) {
	uses, short := make(map[string]string), make(map[string]string)
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			call := cmd.CommandPath() + " --" + f.Name
			apart := []string{"setdoku hint --level", "setdoku show --pattern", "setdoku import --tag",
				"setdoku verify --engine"} // they mean something else
			if use := "-" + f.Shorthand + " " + f.Value.Type(); !slices.Contains(apart, call) {
				if uses[f.Name] = cmp.Or(uses[f.Name], use); uses[f.Name] != use {
					t.Errorf("--%s is %s here and %s elsewhere", f.Name, use, uses[f.Name])
				}
			}
			if name := cmp.Or(short[f.Shorthand], f.Name); f.Shorthand != "" && name != f.Name {
				t.Errorf("-%s is --%s here and --%s elsewhere", f.Shorthand, f.Name, name)
			}
			short[f.Shorthand] = f.Name
			if f.Usage == "" || strings.HasSuffix(f.Usage, ".") {
				t.Errorf("--%s is described as %q, want a phrase without a full stop", f.Name, f.Usage)
			}
		})
	})
	if uses["db"] == "" {
		t.Error("no --db was met: nothing was checked")
	}
}
