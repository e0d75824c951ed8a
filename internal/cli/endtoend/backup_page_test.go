package endtoend

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

// TestBackupPage runs the commands of docs/backup.md in order, and wants the lines that the page shows.
func TestBackupPage(t *testing.T) {
	gridtest.Long(t, "each line of the page is typed")
	if _, err := exec.LookPath("sqlite3"); err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	text, err := os.ReadFile(clitest.InRepository("docs", "backup.md"))
	gridtest.Must(t, err)
	t.Chdir(t.TempDir())
	gridtest.Must(t, clitest.WriteSample("sudoku.db"))
	made, ran := "", 0
	for _, block := range clitest.CodeBlocks(string(text)) {
		for _, line := range block {
			switch args := strings.Fields(line); {
			case len(args) == 0:
			case args[0] == "setdoku":
				made = clitest.Done(t, args[1:]...).Stdout
				ran++
			case args[0] == "sqlite3", args[0] == "mv":
				if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v: %s", line, err, out)
				}
				ran++
			default:
				if !strings.HasPrefix(made, line+"\n") {
					t.Errorf("the page shows %q, but the command printed %q", line, made)
				}
			}
		}
	}
	if ran != 9 {
		t.Errorf("%d commands ran, want 9", ran)
	}
	for _, name := range []string{"sudoku.db", "compact.db", "restored.db"} {
		clitest.Verified(t, name, 28)
	}
}
