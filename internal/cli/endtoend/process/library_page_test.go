package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

// libraryPart is a part of docs/library.md in Go, or a command.
var libraryPart = regexp.MustCompile("(?ms)^```go\n(.*?)^```|^    (go [^\n]*)$")

// TestLibraryPage goes through docs/library.md in a module of its own, without the network. It builds and runs the
// programs, which are those of testdata/outside, by the commands of the page, and compares what they print with the
// page. The other parts of the page in Go are compiled with the programs.
//
// `go mod tidy` would ask for the tests of other modules too. Instead, the test takes the requirements and go.sum of
// the repository. Then the command go reads no other modules than those that this test was built with.
func TestLibraryPage(t *testing.T) {
	root, module := repositoryRoot(t), t.TempDir()
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(path...))
		gridtest.Must(t, err)
		return string(text)
	}
	write := func(name, text string) {
		gridtest.Must(t, os.WriteFile(filepath.Join(module, name), []byte(text), 0o666))
	}
	files, err := filepath.Glob(filepath.Join(root, "testdata", "outside", "*", "main.go"))
	if err != nil || len(files) < 4 {
		t.Fatalf("testdata/outside has the programs %v, error %v", files, err)
	}
	unshown := make(map[string]bool) // the programs that the page has not shown yet
	for _, file := range files {
		unshown[read(file)] = true
	}
	page := read(root, "docs", "library.md")
	parts := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"setdoku\"\n\t\"setdoku/solver\"\n)\n"
	for i, part := range libraryPart.FindAllStringSubmatch(page, -1) {
		if part[1] != "" && !strings.Contains(part[1], "package main\n") {
			parts += fmt.Sprintf("\nfunc part%d(ctx context.Context) error {\n%s\treturn nil\n}\n", i, part[1])
		}
	}
	write("parts.go", parts)
	for _, at := range libraryPart.FindAllStringSubmatchIndex(page, -1) {
		if at[4] < 0 {
			if program := page[at[2]:at[3]]; strings.Contains(program, "package main\n") {
				if !unshown[program] {
					t.Errorf("testdata/outside does not have this program of the page, or the page shows it twice:\n%s",
						program)
				}
				delete(unshown, program)
				write("main.go", program)
			}
			continue
		}
		command := page[at[4]:at[5]]
		words := strings.Fields(strings.ReplaceAll(command, "../setdoku", root))
		switch {
		case command == "go mod tidy":
			write("go.sum", read(root, "go.sum"))
			_, required, _ := strings.Cut(read(root, "go.mod"), "\nrequire ")
			write("go.mod", read(module, "go.mod")+"\nrequire "+required)
		case strings.HasPrefix(command, "go run "):
			got := "\n\nIt prints:\n\n" + indent(runIn(t, module, words)) + "\n"
			if !strings.HasPrefix(page[at[5]:], got) {
				t.Errorf("%s: the program prints something else than the page says:%s", command, got)
			}
		default:
			runIn(t, module, words)
		}
	}
	for program := range unshown {
		t.Errorf("the page does not show this program of testdata/outside:\n%s", program)
	}
}

// repositoryRoot returns the path of the repository.
func repositoryRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(clitest.InRepository())
	gridtest.Must(t, err)
	return root
}

// runIn runs a command in a folder without the network and returns what it prints on standard output.
func runIn(t *testing.T, folder string, command []string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, stderr.String())
	}
	return string(out)
}

// indent returns a text as a page shows it.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
