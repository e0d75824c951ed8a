package endtoend

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestAddressFlag calls each command that has --db with an empty address and with addresses of other kinds. Each call
// is an error of usage that does not print the password.
func TestAddressFlag(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Flags().Lookup("db") == nil {
			return
		}
		words := strings.Fields(cmd.CommandPath())[1:]
		for _, address := range []string{"", "mysql://me:secret@host/x", "password=secret"} {
			r := clitest.Call(t.Context(), nil, append(words, "--db", address)...).Must(t, usage.ExitUsage)
			if !strings.Contains(r.Stderr, "--db") || strings.Contains(r.Stdout+r.Stderr, "secret") {
				t.Errorf("--db %q: %s", address, r.Stderr)
			}
		}
	})
	for _, args := range [][]string{{"solve", "postgres://me:secret@127.0.0.1:1/x"}, {"mysql://me:secret@host/x"},
		{"stats", "password=secret"}} {
		r := clitest.Call(t.Context(), nil, args...)
		if r.Code == usage.ExitDone || strings.Contains(r.Stdout+r.Stderr, "secret") {
			t.Errorf("%q: code %d: %s", args, r.Code, r.Stderr)
		}
	}
}
