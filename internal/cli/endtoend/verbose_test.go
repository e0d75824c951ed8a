package endtoend

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// passTime is the time in a line of solve --verbose.
var passTime = regexp.MustCompile(`(?m)^(\S+ +puzzle \d+|\S+ +\d+ puzzles) +[0-9.]+[nµm]?s  `)

// printed returns what solve --verbose prints on standard error, without times.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	r := clitest.Call(t.Context(), nil, append([]string{"solve"}, args...)...)
	if r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved {
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
		"a size": {clitest.SamplePuzzles(t)[16].String(), "--technique",
			"singles,naked_subset:5,hidden_subset:6"},
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
