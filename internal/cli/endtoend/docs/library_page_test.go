package docs

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

// libraryBlock is a part of docs/library.md in Go.
var libraryBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// libraryCommand is a command of the page.
var libraryCommand = regexp.MustCompile(`(?m)^    (go .*)$`)

// TestLibraryPage builds and runs the programs of docs/library.md in a module of its own, by the commands of the page,
// and compares what they print with the page. The other parts of the page in Go are compiled with it.
//
// The test works offline: `go mod tidy` would ask for the tests of other modules too. Instead, the test takes the
// requirements and go.sum of the repository. Then the command go reads no other modules than those that this test was
// built with.
func TestLibraryPage(t *testing.T) {
	gridtest.Long(t, "the page is compiled as a module of its own")
	text, err := os.ReadFile(clitest.InRepository("docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	module := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var programs []string
	parts := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"setdoku/solver\"\n)\n"
	for i, block := range libraryBlock.FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(block[1], "package main\n") {
			programs = append(programs, block[1])
			continue
		}
		parts += fmt.Sprintf("\nfunc part%d(ctx context.Context) error {\n%s\treturn nil\n}\n", i, block[1])
	}
	if len(programs) != 5 {
		t.Fatalf("the page has %d programs, want 5", len(programs))
	}
	write("main.go", programs[0])
	write("parts.go", parts)
	root := repositoryRoot(t)
	read := func(folder, name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	prints := func(command []string) {
		t.Helper()
		if want := indent(runIn(t, module, command)); want == "" ||
			!strings.Contains(page, "It prints:\n\n"+want+"\n") {
			t.Errorf("the program prints\n%s", want)
		}
	}
	for _, command := range libraryCommand.FindAllStringSubmatch(page, -1) {
		words := strings.Fields(command[1])
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "../setdoku", root)
		}
		switch command[1] {
		case "go mod tidy":
			write("go.sum", read(root, "go.sum"))
			_, required, _ := strings.Cut(read(root, "go.mod"), "\nrequire ")
			write("go.mod", read(module, "go.mod")+"\nrequire "+required)
		case "go run .":
			for _, program := range programs {
				write("main.go", program)
				prints(words)
			}
		default:
			runIn(t, module, words)
		}
	}
}

// repositoryRoot returns the path of the repository.
func repositoryRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(clitest.InRepository())
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// runIn runs a command in a folder without the network and returns what it prints on standard output.
func runIn(t *testing.T, folder string, command []string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
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
