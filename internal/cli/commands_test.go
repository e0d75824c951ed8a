package cli_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// TestHelp checks that every command has a short and a long description and a group of help, and that help has at most
// 80 columns.
func TestHelp(t *testing.T) {
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("Short is %q, want a phrase without a full stop", cmd.Short)
		}
		if len(cmd.Long) <= len(cmd.Short) || strings.HasPrefix(cmd.Long, "\n") || strings.HasSuffix(cmd.Long, "\n") {
			t.Errorf("Long is %q, want a paragraph or more, without empty lines around it", cmd.Long)
		}
		for line := range strings.Lines(clitest.Done(t, append(strings.Fields(cmd.CommandPath())[1:], "--help")...).Stdout) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%d columns, want 80 at most: %s", n, line)
			}
		}
		if cmd.HasParent() && !cmd.Parent().HasParent() && cmd.GroupID == "" {
			t.Error("it is in no group of help: give it a GroupID")
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
	if cmd == root && len(cmd.Flags().Args()) > 0 && !cli.AllTyped(cmd.Flags().Args()) {
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

// TestNextCalls checks that every command declares its next calls, and that setdoku accepts each as a command line.
func TestNextCalls(t *testing.T) {
	checked := 0
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		calls, declared := cli.NextCalls(cmd)
		if !declared {
			t.Error("it has no next calls: give it Annotations: next(...), or next() for none")
		}
		for _, call := range calls {
			checked++
			typed := strings.NewReplacer("{db}", "x.db", "{id}", "7", "{arg}", "7", "{args}", "a.sdm b.sdm",
				"{technique}", "x_wing").Replace(call)
			typed, _, _ = strings.Cut(typed, "  #")
			if err := takes(typed); err != nil || strings.Contains(typed, "{") {
				t.Errorf("%s: %v", typed, err)
			}
		}
	})
	if checked == 0 {
		t.Error("no command has a next call: nothing was checked")
	}
}

// TestComplete asks for completions as a shell does.
func TestComplete(t *testing.T) {
	t.Parallel()
	files := cobra.ShellCompDirectiveDefault
	nothing := cobra.ShellCompDirectiveNoFileComp
	list := nothing | cobra.ShellCompDirectiveNoSpace
	for _, tt := range []struct {
		words     string // the last is not complete
		want      []string
		directive cobra.ShellCompDirective
	}{
		{"solve --technique naked_", []string{"naked_single", "naked_pair", "naked_triple", "naked_quadruple"}, list},
		{"solve --technique singles,x_w", []string{"singles,x_wing"}, list},
		{"rate --without search,subs", []string{"search,subsets"}, list},
		{"export --format ", cli.FormatNames(), nothing},
		{"export --status so", []string{"solved"}, list},
		{"generate --level easy,ha", []string{"easy,hard"}, list},
		{"hint --level w", []string{"where", "what", "why"}, nothing},
		{"explain --pictures ", nil, cobra.ShellCompDirectiveFilterDirs},
		{"techniques --sql sword", []string{"swordfish"}, nothing},
		{"techniques check xy_", []string{"xy_wing", "xy_chain"}, files},
		{"verify ", nil, files},
		{"play x_w", []string{"x_wing"}, nothing},
		{"query puzzles_w", []string{"puzzles_with_one_hard_step"}, nothing},
		{"solve --technique-file ", []string{"sql"}, cobra.ShellCompDirectiveFilterFileExt},
	} {
		t.Run(tt.words, func(t *testing.T) {
			r := clitest.Done(t, append([]string{"__completeNoDesc"}, strings.Split(tt.words, " ")...)...)
			lines := r.Out()
			got, directive := lines[:len(lines)-1], lines[len(lines)-1]
			if !slices.Equal(got, tt.want) && len(got)+len(tt.want) > 0 {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if want := ":" + strconv.Itoa(int(tt.directive)); directive != want {
				t.Errorf("directive %s, want %s", directive, want)
			}
		})
	}
	described := clitest.Done(t, "__complete", "solve", "--technique", "sword")
	if described.Out()[0] != "swordfish\tSwordfish" {
		t.Errorf("got %q, want the title behind the name", described.Out())
	}
}

// TestManualPages writes all pages, looks for their sections, and has groff read them when it is installed.
func TestManualPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	gridtest.Must(t, cli.WriteManual(dir, time.Time{}))
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Log("no groff here: the pages are not rendered")
	}
	pages := 0
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		pages++
		name := cli.PageName(cmd) + ".1"
		page, err := os.ReadFile(filepath.Join(dir, name))
		gridtest.Must(t, err)
		rest := string(page)
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS",
			"SEE ALSO"} {
			var ok bool
			if _, rest, ok = strings.Cut(rest, "\n.SH "+section+"\n"); !ok {
				t.Errorf("%s has no section %s, or in another place", name, section)
			}
		}
		if groff == "" {
			return
		}
		out, err := exec.Command(groff, "-man", "-t", "-Tutf8", "-ww", "-rLL=200n",
			filepath.Join(dir, name)).CombinedOutput()
		if err != nil || regexp.MustCompile(`(?m)^troff:|warning`).Match(out) {
			t.Errorf("groff: %v\n%s", err, out)
		}
		if words := regexp.MustCompile(`\s+`).ReplaceAllString(cmd.Long, " "); !strings.Contains(flat(string(out)),
			flat(words)) {
			t.Errorf("%s renders\n%s\nwhere help says\n%s", name, out, cmd.Long)
		}
	})
	if files, err := os.ReadDir(dir); err != nil || len(files) != pages {
		t.Errorf("%d pages of %d commands, %v", len(files), pages, err)
	}
}

// flat returns a text without blanks, lines, and the escape sequences for bold.
func flat(text string) string {
	return regexp.MustCompile(`\x1b\[[0-9;]*m|[\s‐-]+`).ReplaceAllString(text, "")
}
