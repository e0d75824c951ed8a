package endtoend

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/format"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// JSON lines of solve --json for the puzzles above; %d is the id.
const (
	goodJSON = `{"puzzle_id":%d,"givens":"` + clitest.GoodPuzzle + `","status":"solved","solution":"` + clitest.GoodGrid +
		`","solutions":1,"level":"easy","score":56,"depth":0,"hardest":"naked_single","steps":14,"technique_steps":{"full_house":7,"naked_single":7},"techniques":{"full_house":14,"naked_single":37}}`
	stuckJSON = `{"puzzle_id":%d,"givens":"` + clitest.StuckPuzzle +
		`","status":"stuck","solution":null,"solutions":null,"level":"medium","score":218,"depth":null,"hardest":"locked_triple","steps":10,"technique_steps":{"full_house":2,"naked_single":1,"hidden_single":4,"locked_pair":1,"locked_triple":1,"pointing":1},"techniques":{"full_house":2,"naked_single":1,"hidden_single":12,"locked_pair":7,"locked_triple":3,"pointing":1}}`
	invalidJSON = `{"puzzle_id":%d,"givens":"` + clitest.InvalidPuzzle +
		`","status":"invalid","solution":null,"solutions":0,"level":"easy","score":40,"depth":null,"hardest":"hidden_single","steps":5,"technique_steps":{"full_house":1,"naked_single":2,"hidden_single":2},"techniques":{"full_house":1,"naked_single":3,"hidden_single":12}}`
	emptyJSON = `{"puzzle_id":%d,"givens":"` + emptyPuzzle +
		`","status":"stuck","solution":null,"solutions":null,"level":null,"score":0,"depth":null,"hardest":null,"steps":0,"technique_steps":{},"techniques":{}}`
	fullJSON = `{"puzzle_id":%d,"givens":"` + clitest.GoodGrid + `","status":"solved","solution":"` + clitest.GoodGrid +
		`","solutions":1,"level":null,"score":0,"depth":0,"hardest":null,"steps":0,"technique_steps":{},"techniques":{}}`
	emptyPuzzle = "................................................................................."
)

// TestSolveOutput compares the text and the JSON that solve prints with the contract.
func TestSolveOutput(t *testing.T) {
	text := map[string]string{
		goodJSON:    "%d solved  " + clitest.GoodGrid + " easy       56 naked_single      14",
		stuckJSON:   "%d stuck   " + clitest.StuckGrid + " medium    218 locked_triple     10",
		invalidJSON: "%d invalid " + clitest.InvalidGrid + " easy       40 hidden_single     5",
		emptyJSON:   "%d stuck   " + emptyPuzzle + " -           0 -                 0",
		fullJSON:    "%d solved  " + clitest.GoodGrid + " -           0 -                 0",
	}
	all := []string{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.InvalidPuzzle, emptyPuzzle, clitest.GoodGrid}
	lines := []string{goodJSON, stuckJSON, invalidJSON, emptyJSON, fullJSON}
	ids := []int{1, 2, 3, 4, 5}
	tests := []struct {
		name  string
		db    bool
		runs  [][]string // the calls of solve; the output of the last is checked
		lines []string
		ids   []int
		code  int
	}{
		{"one of each", false, [][]string{all}, lines, ids, cli.ExitUnsolved},
		{"one of each in a database", true, [][]string{all}, lines, ids, cli.ExitUnsolved},
		{"duplicates have one id in a database", true,
			[][]string{{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodPuzzle, clitest.GoodPuzzle}},
			[]string{goodJSON, stuckJSON, goodJSON, goodJSON}, []int{1, 2, 1, 1}, cli.ExitUnsolved},
		{"stored puzzles are printed again", true,
			[][]string{all, {clitest.InvalidPuzzle, clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodGrid,
				emptyPuzzle}},
			[]string{invalidJSON, goodJSON, stuckJSON, fullJSON, emptyJSON}, []int{3, 1, 2, 5, 4}, cli.ExitUnsolved},
		{"stuck under another selection", true, [][]string{append([]string{"--technique", "full_house"}, all...), all},
			lines, ids, cli.ExitUnsolved},
		{"new and stuck ones that wait", true, [][]string{append([]string{"--stop-at-first"}, all...), nil},
			[]string{goodJSON, stuckJSON, invalidJSON, emptyJSON}, []int{1, 2, 3, 4}, cli.ExitUnsolved},
		{"nothing waits", true, [][]string{all, nil}, nil, nil, cli.ExitDone},
	}
	for _, tt := range tests {
		for _, asJSON := range []bool{true, false} {
			if !asJSON && tt.name != "one of each" {
				continue // both forms print the same results
			}
			t.Run(fmt.Sprintf("%s, json %t", tt.name, asJSON), func(t *testing.T) {
				t.Chdir(t.TempDir())
				var r clitest.Result
				for _, args := range tt.runs {
					if !slices.Contains(args, "--technique") {
						args = append([]string{"--technique", clitest.Basics}, args...)
					}
					args = append([]string{"solve", fmt.Sprintf("--json=%t", asJSON)}, args...)
					if tt.db {
						args = append(args, "--db", "test.db")
					}
					r = clitest.Call(t.Context(), nil, args...)
				}
				r.Must(t, tt.code)
				var want []string
				for i, line := range tt.lines {
					if !asJSON {
						line = text[line]
					}
					want = append(want, fmt.Sprintf(line, tt.ids[i]))
				}
				gridtest.Equal(t, "output", r.Out(), want)
				if len(r.Err()) != 1 {
					t.Errorf("standard error %q, want only the summary", r.Err())
				}
			})
		}
	}
}

// TestFormatOfName names the output in different ways, with and without --format, and looks at the beginning of the
// file.
func TestFormatOfName(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "my.db")
	const pdf, html, csv, xml = "%PDF-", "<!DOCTYPE html>", "id,puzzle,", "<?xml "
	export, generate, explain := "export my.db", "generate --seed 1", "explain 1 --db my.db"
	line := strings.TrimRight(clitest.GoodPuzzle, ".")
	for _, tt := range []struct{ call, out, want string }{
		{export, "z.pdf", pdf}, {generate, "z.pdf", pdf}, {export, "z.PDF", pdf},
		{export, "z.html", html}, {generate, "z.htm", html}, {explain, "z.html", html},
		{export, "z.csv", csv}, {generate, "z.csv", csv}, {export, "z.xml", xml}, {export, "z.opensudoku", xml},
		{export, "z.sdk", "[Puzzle]"}, {export, "z.json", "{"}, {explain, "z.md", "# "}, {explain, "z.markdown", "# "},
		{export, "z.txt", line}, {export, "z", line}, {export, "z.old", line}, {explain, "z.txt", "Puzzle 1"},
		{export + " --format csv", "z.pdf", csv}, {explain + " --format html", "z.txt", html},
		{generate, "z.json", ""}, {explain, "z.pdf", ""}, {explain, "z.csv", ""}, {export, "z.svg", ""},
		{export, "z.md", ""},
	} {
		r := clitest.Call(t.Context(), nil, strings.Fields(tt.call+" --output "+tt.out)...)
		got, err := os.ReadFile(tt.out)
		switch {
		case tt.want == "":
			if r.Code != cli.ExitUsage || !strings.Contains(r.Stderr, ", want ") || err == nil {
				t.Errorf("%s to %s: exit code %d, the file has %.20q, standard error %q", tt.call, tt.out, r.Code, got,
					r.Stderr)
			}
		case r.Code != cli.ExitDone || !strings.HasPrefix(string(got), tt.want):
			t.Errorf("%s to %s: exit code %d, the file has %.40q, want %q\n%s", tt.call, tt.out, r.Code, got, tt.want,
				r.Stderr)
		}
		_ = os.Remove(tt.out)
	}
}

// TestOutputIsReadBack reads what commands write as if it were a list of puzzles: every grid in it is the puzzle or a
// later state of it, and nothing looks like a puzzle with a mistake.
func TestOutputIsReadBack(t *testing.T) {
	t.Chdir(t.TempDir())
	const classic, small = clitest.GoodPuzzle, "6x6 ....5.2...6315.....2......65......36"
	dbtest.Write(t, "test.db")
	clitest.Call(t.Context(), strings.NewReader(classic+"\n"+small+"\n"), "solve", "--db", "test.db").Must(t,
		cli.ExitDone)
	var calls [][]string
	for _, line := range []string{"show ID", "show ID --at 1", "show ID --at 1 --candidates", "show ID --json",
		"explain ID", "hint PUZZLE", "history ID", "history ID --json", "history ID --evidence", "export --ids ID",
		"find --technique singles PUZZLE", "find --technique singles --json PUZZLE", "solve --json PUZZLE",
		"rate --json PUZZLE", "rate PUZZLE"} {
		for id, puzzle := range map[string]string{"1": classic, "2": small} {
			var call []string
			for _, word := range strings.Fields(strings.ReplaceAll(line, "ID", id)) {
				if word == "PUZZLE" {
					word = puzzle
				}
				call = append(call, word)
			}
			if strings.Contains(line, "ID") {
				call = append(call, "--db", "test.db")
			}
			calls = append(calls, call)
		}
	}
	for _, f := range format.Formats() {
		calls = append(calls, []string{"export", "--format", string(f), "--ids", "1", "--db", "test.db"})
		if f != format.SDX { // it refuses a puzzle with a single candidate
			calls = append(calls, []string{"generate", "-n", "2", "--seed", "1", "--format", string(f)})
		}
	}
	for _, call := range calls {
		r := clitest.Done(t, call...)
		in := format.NewReader(strings.NewReader(r.Stdout), "output")
		grids := 0
		for {
			p, err := in.Read()
			if errors.Is(err, io.EOF) || errors.Is(err, format.ErrNoPuzzles) {
				break
			}
			if err != nil {
				t.Errorf("%v: %v", call, err)
				break
			}
			grids++
			givens := classic
			if p.State.Variant != nil {
				_, givens, _ = strings.Cut(small, " ")
			}
			cells := p.State.Variant.Text(p.State.Filled())
			for i := range givens {
				if call[0] != "generate" && givens[i] != '.' && givens[i] != '0' && givens[i] != cells[i] {
					t.Errorf("%v: read back as %s", call, format.Short(p.State))
					break
				}
			}
		}
		if grids == 0 && !slices.Contains([]string{"history", "rate"}, call[0]) {
			t.Errorf("%v: nothing is read back of\n%s", call, r.Stdout)
		}
	}
}
