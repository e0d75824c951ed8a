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
// what the repository has. It compares the results that a page shows below a command with what is printed. Git must
// ignore all files that the commands leave behind, because readers type the commands in the repository.
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
			if left := leftBehind(t, dir); len(left) > 0 {
				t.Errorf("the commands leave behind what .gitignore does not name: %s", strings.Join(left, " "))
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

// leftBehind lists the files in dir that git would show as new under the .gitignore of the project.
func leftBehind(t *testing.T, dir string) []string {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		gridtest.Cannot(t, "no git on this machine:", err)
	}
	ignored, err := os.ReadFile(clitest.InRepository(".gitignore"))
	gridtest.Must(t, err)
	gridtest.Must(t, os.WriteFile(filepath.Join(dir, ".gitignore"), ignored, 0o666))
	var out []byte
	for _, args := range [][]string{{"init", "--quiet"}, {"ls-files", "--others", "--exclude-standard"}} {
		cmd := exec.Command(git, args...)
		cmd.Dir = dir
		// The settings of the user who runs the test must not ignore more files.
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
			"GIT_DIR="+filepath.Join(dir, ".git"))
		if out, err = cmd.Output(); err != nil {
			t.Fatalf("git %s: %v", args[0], err)
		}
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool {
		// The test makes three of them; pages show how to make the other two.
		return slices.Contains([]string{".gitignore", "sql", "testdata", "backup.sql", "small.txt"}, name)
	})
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
// message of
// setdoku, its commands may fail. A block that begins with SELECT is a query of sudoku.db, one with INSERT changes variants.db. Commands on a server are
// left out when there is none.
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

// changes matches a command that is there to change a file, by a statement or a file of statements.
var changes = regexp.MustCompile(
	`^sqlite3 (?:-bail )?(\w+\.db) .*(\bINSERT INTO |\bUPDATE \w+ SET |\bDELETE FROM |\.read )`)

// run runs a command and returns what it prints. A command that is there to change a file must change it, unless the
// page says by || true that it is refused.
func (s *pageShell) run(t *testing.T, command string, fails bool) string {
	t.Helper()
	file := changes.FindStringSubmatch(command)
	before := ""
	if file != nil {
		before = s.dump(t, file[1])
	}
	cmd := exec.Command("sh", "-c", s.exports+command)
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil && !fails {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	refused := strings.HasSuffix(command, "|| true")
	if file != nil && (s.dump(t, file[1]) == before) != refused {
		t.Errorf("%s: does it change %s? The page says %v", command, file[1], !refused)
	}
	return string(out)
}

// dump returns all rows of a file, but not those of the tables that every puzzle has.
func (s *pageShell) dump(t *testing.T, name string) string {
	t.Helper()
	cmd := exec.Command("sqlite3", name, ".dump puzzle cell candidate step elimination step_evidence deduction% run game% "+
		"technique")
	cmd.Dir = s.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("dump %s: %v", name, err)
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
