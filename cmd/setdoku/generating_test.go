package main

import (
	"os"
	"strings"
	"testing"
)

// TestGeneratingTable checks that docs/generating.md says of every technique of the catalogue how long it takes to find.
func TestGeneratingTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/generating.md")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := loadCatalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, technique := range catalogue {
		if n := strings.Count(string(text), "\n| "+technique.Name+" | "); n != 1 {
			t.Errorf("%s has %d rows, want 1", technique.Name, n)
		}
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
