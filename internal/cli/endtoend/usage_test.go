package endtoend

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestSolveUsage checks the messages of solve for wrong calls, and that a wrong call changes no database.
func TestSolveUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no puzzles", []string{"solve"},
			"setdoku: solve: no puzzles: name a file, - for standard input, or 81 characters; or --db with new " +
				"puzzles; for example: setdoku solve puzzles.sdm --db sudoku.db"},
		{"unknown flag", []string{"solve", clitest.GoodPuzzle, "--fast", "--db", "test.db"},
			"setdoku: unknown flag: --fast ('setdoku solve --help' lists the flags)"},
		{"flag without a value", []string{"solve", clitest.GoodPuzzle, "--db"},
			"setdoku: flag needs an argument: --db ('setdoku solve --help' lists the flags)"},
		{"unknown engine", []string{"solve", clitest.GoodPuzzle, "--engine", "steam", "--db", "test.db"},
			`setdoku: solve: --engine "steam", want auto, bitmask, sql or cte`},
		{"unknown audit", []string{"solve", clitest.GoodPuzzle, "--audit", "some", "--db", "test.db"},
			`setdoku: solve: --audit "some", want full, steps or none`},
		{"misspelt technique", []string{"solve", clitest.GoodPuzzle, "--technique", "singles,naked_piar", "--db",
			"test.db"},
			`setdoku: unknown technique "naked_piar": did you mean "naked_pair"?`},
		{"misspelt family", []string{"solve", clitest.GoodPuzzle, "--without", "subset", "--db", "test.db"},
			`setdoku: unknown technique "subset": did you mean "subsets"?`},
		{"unknown technique", []string{"solve", clitest.GoodPuzzle, "--technique", "crystal_ball", "--db", "test.db"},
			`setdoku: unknown technique "crystal_ball": 'setdoku techniques --wide' lists names and families`},
		{"no technique left", []string{"solve", clitest.GoodPuzzle, "--technique", "x_wing", "--without", "basic_fish",
			"--db", "test.db"},
			"setdoku: no technique is left: all selected techniques are left out"},
		{"a mistake in the call and a missing file", []string{"solve", "none", "--audit", "all"},
			`setdoku: solve: --audit "all", want full, steps or none`},
		{"misspelt command", []string{"slove", clitest.GoodPuzzle},
			`setdoku: unknown command "slove" for setdoku: did you mean solve?`},
		{"unknown command", []string{"juggle"},
			`setdoku: unknown command "juggle" for setdoku: 'setdoku help' lists the commands`},
		{"no file", []string{"nofile.txt"}, "setdoku: nofile.txt: no such file, and no command of " +
			`this name: 'setdoku solve FILE' solves the puzzles of a file, 'setdoku help' lists the commands`},
		{"a flag of solve", []string{clitest.GoodPuzzle, "--db", "x.db"},
			"setdoku: unknown flag: --db: solve has it, 'setdoku solve PUZZLE --db' ('setdoku --help' lists the flags)"},
		{"verify of a puzzle", []string{"verify", clitest.GoodPuzzle},
			"setdoku: verify: a puzzle, want the FILE of a database: 'setdoku solve PUZZLE --db FILE' makes one"},
		{"show of a step from 0", []string{"show", clitest.GoodPuzzle, "--step", "0", "--svg", "x.svg"},
			"setdoku: show: --step 0, want a step from 1; --at 0 shows the puzzle before its first step"},
		{"show of a step without a picture", []string{"show", clitest.GoodPuzzle, "--step", "1"}, "setdoku: show: " +
			"--step goes with a picture, --svg FILE or --png FILE; --at 1 shows the grid after that step"},
		{"misspelt flag", []string{"solve", "--techinques", "singles", clitest.GoodPuzzle},
			"setdoku: unknown flag: --techinques: did you mean --technique? ('setdoku solve --help' lists the flags)"},
		{"help on a misspelt command", []string{"help", "slove"},
			`setdoku: help: unknown command "slove": did you mean solve?`},
		{"misspelt command of techniques", []string{"techniques", "chekc"},
			`setdoku: techniques: unknown command "chekc": did you mean check?`},
		{"rate with a misspelt technique", []string{"rate", clitest.GoodPuzzle, "--without", "xwing"},
			`setdoku: unknown technique "xwing": did you mean "x_wing"?`},
		{"check of a misspelt technique", []string{"techniques", "check", "xy_wnig", clitest.GoodPuzzle},
			`setdoku: no file xy_wnig, and unknown technique "xy_wnig": did you mean "xy_wing"?`},
		{"size of a misspelt technique", []string{"find", clitest.GoodPuzzle, "--technique", "naked_subst:5"},
			`setdoku: technique "naked_subst" takes no size: did you mean "naked_subset:5"?`},
		{"find without a technique", []string{"find", clitest.GoodPuzzle},
			"setdoku: find: no technique: name one with --technique" +
				"; for example: setdoku find puzzle.txt --technique naked_pair --technique x_wing"},
		{"find with a misspelt one", []string{"find", clitest.GoodPuzzle, "--technique", "xwing"},
			`setdoku: unknown technique "xwing": did you mean "x_wing"?`},
		{"import without a database", []string{"import", clitest.GoodPuzzle},
			"setdoku: import: no database: give it with --db FILE; for example: setdoku import puzzles.sdm " +
				"more.opensudoku --db sudoku.db"},
		{"an argument too many", []string{"version", "now"},
			`setdoku: version: it takes no argument, and "now" is one ('setdoku version --help' shows how to call it)`},
		{"an argument too few", []string{"same", clitest.GoodPuzzle},
			"setdoku: same: 1 argument, want A B; for example: setdoku same mine.sdm theirs.sdm"},
		{"a word for a number", []string{"generate", "-n", "many"},
			`setdoku: generate: --number "many", want a whole number`},
		{"a word for a seed", []string{"generate", "--seed", "-1"},
			`setdoku: generate: --seed "-1", want a whole number from 0`},
		{"a number for a time", []string{"generate", "--timeout", "90"},
			`setdoku: generate: --timeout "90", want a time such as 90s or 5m`},
		{"verify without a database", []string{"verify"},
			"setdoku: verify: no database: give it with --db FILE; for example: setdoku verify --db sudoku.db " +
				"--engine sql"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := clitest.Call(t.Context(), strings.NewReader(""), tt.args...)
			if r.Code != usage.ExitUsage || r.Stdout != "" {
				t.Errorf("exit code %d, output %q, want 2 and nothing", r.Code, r.Stdout)
			}
			if diff := cmp.Diff([]string{tt.want}, r.Err()); diff != "" {
				t.Errorf("standard error (-want +got):\n%s", diff)
			}
			if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
				t.Errorf("in the folder: %v, error %v, want nothing", files, err)
			}
		})
	}
}
