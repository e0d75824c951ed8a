package endtoend

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// TestOutputIsDatabase names a database as the output of every command that writes files: the one that the command
// reads, one of its other files, another database, and a link to it. Each call is refused and no database is changed.
func TestOutputIsDatabase(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Chdir(t.TempDir())
	for _, name := range []string{"own.db", "other.db"} {
		clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", name)
	}
	for _, dir := range []string{"proofs", "pictures"} {
		gridtest.Must(t, os.Mkdir(dir, 0o777))
	}
	outputs := []string{"own.db", "other.db", "link.db", filepath.Join("proofs", "puzzle-1.lrat"),
		filepath.Join("pictures", "puzzle-1-start.svg")}
	for _, link := range outputs[2:] {
		if err := os.Symlink(clitest.CopyDatabase(t, "other.db", filepath.Join(t.TempDir(), "linked.db")),
			link); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	before := make(map[string][]byte)
	for _, name := range outputs {
		before[name], _ = os.ReadFile(name)
	}
	for _, call := range []string{
		"generate --seed 1 -o OUT",
		"export own.db -o OUT",
		"explain 1 --db own.db -o OUT",
		"show 1 --db own.db --svg OUT",
		"show 1 --db own.db --png OUT",
		"stats own.db --svg OUT",
	} {
		for _, out := range outputs[:3] {
			r := clitest.Call(t.Context(), nil, strings.Fields(strings.ReplaceAll(call, "OUT", out))...)
			if !strings.Contains(r.Stderr, "the output "+out+" is a ") || r.Code != usage.ExitUsage || r.Stdout != "" {
				t.Errorf("%s to %s: exit code %d, output %q\n%s", call, out, r.Code, r.Stdout, r.Stderr)
			}
		}
	}
	for _, call := range []string{
		"prove 1 --db own.db -o proofs",
		"explain 1 --db own.db --format markdown --pictures pictures -o path.md",
	} {
		r := clitest.Call(t.Context(), nil, strings.Fields(call)...)
		if !strings.Contains(r.Stderr, "is a database of SQLite") || r.Code != usage.ExitUsage {
			t.Errorf("%s: exit code %d\n%s", call, r.Code, r.Stderr)
		}
	}
	for name, content := range before {
		if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, content) {
			t.Errorf("%s has changed, error %v", name, err)
		}
	}
	for _, pattern := range []string{".*.tmp", "*/.*.tmp", "path.md"} {
		if left, err := filepath.Glob(pattern); err != nil || len(left) > 0 {
			t.Errorf("left over: %s, error %v", left, err)
		}
	}
}
