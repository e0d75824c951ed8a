package endtoend

import (
	stdcmp "cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// jsonLines are the lines of solve --json for the puzzles above; %d is the id.
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
		{"one of each", false, [][]string{all}, lines, ids, usage.ExitUnsolved},
		{"one of each in a database", true, [][]string{all}, lines, ids, usage.ExitUnsolved},
		{"duplicates have one id in a database", true,
			[][]string{{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodPuzzle, clitest.GoodPuzzle}},
			[]string{goodJSON, stuckJSON, goodJSON, goodJSON}, []int{1, 2, 1, 1}, usage.ExitUnsolved},
		{"stored puzzles are printed again", true,
			[][]string{all, {clitest.InvalidPuzzle, clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodGrid,
				emptyPuzzle}},
			[]string{invalidJSON, goodJSON, stuckJSON, fullJSON, emptyJSON}, []int{3, 1, 2, 5, 4}, usage.ExitUnsolved},
		{"stuck under another selection", true, [][]string{append([]string{"--technique", "full_house"}, all...), all},
			lines, ids, usage.ExitUnsolved},
		{"new and stuck ones that wait", true, [][]string{append([]string{"--stop-at-first"}, all...), nil},
			[]string{goodJSON, stuckJSON, invalidJSON, emptyJSON}, []int{1, 2, 3, 4}, usage.ExitUnsolved},
		{"nothing waits", true, [][]string{all, nil}, nil, nil, usage.ExitDone},
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

// TestExitCodes checks that the smallest exit code is returned when several apply.
func TestExitCodes(t *testing.T) {
	short := clitest.GoodPuzzle[1:]
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args []string
		want int
	}{
		{[]string{clitest.GoodPuzzle}, usage.ExitDone},
		{[]string{clitest.GoodPuzzle, clitest.StuckPuzzle}, usage.ExitUnsolved},
		{[]string{clitest.GoodPuzzle, short}, usage.ExitError},
		{[]string{clitest.StuckPuzzle, short}, usage.ExitError},
		{[]string{clitest.StuckPuzzle, "none"}, usage.ExitError},
		{[]string{clitest.StuckPuzzle, short, "--audit", "all"}, usage.ExitUsage},
		{[]string{clitest.GoodPuzzle, "--stop-at-first"}, usage.ExitUnsolved},
	} {
		for _, db := range []string{"", "test.db"} {
			args := append([]string{"solve", "--again"}, tt.args...)
			if db != "" {
				args = append(args, "--db", db)
			}
			if r := clitest.Call(t.Context(), nil, args...); r.Code != tt.want {
				t.Errorf("%v: exit code %d, want %d\n%s", args, r.Code, tt.want, r.Stderr)
			}
		}
	}
}

// TestJSONAgreesWithTables compares every line of solve --json, and what rate --json prints of the same puzzle, with
// the rows of puzzle and puzzle_technique. verify compares these with the steps.
func TestJSONAgreesWithTables(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "in", clitest.MixedPuzzles(t, 50))
	solved := clitest.Call(t.Context(), nil, "solve", "in", "--json", "--db", "test.db").Must(t, usage.ExitUnsolved).Out()
	rated := clitest.Call(t.Context(), nil, "rate", "in", "--json").Must(t, usage.ExitUnsolved).Out()
	db := clitest.OpenRaw(t, "test.db")
	rows := clitest.QueryRows(t, db, `
		SELECT PRINTF('%03d', z.puzzle_id), z.status, COALESCE(z.solution, '-'), COALESCE(z.level, '-'), z.score,
			COALESCE(z.hardest, '-'), z.steps, (SELECT JSON_GROUP_OBJECT(k.technique, k.steps)
				FROM puzzle_technique AS k WHERE k.puzzle_id = z.puzzle_id), (SELECT
				JSON_GROUP_OBJECT(k.technique, k.deductions) FROM puzzle_technique AS k WHERE k.puzzle_id = z.puzzle_id)
		FROM puzzle AS z`)
	for i, row := range rows {
		for _, line := range []string{solved[i], rated[i]} {
			var p clitest.ResultLine
			gridtest.Must(t, json.Unmarshal([]byte(line), &p))
			columns := strings.Split(row, "\t")
			want := []string{fmt.Sprintf("%03d", p.ID), p.Status, orDash(p.Solution), orDash(p.Level), fmt.Sprint(p.Score),
				orDash(p.Hardest), fmt.Sprint(p.Steps), sortedJSON(t, p.StepsBy), sortedJSON(t, p.Techniques), ""}
			columns[7], columns[8] = sortedJSON(t, []byte(columns[7])), sortedJSON(t, []byte(columns[8]))
			if diff := cmp.Diff(columns, want); diff != "" {
				t.Errorf("%s (-row +line):\n%s", line, diff)
			}
		}
	}
	if len(rows) != 50 {
		t.Errorf("%d rows, want 50", len(rows))
	}
	clitest.Verified(t, "test.db", 50)
}

// sortedJSON returns an object of counts with sorted names, {} for none.
func sortedJSON(t *testing.T, text []byte) string {
	t.Helper()
	counts := map[string]int{}
	if len(text) > 0 {
		gridtest.Must(t, json.Unmarshal(text, &counts))
	}
	return fmt.Sprint(counts)
}

// orDash returns a text, "-" for none.
func orDash(text *string) string { return render.OrDash(*stdcmp.Or(text, new(string))) }
