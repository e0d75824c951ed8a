package endtoend

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// rowPuzzle has the given 4 in r1c1, so r1c2 has no candidate 4. It has the candidates 1, 6, 7 and 9.
const rowPuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// rowHeader begins a technique file. Its first statement begins in line 9.
const rowHeader = `-- @technique own | tier 1
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction, deduction_evidence
-- @key none
-- @cost none

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, `

// partOf follows a sound row, and begins the row of a part.
const partOf = `'own', 0, 12, 1, 17 FROM pass AS p WHERE p.technique = 'own';
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT p.puzzle_id, `

// TestTechniqueFileRows has technique files that insert a wrong row. Each command ends with one line that says which
// row it is and why.
func TestTechniqueFileRows(t *testing.T) {
	const deduction, part = "own.sql line 9: deduction (technique own, ",
		"own.sql line 11: deduction_evidence (technique own, pattern 17, ordinal "
	for name, tt := range map[string]struct{ row, want string }{
		"cell": {"'own', 0, 999, 1, 17",
			deduction + "cell 999, digit 1, pattern 17): there is no cell 999, a cell is 10 times its row plus its " +
				"column"},
		"digit":     {"'own', 0, 12, 77, 17", deduction + "cell 12, digit 77, pattern 17): there is no digit 77"},
		"given":     {"'own', 0, 11, 1, 17", deduction + "cell 11, digit 1, pattern 17): r1c1 is filled"},
		"candidate": {"'own', 0, 12, 4, 17", deduction + "cell 12, digit 4, pattern 17): 4 is not a candidate of r1c2"},
		"technique": {"'x_wing', 0, 12, 1, 17",
			"own.sql line 9: deduction (technique x_wing, cell 12, digit 1, pattern 17): the technique must be own"},
		"placement": {"'own', 1, 12, 1, 17",
			deduction + "cell 12, digit 1, pattern 17): placement must be 0, because a technique file eliminates"},
		"pattern": {"'own', 0, 12, 1, 0",
			deduction + "cell 12, digit 1, pattern 0): the pattern must be a whole number above 0"},
		"text": {"'own', 0, 'a1', 1, 17",
			deduction + "cell a1, digit 1, pattern 17): there is no cell a1, a cell is 10 times its row plus its column"},
		"null": {"'own', 0, 12, NULL, 17",
			"own.sql line 9: constraint failed: NOT NULL constraint failed: deduction.digit"},
		"part cell": {partOf + "'own', 17, 1, 'cell', 999, NULL, NULL",
			part + "1, role cell): there is no cell 999, a cell is 10 times its row plus its column"},
		"part unit": {partOf + "'own', 17, 2, 'unit', NULL, NULL, 28", part + "2, role unit): there is no unit 28"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "own.sql")
			gridtest.Must(t, os.WriteFile(path, []byte(rowHeader+tt.row+" FROM pass AS p WHERE p.technique = 'own';\n"),
				0o666))
			calls := [][]string{{"solve", rowPuzzle, "--engine", "sql", "--technique-file", path}}
			if name == "cell" {
				calls = append(calls, []string{"solve", rowPuzzle, "--technique-file", path},
					[]string{"rate", rowPuzzle, "--technique-file", path},
					[]string{"find", rowPuzzle, "--technique-file", path},
					[]string{"techniques", "check", path, rowPuzzle})
			}
			for _, args := range calls {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a wrong row was found for ever
				r := clitest.Call(ctx, nil, args...)
				cancel()
				want := "setdoku: " + filepath.Dir(path) + "/" + tt.want
				if name != "null" {
					want += ", in " + rowPuzzle
				}
				if got := r.Err(); r.Code != cli.ExitError || len(got) != 1 || got[0] != want {
					t.Errorf("%s: exit code %d, %q, want %q", args[0], r.Code, got, want)
				}
			}
		})
	}
}

// passTime is the time in a line of solve --verbose.
var passTime = regexp.MustCompile(`(?m)^(\S+ +puzzle \d+|\S+ +\d+ puzzles) +[0-9.]+[nµm]?s  `)

// printed returns what solve --verbose prints on standard error, without times.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	r := clitest.Call(t.Context(), nil, append([]string{"solve"}, args...)...)
	if r.Code != cli.ExitDone && r.Code != cli.ExitUnsolved {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	return passTime.ReplaceAllString(clitest.Timing.ReplaceAllString(r.Stderr, " in T"), "$1 ")
}

// TestVerboseIsTheSame checks that both engines print the same passes with the same grids: for a solved puzzle, one
// with several solutions, a stuck one, and one that needs a technique that exists only as a statement.
func TestVerboseIsTheSame(t *testing.T) {
	t.Parallel()
	puzzles := auditPuzzles(t)
	own := clitest.InRepository("testdata", "three_pincers.sql")
	cases := map[string][]string{
		"solved":            {puzzles[0]},
		"solved by search":  {inkala, "--technique", "singles,pointing,search"},
		"several solutions": {puzzles[2], "--technique", "singles,intersections,search"},
		"stuck":             {clitest.SamplePuzzles(t)[21].String(), "--technique", "singles,intersections"},
		"first step":        {puzzles[0], "--stop-at-first"},
		"statement only": {"..........7..23.5...1.7.48.3..1.......5.36........5.42.98.....57..6..........2.9.",
			"--technique-file", own, "--without", "chains,als,forcing"},
		"a size": {clitest.SamplePuzzles(t)[16].String(), "--technique", "singles,naked_subset:5,hidden_subset:6"},
	}
	if !gridtest.Full() { // whole paths by statements
		for _, long := range []string{"solved", "solved by search", "several solutions", "statement only", "a size"} {
			delete(cases, long)
		}
	}
	for name, args := range cases {
		for _, verbose := range []string{"--verbose", "--verbose=grid"} {
			if name != "first step" && name != "several solutions" && verbose == "--verbose" {
				continue // it is the other one without the grids
			}
			args := append(slices.Clone(args), verbose)
			auto, sql := printed(t, append(args, "--engine", "auto")...), printed(t, append(args, "--engine", "sql")...)
			if auto != sql {
				t.Errorf("%s, %s: engine auto prints\n%s\nengine sql\n%s", name, verbose, auto, sql)
			}
			if lines := strings.Count(auto, " puzzle 1 "); lines < 2 {
				t.Errorf("%s, %s: %d lines about passes\n%s", name, verbose, lines, auto)
			}
			if strings.Contains(auto, "# puzzle 1 after step 1, ") != (verbose == "--verbose=grid") {
				t.Errorf("%s, %s:\n%s", name, verbose, auto)
			}
		}
	}
}

// TestVerboseNames checks that without a database a puzzle is named by its place in the input, in later chunks and for
// repeated puzzles too.
func TestVerboseNames(t *testing.T) {
	t.Parallel()
	easy := "12345678.456789123789123456231564897564897231897231564..2645978645978312978312645"
	args := []string{"--technique", "singles", "--verbose"}
	for range 250 {
		args = append(args, easy)
	}
	args = append(args, clitest.SamplePuzzles(t)[0].String(), easy)
	for _, engine := range []string{"auto", "sql"} {
		text := printed(t, append(args, "--engine", engine)...)
		if !regexp.MustCompile(`(?m)^naked_single +puzzle 251 `).MatchString(text) {
			t.Errorf("engine %s does not print puzzle 251\n%.3000s", engine, text)
		}
	}
}
