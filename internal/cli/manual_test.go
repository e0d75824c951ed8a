package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

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
