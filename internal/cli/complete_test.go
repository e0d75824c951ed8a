package cli_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
)

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
		{"solve --without uniquen", []string{"uniqueness"}, list},
		{"rate --without search,subs", []string{"search,subsets"}, list},
		{"work --technique jelly", []string{"jellyfish"}, list},
		{"find --technique forc", []string{"forcing_tridagon", "forcing", "forcing_verity", "forcing_plus"}, list},
		{"solve --engine ", []string{"auto", "bitmask", "sql", "cte"}, nothing},
		{"solve --audit ", []string{"full", "steps", "none"}, nothing},
		{"export --format ", cli.FormatNames(), nothing},
		{"export --status so", []string{"solved"}, list},
		{"query --format ", []string{"table", "line", "csv", "json"}, nothing},
		{"generate --format ", cli.GenerateFormats(), nothing},
		{"generate --symmetry ", []string{"none", "rotate180", "rotate90", "mirror", "flip", "diagonal"}, nothing},
		{"generate --level easy,ha", []string{"easy,hard"}, list},
		{"generate --forbid sword", []string{"swordfish"}, list},
		{"hint --level w", []string{"where", "what", "why"}, nothing},
		{"explain --format ", cli.ExplainFormats, nothing},
		{"explain --pictures ", nil, cobra.ShellCompDirectiveFilterDirs},
		{"show --theme ", []string{"auto", "light", "dark"}, nothing},
		{"techniques --sql sword", []string{"swordfish"}, nothing},
		{"techniques check xy_", []string{"xy_wing", "xy_chain"}, files},
		{"techniques check xy_wing ", nil, files},
		{"show ", nil, files},
		{"history 1 ", nil, files},
		{"verify ", nil, files},
		{"migrate status ", nil, files},
		{"techniques sword", []string{"swordfish"}, nothing},
		{"play x_w", []string{"x_wing"}, nothing},
		{"play easy ", nil, nothing},
		{"query exactly", []string{"exactly_one"}, nothing},
		{"import --dedupe ", []string{"givens", "isomorphs"}, nothing},
		{"same puz", nil, files},
		{"solve puz", nil, files},
		{"import --db ", nil, files},
		{"solve --technique-file ", []string{"sql"}, cobra.ShellCompDirectiveFilterFileExt},
		{"completion ", []string{"bash", "fish", "powershell", "zsh"}, nothing},
		{"sol", []string{"solve"}, nothing},
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
