package process

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

// TestBinaryOnTerminal asks for a PDF and for a PNG on standard output. A terminal gets nothing and a pipe gets the
// file.
func TestBinaryOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	for _, call := range []string{
		"export my.db --format pdf", "export my.db --format pdf -o -", "generate --seed 1 --format pdf",
		"show 1 --db my.db --png -",
	} {
		args := strings.Fields(call)
		terminal, end := clitest.OpenTerminal(t)
		var stderr bytes.Buffer
		code := cli.Run(t.Context(), args, stream.Streams{Out: terminal, Err: &stderr})
		if shown := end(); code != usage.ExitUsage || shown != "" ||
			!strings.Contains(stderr.String(), "is binary, and standard output is a terminal") {
			t.Errorf("%s on a terminal: exit code %d, %.40q on it, standard error %q", call, code, shown, &stderr)
		}
		if r := clitest.Done(t, args...); utf8.ValidString(r.Stdout) {
			t.Errorf("%s in a pipe: %.40q", call, r.Stdout)
		}
	}
}
