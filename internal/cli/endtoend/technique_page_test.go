package endtoend

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
)

var (
	pageExample = regexp.MustCompile(`\]\(\.\./(testdata/\w+\.sql)\)`)
	pageHint    = regexp.MustCompile(`(?m)^    go run ./cmd/setdoku (hint .*) '(.*)'\n\n((?:    .*\n)+)`)
	pageMistake = regexp.MustCompile(`(?m)^(?:because  |setdoku: three_pincers.sql line).*$`)
	pageRow     = regexp.MustCompile("(?m)^\\| `([\\w/.]+)` \\| (.*) \\|$")
)

// TestTechniquePage checks docs/writing-a-technique.md: its example works from another folder, its header fields are
// those of the example, and its hint prints what the page shows. Every technique of the catalogue must have the files
// that the last section lists.
func TestTechniquePage(t *testing.T) {
	gridtest.Long(t, "each line of the page is typed")
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
	checkMistakes(t, page, string(example))
}

// checkMistakes checks that the page shows what `techniques check` says of the example after each of these mistakes.
func checkMistakes(t *testing.T, page, example string) {
	t.Helper()
	dir := t.TempDir()
	file, puzzles := filepath.Join(dir, "three_pincers.sql"), filepath.Join(dir, "puzzles.txt")
	clitest.Call(t.Context(), nil, "generate", "-n", "20", "--seed", "1", "-o", puzzles).Must(t, usage.ExitDone)
	easy := clitest.WriteLines(t, dir, "easy.txt",
		[]string{".23456789456789123789123456231564897564897231897231564312645978645978312978312645"})
	const inPass = "p.technique = 'three_pincers' AND "
	for _, c := range []struct{ name, from, to, puzzles string }{
		{"the name of another technique", inPass, "p.technique = 'xyz_wing' AND ", puzzles},
		{"no name", "'three_pincers'", "'three_' || 'pincers'", puzzles},
		{"no pass", "pass AS p", "(SELECT z.puzzle_id, 'three_pincers' AS technique FROM puzzle AS z) AS p", puzzles},
		{"no position", "@idea", "@idea", easy},
		{"a column", "b.cell = n.peer", "b.cell = n.pear", puzzles},
		{"a table", "bivalue_cell AS b", "bivalue_cells AS b", puzzles},
		{"a keyword", "WHERE a.ordinal", "WHRE a.ordinal", puzzles},
	} {
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(example, c.from, c.to)), 0o600); err != nil {
			t.Fatal(err)
		}
		r := clitest.Call(t.Context(), nil, "techniques", "check", file, c.puzzles)
		said := pageMistake.FindString(r.Stdout + strings.ReplaceAll(r.Stderr, dir+string(filepath.Separator), ""))
		if said == "" || !strings.Contains(page, "\n    "+said+"\n") {
			t.Errorf("%s: the page does not show %q, of\n%s%s", c.name, said, r.Stdout, r.Stderr)
		}
	}
}

// bareWord is a name of Go between backquotes.
var bareWord = regexp.MustCompile("`([A-Za-z_]+)`")

// checkBuiltIn checks that every technique of the catalogue has the files that the last section of the page lists.
func checkBuiltIn(t *testing.T, root, page string) {
	t.Helper()
	_, section, found := strings.Cut(page, "\n## A technique of the catalogue\n")
	rows := pageRow.FindAllStringSubmatch(section, -1)
	if !found || len(rows) == 0 {
		t.Fatal("the page lists no files of a technique of the catalogue")
	}
	for _, row := range rows {
		if !strings.HasSuffix(row[1], ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, row[1]))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range bareWord.FindAllStringSubmatch(row[2], -1) {
			if !strings.Contains(string(text), word[1]) && word[1] != "deduction_evidence" && word[1] != "nil" {
				t.Errorf("the page names %s in %s, which has no such word", word[1], row[1])
			}
		}
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
