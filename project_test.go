package setdoku_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku"
)

// TestProjectPages checks that the pages for people who take part name only targets of the Makefile and files that
// exist, and that make help lists every target.
func TestProjectPages(t *testing.T) {
	makefile := readFile(t, "Makefile")
	targets := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(makefile, -1) {
		targets[m[1]] = true
		if !regexp.MustCompile(`(?m)^` + m[1] + `: ## `).MatchString(makefile) {
			t.Errorf("target %s of the Makefile has no text for make help", m[1])
		}
	}
	if _, err := exec.LookPath("make"); err == nil {
		help, err := exec.Command("make", "help").Output()
		if lines := strings.Count(string(help), "\n"); err != nil || lines != len(targets) {
			t.Errorf("make help prints %d lines, want one for each of %d targets, %v", lines, len(targets), err)
		}
	}
	target := regexp.MustCompile("(?m)(?:`|^    )make ([a-z-]+)")
	script := regexp.MustCompile(`(?:scripts|\.ci|internal|store|testdata|solver)/[\w./-]*\w`)
	link := regexp.MustCompile(`\]\(([\w./-]+)(?:#[\w-]+)?\)`)
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Makefile"} {
		text := readFile(t, page)
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			if !targets[m[1]] {
				t.Errorf("%s: the Makefile has no target %s", page, m[1])
			}
		}
		var files []string
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			files = append(files, m[1])
		}
		if page != "README.md" {
			files = append(files, script.FindAllString(text, -1)...)
		}
		for _, file := range files {
			if _, err := os.Stat(filepath.FromSlash(file)); err != nil {
				t.Errorf("%s names %s: %v", page, file, err)
			}
		}
	}
}

// TestChangelog checks that the changelog has a section for changes to come and one for the version of the program.
func TestChangelog(t *testing.T) {
	changes := readFile(t, "CHANGELOG.md")
	for _, section := range []string{"## [Unreleased]\n", "## " + setdoku.Version + "\n"} {
		if !strings.Contains(changes, "\n"+section) {
			t.Errorf("CHANGELOG.md has no section %q", section)
		}
	}
}

// TestExamples checks that each package of the library shows three things that people do with it, with their output.
func TestExamples(t *testing.T) {
	for _, folder := range []string{".", "solver", "store"} {
		text := readFile(t, filepath.Join(folder, "example_test.go"))
		examples := regexp.MustCompile(`(?m)^func Example`).FindAllString(text, -1)
		if outputs := strings.Count(text, "\t// Output:\n\t// "); len(examples) < 3 || outputs < len(examples) {
			t.Errorf("%s: %d examples, want 3 or more, and %d have an output", folder, len(examples), outputs)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReleaseProfile checks that scripts/release compiles by a profile that is small, names no folder of a machine, and
// has functions of this program. If one of them is renamed, make the profile anew with scripts/profile.
func TestReleaseProfile(t *testing.T) {
	const path = "scripts/release.pgo"
	if !strings.Contains(readFile(t, "scripts/release"), "-pgo=${PROFILE:-"+path+"}") {
		t.Errorf("scripts/release does not compile by %s", path)
	}
	packed := readFile(t, path)
	if len(packed) > 300_000 {
		t.Errorf("%s has %d bytes, want 300,000 at most", path, len(packed))
	}
	r, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range []string{
		"modernc.org/sqlite/lib._sqlite3VdbeExec", "setdoku/internal/driver.(*session).timed",
		"setdoku/internal/database.(*Inserter).Add", "setdoku/internal/memory.(*Logic).Solve",
	} {
		if !bytes.Contains(text, []byte(function)) {
			t.Errorf("%s does not name %s", path, function)
		}
	}
	if folder := regexp.MustCompile(`/(tmp|home|root|work|var|usr)/[ -~]*`).Find(text); folder != nil {
		t.Errorf("%s names %q", path, folder)
	}
}
