package endtoend

import (
	"os"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli/clitest"
)

// TestGeneratingTable checks that docs/generating.md has the time for exactly the techniques of the catalogue.
func TestGeneratingTable(t *testing.T) {
	text, err := os.ReadFile(clitest.InRepository("docs", "generating.md"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, technique := range all {
		known[technique.Name] = true
	}
	_, table, _ := strings.Cut(string(text), "\n| technique | puzzles | ")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[2:]
	for _, row := range rows {
		name := strings.Fields(row)[1]
		if !known[name] {
			t.Errorf("%s is not a technique of the catalogue, or has two rows", name)
		}
		delete(known, name)
	}
	for name := range known {
		t.Errorf("%s has no row: docs/speed.sh require %s prints it", name, name)
	}
}
