package endtoend

import (
	"os"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestFormatOfName names the output in different ways, with and without --format, and looks at the beginning of the
// file.
func TestFormatOfName(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	const pdf, html, csv, xml = "%PDF-", "<!DOCTYPE html>", "id,puzzle,", "<?xml "
	export, generate, explain := "export my.db", "generate --seed 1", "explain 1 --db my.db"
	line := strings.TrimRight(clitest.GoodPuzzle, ".")
	for _, tt := range []struct{ call, out, want string }{
		{export, "z.pdf", pdf}, {generate, "z.pdf", pdf}, {export, "z.PDF", pdf},
		{export, "z.html", html}, {generate, "z.htm", html}, {explain, "z.html", html},
		{export, "z.csv", csv}, {generate, "z.csv", csv}, {export, "z.xml", xml}, {export, "z.opensudoku", xml},
		{export, "z.sdk", "[Puzzle]"}, {export, "z.json", "{"}, {explain, "z.md", "# "}, {explain, "z.markdown", "# "},
		{export, "z.txt", line}, {export, "z", line}, {export, "z.old", line}, {explain, "z.txt", "Puzzle 1"},
		{export + " --format csv", "z.pdf", csv}, {explain + " --format html", "z.txt", html},
		{generate, "z.json", ""}, {explain, "z.pdf", ""}, {explain, "z.csv", ""}, {export, "z.svg", ""},
		{export, "z.md", ""},
	} {
		r := clitest.Call(t.Context(), nil, strings.Fields(tt.call+" --output "+tt.out)...)
		got, err := os.ReadFile(tt.out)
		switch {
		case tt.want == "":
			if r.Code != usage.ExitUsage || !strings.Contains(r.Stderr, ", want ") || err == nil {
				t.Errorf("%s to %s: exit code %d, the file has %.20q, standard error %q", tt.call, tt.out, r.Code, got,
					r.Stderr)
			}
		case r.Code != usage.ExitDone || !strings.HasPrefix(string(got), tt.want):
			t.Errorf("%s to %s: exit code %d, the file has %.40q, want %q\n%s", tt.call, tt.out, r.Code, got, tt.want,
				r.Stderr)
		}
		_ = os.Remove(tt.out)
	}
}
