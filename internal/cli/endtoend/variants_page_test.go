package endtoend

import (
	"os"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/database"
	"setdoku/internal/gridtest"
)

// TestVariantsPage runs the commands and the SQL of docs/variants.md, and wants the line that the page shows.
func TestVariantsPage(t *testing.T) {
	gridtest.Long(t, "each line of the page is typed")
	text, err := os.ReadFile(clitest.InRepository("docs", "variants.md"))
	gridtest.Must(t, err)
	t.Chdir(t.TempDir())
	made, ran := "", 0
	for _, block := range clitest.CodeBlocks(string(text)) {
		switch first := block[0]; {
		case strings.HasPrefix(first, "INSERT"):
			insert(t, strings.Join(block, "\n"))
			made += clitest.Done(t, "solve", "--db", "variants.db").Stdout
			ran++
		case strings.HasPrefix(first, "echo '"):
			line, _, _ := strings.Cut(strings.TrimPrefix(first, "echo '"), "'")
			gridtest.Must(t, os.WriteFile("small.txt", []byte(line+"\n"), 0o666))
			for _, command := range block[1:] {
				made += clitest.Done(t, strings.Fields(command)[1:]...).Stdout
				ran++
			}
		case !strings.Contains(made, first+"\n"):
			t.Errorf("the page shows a line that is not there: %q, but\n%s", first, made)
		}
	}
	if want := " 1234234134124123 "; ran != 6 || !strings.Contains(made, want) {
		t.Errorf("%d blocks and commands ran, and %s is not in\n%s", ran, want, made)
	}
}

// insert runs statements of the page on its database.
func insert(t *testing.T, text string) {
	t.Helper()
	db, err := database.Open(t.Context(), "variants.db")
	gridtest.Must(t, err)
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}
