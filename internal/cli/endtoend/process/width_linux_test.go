package process

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestTerminalWidth carries out commands on terminals. No line is longer than the terminal is wide, and no number or
// name of the full text is lost but those of the columns that stats leaves out. A terminal that is wide enough shows
// what a pipe gets.
func TestTerminalWidth(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	sample := clitest.InRepository("testdata", "sample.sdm")
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", sample, "--db", "test.db")
	for _, tt := range []struct {
		args    []string
		longest int            // of the lines in a pipe
		spare   *regexp.Regexp // what a narrow terminal leaves out
	}{
		{[]string{"solve", sample}, 125, nil},
		{[]string{"stats", "test.db"}, 99, regexp.MustCompile(`[0-9█▏▎▍▌▋▊▉]+|placements|eliminations`)},
		{[]string{"explain", "7", "22", "--db", "test.db"}, 80, nil},
		{[]string{"hint", clitest.GoodPuzzle}, 84, nil},
		{[]string{"history", "22", "--db", "test.db", "--evidence"}, 150, nil},
	} {
		t.Run(tt.args[0], func(t *testing.T) {
			r := clitest.Call(t.Context(), nil, tt.args...)
			r.Must(t, usage.ExitDone)
			piped := strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n")
			if n := longest(piped); n < tt.longest {
				t.Errorf("the longest line in a pipe has %d columns, want %d at least", n, tt.longest)
			}
			wide := clitest.OnTerminalOf(t, 300, tt.args...)
			if !slices.Equal(wide, piped) {
				t.Errorf("a terminal of 300 columns shows\n%s\nand a pipe gets\n%s", strings.Join(wide, "\n"), r.Stdout)
			}
			for _, columns := range []uint16{80, 100} {
				shown := clitest.OnTerminalOf(t, columns, tt.args...)
				if n := longest(shown); n > int(columns) {
					t.Errorf("on a terminal of %d columns the longest line has %d:\n%s", columns, n,
						strings.Join(shown, "\n"))
				}
				if diff := missing(piped, shown, tt.spare); len(diff) > 0 {
					t.Errorf("a terminal of %d columns does not show %q", columns, diff)
				}
			}
		})
	}
}

// longest returns the number of columns of the longest line.
func longest(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// missing returns the words that are less often in shown than in all, without those that match spare as a whole. A word
// of 81 cells is looked for without blanks.
func missing(all, shown []string, spare *regexp.Regexp) (list []string) {
	word := regexp.MustCompile(`[\pL\pN<>=]+|[█▏▎▍▌▋▊▉]+`)
	count := func(lines []string) map[string]int {
		n := make(map[string]int)
		for _, w := range word.FindAllString(strings.Join(lines, "\n"), -1) {
			n[w]++
		}
		return n
	}
	have := count(shown)
	joined := regexp.MustCompile(`\s`).ReplaceAllString(strings.Join(shown, ""), "")
	for w, n := range count(all) {
		if have[w] < n && !(len(w) == 81 && strings.Contains(joined, w)) && (spare == nil || spare.FindString(w) != w) {
			list = append(list, w)
		}
	}
	return list
}
