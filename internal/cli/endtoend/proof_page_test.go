package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

// TestProofPage runs the command of docs/proof.md. All lines that the page shows, but the commands, must be in the
// output or in the files. So must the clauses of its table.
func TestProofPage(t *testing.T) {
	text, err := os.ReadFile(clitest.InRepository("docs", "proof.md"))
	gridtest.Must(t, err)
	t.Chdir(t.TempDir())
	made, shown, ran := "\n", []string(nil), 0
	for _, block := range clitest.CodeBlocks(string(text)) {
		for _, line := range block {
			words := strings.Fields(line)
			switch {
			case strings.HasPrefix(line, "setdoku "):
				made += clitest.Done(t, words[1:]...).Stdout
				ran++
			case len(words) > 0 && words[0] != "gcc" && words[0] != "make" && !strings.HasPrefix(line, "./"):
				shown = append(shown, line)
			}
		}
	}
	for _, kind := range []string{"cnf", "lrat", "tsv"} {
		file, err := os.ReadFile(filepath.Join("proofs", "puzzle-1."+kind))
		gridtest.Must(t, err)
		made += string(file)
	}
	_, table, _ := strings.Cut(string(text), "\n| hint | clause | ")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range strings.Split(table, "\n")[2:] {
		clauses := strings.FieldsFunc(strings.Split(row, "|")[2], func(r rune) bool { return r == ',' || r == ';' })
		for _, clause := range clauses {
			shown = append(shown, strings.TrimSpace(clause)+" 0")
		}
	}
	for _, line := range shown {
		if !strings.Contains(made, "\n"+line+"\n") {
			t.Errorf("the page shows a line that is not there: %q", line)
		}
	}
	if ran != 1 || len(shown) < 30 {
		t.Errorf("%d commands and %d lines were found", ran, len(shown))
	}
}
