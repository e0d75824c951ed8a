package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// TestREADMECommands carries out, in order, every command that README.md,
// sql/README.md and docs/rating.md show, in a folder that has what the repository has, and compares the
// output that README.md shows below a command with what is printed.
func TestREADMECommands(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "setdoku"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, readme := range []string{"../../README.md", "../../sql/README.md", "../../docs/rating.md"} {
		t.Run(readme, func(t *testing.T) {
			text, err := os.ReadFile(readme)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, folder := range []string{"sql", "testdata"} {
				from, err := filepath.Abs(filepath.Join("../..", folder))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(from, filepath.Join(dir, folder)); err != nil {
					t.Fatal(err)
				}
			}
			server := ""
			if os.Getenv(pgtest.Variable) != "" || os.Getenv("SETDOKU_REQUIRE") != "" {
				server = pgtest.Database(t)
			}
			ran := 0
			for _, block := range codeBlocks(string(text)) {
				ran += carryOut(t, dir, server, block)
			}
			if ran < 3 {
				t.Errorf("only %d commands were found", ran)
			}
		})
	}
}

// codeBlocks returns the indented blocks of a Markdown text; blank lines between two
// indented lines belong to the block.
func codeBlocks(text string) [][]string {
	var blocks [][]string
	var block []string
	blank := false
	for _, line := range strings.Split(text, "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && blank && len(block) > 0:
			block = append(block, "", code)
		case indented:
			block = append(block, code)
		case line != "" && len(block) > 0:
			blocks = append(blocks, block)
			block = nil
		}
		blank = line == ""
	}
	if len(block) > 0 {
		blocks = append(blocks, block)
	}
	return blocks
}

// exampleServer is the database that the README uses where it means any.
const exampleServer = "postgres://me@server/sudoku"

// carryOut runs the commands of a block in dir, checks that the other lines of the block
// are lines of what the last command printed, and returns how many commands there were. Commands
// on a server run on the one given, or not at all when there is none.
func carryOut(t *testing.T, dir, server string, block []string) int {
	t.Helper()
	ran, printed := 0, ""
	for _, line := range block {
		command := strings.Replace(line, "go run ./cmd/setdoku", "setdoku", 1)
		command = strings.ReplaceAll(command, exampleServer, "'"+cmp.Or(server, exampleServer)+"'")
		switch {
		case server == "" && strings.Contains(command, exampleServer):
		case strings.HasPrefix(command, "setdoku "), strings.HasPrefix(command, "sqlite3 "):
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v\n%s", command, err, out)
			}
			printed = string(out)
			ran++
		case line == "" || ran == 0 || line == "go test ./...":
		case !strings.Contains("\n"+printed, "\n"+line+"\n"):
			t.Errorf("the README shows a line that is not printed: %q\nprinted:\n%s", line, printed)
		}
	}
	return ran
}
