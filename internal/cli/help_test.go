package cli_test

import (
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

// variants are the flags that have different descriptions in different commands.
var variants = map[string]*regexp.Regexp{
	"db":     regexp.MustCompile("^database (`FILE`(, created when absent)?(, or URL of a server)?|`URL` .*)$"),
	"json":   regexp.MustCompile(`^print (one JSON object an? [a-z]+|a JSON object)$`),
	"format": regexp.MustCompile("^(`FORMAT` to write|print `FORMAT`): "),
	"limit":  regexp.MustCompile(`.`), // each command limits something else
	"seed":   regexp.MustCompile(`.`),
	"jobs":   regexp.MustCompile(`^how many (puzzles are computed at a time in memory(, or parts of a chunk by engine sql in a file)?|attempts are made at a time), 0 for all cores$`),
	"svg":    regexp.MustCompile("`FILE`"),
	"verbose": regexp.MustCompile("^(print every pass as it happens; `HOW` grid also prints the grid with its " +
		"candidates after each|log every failure with its cause to stderr)$"),
	"solutions":  regexp.MustCompile(`^(write|add pages with) solutions \(.*print, pdf\)$`),
	"candidates": regexp.MustCompile(`pencil marks`),
	"variant":    regexp.MustCompile("`NAME`"),
	"at": regexp.MustCompile("^(show the puzzle|give the hint) after this `STEP`, 0 for before the first " +
		"\\(default the last\\)$"),
	"step":   regexp.MustCompile("this `STEP`"),
	"output": regexp.MustCompile("^write (to `FILE` instead of standard output|the files into this `FOLDER`)$"),
}

// apart are flags that have another meaning in one command.
var apart = []string{"setdoku hint --level", "setdoku show --pattern", "setdoku import --tag",
	"setdoku verify --engine"}

// TestFlags checks that a flag has the same shorthand, type and description in all commands.
func TestFlags(t *testing.T) {
	type use struct {
		flag *pflag.Flag
		path string
	}
	uses := make(map[string][]use)
	short := make(map[string]string)
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Name == "version" {
				return
			}
			if !slices.Contains(apart, cmd.CommandPath()+" --"+f.Name) {
				uses[f.Name] = append(uses[f.Name], use{f, cmd.CommandPath()})
			}
			if f.Shorthand != "" {
				if other := short[f.Shorthand]; other != "" && other != f.Name {
					t.Errorf("-%s is --%s here and --%s elsewhere", f.Shorthand, f.Name, other)
				}
				short[f.Shorthand] = f.Name
			}
			if first := []rune(f.Usage); len(first) == 0 || strings.HasSuffix(f.Usage, ".") || first[0] >= 'A' &&
				first[0] <= 'Z' && first[1] >= 'a' {
				t.Errorf("--%s is described as %q, want a phrase in small letters without a full stop", f.Name, f.Usage)
			}
			if strings.Contains(f.Value.Type(), "Slice") &&
				!strings.Contains(f.Usage, "(repeatable, or comma separated)") ||
				f.Value.Type() == "stringArray" && !strings.Contains(f.Usage, "(repeatable)") {
				t.Errorf("--%s takes several values: say (repeatable, or comma separated) for a slice, (repeatable) "+
					"for an array", f.Name)
			}
		})
	})
	for name, list := range uses {
		first := list[0]
		for _, u := range list {
			if u.flag.Shorthand != first.flag.Shorthand || u.flag.Value.Type() != first.flag.Value.Type() {
				t.Errorf("--%s is -%s %s in %s and -%s %s in %s: make them the same, or give one another name", name,
					u.flag.Shorthand, u.flag.Value.Type(), u.path, first.flag.Shorthand, first.flag.Value.Type(),
					first.path)
			}
			switch v := variants[name]; {
			case v == nil && u.flag.Usage != first.flag.Usage:
				t.Errorf("--%s is described in two ways, by %s as %q and by %s as %q: use the same words, another "+
					"name, or add it to variants",
					name, u.path, u.flag.Usage, first.path, first.flag.Usage)
			case v != nil && !v.MatchString(u.flag.Usage):
				t.Errorf("--%s of %s is described as %q, want %s", name, u.path, u.flag.Usage, v)
			}
		}
	}
	if !slices.ContainsFunc(uses["db"], func(u use) bool { return u.path == "setdoku solve" }) {
		t.Error("no --db was met: nothing was checked")
	}
}
