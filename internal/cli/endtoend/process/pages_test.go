// Package process tests what needs processes of the program: signals, locks, other users, the shell.
package process

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
)

func TestMain(m *testing.M) { clitest.TestMain(m) }

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

// TestREADMECommands runs, in order, every command that README.md and the pages of docs show, in a folder that has
// what the repository has. It compares the results that a page shows below a command with what is printed.
func TestREADMECommands(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	t.Setenv("PATH", filepath.Dir(clitest.Program(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, readme := range []string{
		"README.md", "docs/sql-tour.md", "docs/rating.md", "docs/tour.md", "docs/many-puzzles.md", "docs/notation.md",
		"docs/tables.md",
		"docs/verify.md", "docs/writing-a-technique.md", "docs/backup.md", "docs/variants.md",
	} {
		t.Run(readme, func(t *testing.T) {
			if readme != "README.md" {
				gridtest.Long(t, "all commands of a page")
			}
			text, err := os.ReadFile(clitest.InRepository(readme))
			gridtest.Must(t, err)
			dir := t.TempDir()
			for _, folder := range []string{"sql", "testdata"} {
				gridtest.Must(t, os.Symlink(clitest.InRepository(folder), filepath.Join(dir, folder)))
			}
			if readme == "docs/backup.md" {
				gridtest.Must(t, clitest.WriteSample(filepath.Join(dir, "sudoku.db")))
			}
			server := ""
			if os.Getenv(pgtest.Variable) != "" || os.Getenv("SETDOKU_REQUIRE") != "" {
				server = pgtest.Database(t)
			}
			shell := &pageShell{dir: dir, server: server}
			ran := 0
			for _, block := range clitest.CodeBlocks(string(text)) {
				ran += shell.carryOut(t, block)
			}
			for _, command := range inlineCommands(string(text)) {
				ran += shell.carryOut(t, []string{command})
			}
			if ran < 3 {
				t.Errorf("only %d commands were found", ran)
			}
		})
	}
}

// typed is a line that a reader types. inline is a command within a sentence, placeholder a word such as FILE that
// means something else.
var (
	typed       = regexp.MustCompile(`^(?:while )?(setdoku|sqlite3|psql|echo|mv) `)
	inline      = regexp.MustCompile("`(setdoku [^`]+)`")
	placeholder = regexp.MustCompile(`\b[A-Z]{3,}\b|\bmy\.sql\b`)
)

// inlineCommands returns the commands in the sentences of a Markdown text that can be run unchanged and that end.
func inlineCommands(text string) (list []string) {
	for _, m := range inline.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(m[1])
		ends := words[1] != "serve" && words[1] != "work" && words[1] != "play"
		if len(words) > 2 && ends && !placeholder.MatchString(m[1]) &&
			!strings.HasPrefix(m[1], "setdoku solve --engine") {
			list = append(list, m[1])
		}
	}
	return list
}

// exampleServer is the URL that the README uses for any database on a server.
const exampleServer = "postgres://me@server/sudoku"

// pageShell types the commands of a page in a shell.
type pageShell struct {
	dir     string // where the commands run
	server  string // the URL of a server, "" if there is none
	exports string // the lines with export so far
}

// carryOut runs the commands of a block and returns their number. The other lines of the block must be lines that the
// last command printed, but for prose; of a line that ends with " ..." the beginning is enough. If the block shows a
// message of setdoku, its commands may fail. A block that begins with SELECT is a query of sudoku.db, and one with
// INSERT changes variants.db. Commands on a server are left out when there is none.
func (s *pageShell) carryOut(t *testing.T, block []string) int {
	t.Helper()
	if strings.HasPrefix(block[0], "INSERT ") {
		block = []string{"sqlite3 variants.db \"" + strings.Join(block, "\n") + "\""}
	} else if strings.HasPrefix(block[0], "SELECT ") {
		block = []string{"sqlite3 sudoku.db \"" + strings.Join(block, "\n") + "\""}
	}
	fails := slices.ContainsFunc(block, func(line string) bool { return strings.HasPrefix(line, "setdoku: ") })
	ran, printed := 0, ""
	for _, line := range block {
		command := strings.Replace(line, "go run ./cmd/setdoku", "setdoku", 1)
		command = strings.ReplaceAll(command, exampleServer, "'"+cmp.Or(s.server, exampleServer)+"'")
		switch {
		case strings.HasPrefix(command, "export "):
			s.exports += command + "\n"
		case s.server == "" && (strings.Contains(command, exampleServer) || strings.Contains(command, "$server")),
			strings.Contains(command, " NAME"):
		case typed.MatchString(command):
			printed = s.run(t, command, fails)
			ran++
		case line == "" || ran == 0 || line == "go test ./..." || prose.MatchString(line):
		case !strings.Contains("\n"+printed, "\n"+wholeLine(line)):
			t.Errorf("the page shows a line that is not printed: %q\nprinted:\n%s", line, printed)
		}
	}
	return ran
}

// prose matches a message or a sentence. Its wording has tests elsewhere.
var prose = regexp.MustCompile(`^\s*(setdoku: .*|[A-Z].* .*[.,:])$`)

// run runs a command and returns what it prints.
func (s *pageShell) run(t *testing.T, command string, fails bool) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", s.exports+command)
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil && !fails {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// wholeLine returns a line with its end, or the beginning of a line that a page cuts off.
func wholeLine(line string) string {
	if beginning, cut := strings.CutSuffix(line, " ..."); cut {
		return beginning
	}
	return line + "\n"
}
