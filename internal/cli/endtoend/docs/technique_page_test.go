package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
)

var (
	pageExample = regexp.MustCompile(`\]\(\.\./(testdata/\w+\.sql)\)`)
	pageHint    = regexp.MustCompile(`(?m)^    go run ./cmd/setdoku (hint .*) '(.*)'\n\n((?:    .*\n)+)`)
	pageRow     = regexp.MustCompile("(?m)^\\| `([\\w/.]+)` \\| (.*) \\|$")
)

// TestTechniquePage checks docs/writing-a-technique.md: its example works from another folder, its header fields are those of
// the example, and its hint prints what the page shows. Every technique of the catalogue must have the files that the last
// section lists.
func TestTechniquePage(t *testing.T) {
	t.Parallel()
	root := clitest.InRepository()
	text, err := os.ReadFile(filepath.Join(root, "docs", "writing-a-technique.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	link := pageExample.FindStringSubmatch(page)
	if link == nil {
		t.Fatal("the page links to no example")
	}
	example, err := os.ReadFile(filepath.Join(root, link[1]))
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "own.sql")
	if err := os.WriteFile(own, example, 0o600); err != nil {
		t.Fatal(err)
	}
	_, header, _ := strings.Cut(page, "## The header\n")
	header, _, _ = strings.Cut(header, "\n## ")
	fields := 0
	for line := range strings.Lines(header) {
		if line, isField := strings.CutPrefix(strings.TrimRight(line, "\n"), "    -- @"); isField {
			fields++
			if line, _, _ = strings.Cut(line, "..."); !strings.Contains(string(example), "-- @"+line) {
				t.Errorf("the example has no %q", "-- @"+line)
			}
		}
	}
	if fields == 0 {
		t.Error("the page shows no header")
	}
	hint := pageHint.FindStringSubmatch(page)
	if hint == nil {
		t.Fatal("the page has no hint by its example")
	}
	args := append(strings.Fields(strings.ReplaceAll(hint[1], link[1], own)), hint[2])
	said := strings.Join(clitest.Call(t.Context(), nil, args...).Must(t, usage.ExitDone).Out(), "\n") + "\n"
	if want := strings.ReplaceAll("\n"+hint[3], "\n    ", "\n")[1:]; !strings.HasPrefix(said, want) {
		t.Errorf("the hint says\n%swant\n%s", said, want)
	}
	checkBuiltIn(t, root, page)
}

// checkBuiltIn checks that every technique of the catalogue has the files that the last section of the page lists.
func checkBuiltIn(t *testing.T, root, page string) {
	t.Helper()
	_, section, found := strings.Cut(page, "\n## A technique of the catalogue\n")
	rows := pageRow.FindAllStringSubmatch(section, -1)
	if !found || len(rows) == 0 {
		t.Fatal("the page lists no files of a technique of the catalogue")
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, technique := range all {
		for _, row := range rows {
			name := strings.ReplaceAll(row[1], "FILE", technique.File)
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Errorf("%s: %v", technique.Name, err)
			}
			if strings.Contains(row[2], "`NAME`") && !strings.Contains("\n"+string(text), "\n"+technique.Name+" ") {
				t.Errorf("%s has no line of %s", name, technique.Name)
			}
		}
		if _, inMemory := memory.Of(technique); !inMemory {
			t.Errorf("%s is not found in memory", technique.Name)
		}
	}
}
