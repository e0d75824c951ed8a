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
		{"query exactly", []string{"exactly_one"}, nothing},
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
