package endtoend

import (
	"os"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestUsage makes wrong calls. Each prints one line that says what is wrong, exits with code 2 and makes no file.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	const puzzle = clitest.GoodPuzzle
	for call, want := range map[string]string{
		"solve":                                           "no puzzles: name a file",
		"solve " + puzzle + " --fast":                     "unknown flag: --fast",
		"solve " + puzzle + " --db":                       "flag needs an argument: --db",
		"solve x --db x --engine steam":                   `--engine "steam", want auto`,
		"solve none --audit all":                          `--audit "all", want full`,
		"solve x --db x --without xwing":                  `unknown technique "xwing": did you mean "x_wing"?`,
		"solve x --technique crystal":                     `unknown technique "crystal"`,
		"solve x --technique x_wing --without basic_fish": "no technique is left",
		"solve x --techinques singles":                    "did you mean --technique?",
		"solve x --verbose=all":                           `--verbose "all", want passes or grid`,
		"solve x --verbose --engine cte":                  "--engine cte makes no passes",
		"slove x":                                         "did you mean solve?",
		"juggle":                                          `unknown command "juggle"`,
		"nofile.txt":                                      "no such file, and no command",
		puzzle + " --db x.db":                             "unknown flag: --db: solve has it",
		"help slove":                                      "did you mean solve?",
		"techniques chekc":                                "did you mean check?",
		"techniques check xy_wnig " + puzzle:              `did you mean "xy_wing"?`,
		"verify":                                          "no database: give it with --db",
		"verify " + puzzle:                                "a puzzle, want the FILE of a database",
		"verify absent.db --engine cte":                   "cte",
		"verify absent.db --no-remake --technique-file x": "--technique-file",
		"show " + puzzle + " --step 0 --svg x.svg":        "--step 0, want a step from 1",
		"show " + puzzle + " --step 1":                    "--step goes with a picture",
		"find " + puzzle:                                  "no technique: name one",
		"find x --technique naked_subst:5":                `did you mean "naked_subset:5"?`,
		"import " + puzzle:                                "no database: give it with --db",
		"version now":                                     "it takes no argument",
		"same " + puzzle:                                  "1 argument, want A B",
		"generate -n many":                                `--number "many", want a whole number`,
		"generate --seed -1":                              `--seed "-1", want a whole number`,
		"generate --timeout 90":                           `--timeout "90", want a time`,
		"prove " + puzzle + " --out -":                    `"-", want a folder`,
		"explain x --format markdown --pictures -":        `"-", want a folder`,
		"work":                "no database",
		"work --db sudoku.db": "is a file, which only one process can write",
		"work --db postgres://nowhere/x --poll 0s": "--poll 0s, want a time",
	} {
		r := clitest.Call(t.Context(), strings.NewReader(""), strings.Fields(call)...)
		if err := r.Err(); r.Code != usage.ExitUsage || r.Stdout != "" || len(err) != 1 || !strings.Contains(err[0], want) {
			t.Errorf("%s: exit code %d, output %q, standard error %q, want %q", call, r.Code, r.Stdout, err, want)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("in the folder: %v, error %v, want nothing", files, err)
	}
}
