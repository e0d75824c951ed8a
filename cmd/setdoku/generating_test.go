package main

import (
	"os"
	"strings"
	"testing"
)

// TestGeneratingTable checks that docs/generating.md says of the techniques of the catalogue, and of no others, how long they
// take to find. A technique that is new need not have been measured yet.
func TestGeneratingTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/generating.md")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := loadCatalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, technique := range catalogue {
		known[technique.Name] = true
	}
	_, table, _ := strings.Cut(string(text), "\n| technique | puzzles | ")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[2:]
	for _, row := range rows {
		name := strings.Fields(row)[1]
		if !known[name] {
			t.Errorf("%s is no technique of the catalogue, or has two rows", name)
		}
		delete(known, name)
	}
	if len(known) > len(rows)/10 {
		t.Errorf("%d rows, and %d techniques without one: measure them", len(rows), len(known))
	}
}

// TestBenchRequire measures one technique that is found and one that is not.
func TestBenchRequire(t *testing.T) {
	code, out, told := run(t, t.Context(), "bench", "require", "x_wing", "search", "--puzzles", "2", "--time", "100ms")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, told)
	}
	for _, want := range []string{"│ x_wing    │       2 │", "│ search    │       0 │ > "} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
}
