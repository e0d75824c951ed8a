package process

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

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
