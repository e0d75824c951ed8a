package endtoend

import (
	stdcmp "cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
		{"audit steps", true, [][]string{append([]string{"--audit", "steps"}, all...)}, lines, ids, usage.ExitUnsolved},
		{"audit none", true, [][]string{append([]string{"--audit", "none"}, all...)}, lines, ids, usage.ExitUnsolved},
		{"duplicates are numbered without a database", false,
			[][]string{{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodPuzzle, clitest.GoodPuzzle}},
			[]string{goodJSON, stuckJSON, goodJSON, goodJSON}, []int{1, 2, 3, 4}, usage.ExitUnsolved},
		{"duplicates have one id in a database", true,
			[][]string{{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodPuzzle, clitest.GoodPuzzle}},
			[]string{goodJSON, stuckJSON, goodJSON, goodJSON}, []int{1, 2, 1, 1}, usage.ExitUnsolved},
		{"0 and . are one puzzle", true,
			[][]string{{clitest.GoodPuzzle, strings.ReplaceAll(clitest.GoodPuzzle, ".", "0")}},
			[]string{goodJSON, goodJSON}, []int{1, 1}, usage.ExitDone},
		{"stored puzzles are printed again", true,
			[][]string{all, {clitest.InvalidPuzzle, clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.GoodGrid,
				emptyPuzzle}},
			[]string{invalidJSON, goodJSON, stuckJSON, fullJSON, emptyJSON}, []int{3, 1, 2, 5, 4}, usage.ExitUnsolved},
		{"stored puzzles that are solved", true, [][]string{all, {clitest.GoodPuzzle}}, []string{goodJSON}, []int{1},
			usage.ExitDone},
		{"stored puzzles solved again", true, [][]string{all, {"--again", clitest.GoodPuzzle, clitest.StuckPuzzle}},
			[]string{goodJSON, stuckJSON}, []int{1, 2}, usage.ExitUnsolved},
		{"stuck under another selection", true, [][]string{append([]string{"--technique", "full_house"}, all...), all},
			lines, ids, usage.ExitUnsolved},
		{"new and stuck ones that wait", true, [][]string{append([]string{"--stop-at-first"}, all...), nil},
			[]string{goodJSON, stuckJSON, invalidJSON, emptyJSON}, []int{1, 2, 3, 4}, usage.ExitUnsolved},
		{"nothing waits", true, [][]string{all, nil}, nil, nil, usage.ExitDone},
	}
	for _, tt := range gridtest.Part(3, tests) {
		for _, asJSON := range []bool{true, false} {
			if !asJSON && tt.db && len(tt.runs) == 1 && tt.name != "one of each in a database" {
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
				if diff := cmp.Diff(want, r.Out()); diff != "" {
					t.Errorf("output (-want +got):\n%s", diff)
				}
				if len(r.Err()) != 1 {
					t.Errorf("standard error %q, want only the summary", r.Err())
				}
			})
		}
	}
}

// TestSummary checks the last line that solve prints.
func TestSummary(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{clitest.GoodPuzzle}, "1 puzzle, 1 solved in T"},
		{[]string{clitest.GoodPuzzle, clitest.StuckPuzzle, clitest.InvalidPuzzle, clitest.StuckPuzzle},
			"4 puzzles, 1 solved, 1 invalid, 2 stuck in T"},
		{[]string{clitest.GoodPuzzle, "--db", "a.db"}, "1 puzzle, 1 solved in T; the steps are in a.db"},
		{[]string{clitest.GoodPuzzle, "--db", "b.db", "--audit", "none"},
			"1 puzzle, 1 solved in T; the results are in b.db"},
		{[]string{clitest.GoodPuzzle, "--db", "a.db", "--again"},
			"1 puzzle, 1 solved in T; the steps are in a.db, those of earlier runs are deleted"},
		{[]string{"--db", "b.db"}, "0 puzzles in T; the steps are in b.db"},
	} {
		if diff := cmp.Diff([]string{tt.want},
			clitest.Call(t.Context(), nil,
				append([]string{"solve", "--technique", clitest.Basics}, tt.args...)...).Err()); diff != "" {
			t.Errorf("%v: standard error (-want +got):\n%s", tt.args, diff)
		}
	}
}

// TestExitCodes checks that the smallest exit code is returned when several apply.
func TestExitCodes(t *testing.T) {
	short := clitest.GoodPuzzle[1:]
	tests := []struct {
		name string
		args []string
		want int
	}{
		{"solved", []string{clitest.GoodPuzzle}, usage.ExitDone},
		{"stuck", []string{clitest.StuckPuzzle}, usage.ExitUnsolved},
		{"invalid", []string{clitest.InvalidPuzzle}, usage.ExitUnsolved},
		{"solved and stuck", []string{clitest.GoodPuzzle, clitest.StuckPuzzle}, usage.ExitUnsolved},
		{"solved and bad", []string{clitest.GoodPuzzle, short}, usage.ExitError},
		{"stuck and bad", []string{clitest.StuckPuzzle, short}, usage.ExitError},
		{"stuck and a missing file", []string{clitest.StuckPuzzle, "none"}, usage.ExitError},
		{"stuck, bad and a mistake in the call", []string{clitest.StuckPuzzle, short, "--audit", "all"},
			usage.ExitUsage},
		{"stopped at the first step", []string{clitest.GoodPuzzle, "--stop-at-first"}, usage.ExitUnsolved},
		{"too few techniques", []string{clitest.InvalidPuzzle, clitest.GoodPuzzle, "--technique", "full_house"},
			usage.ExitUnsolved},
	}
	t.Chdir(t.TempDir())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, db := range []string{"", "test.db"} {
				args := append([]string{"solve", "--again"}, tt.args...)
				if db != "" {
					args = append(args, "--db", db)
				}
				if r := clitest.Call(t.Context(), nil, args...); r.Code != tt.want {
					t.Errorf("--db %q: exit code %d, want %d\n%s", db, r.Code, tt.want, r.Stderr)
				}
			}
		})
	}
}

// TestJSONAgreesWithTables compares every line of solve --json, and what rate --json prints of the same puzzle, with
// the rows of the tables.
func TestJSONAgreesWithTables(t *testing.T) {
	puzzles := clitest.MixedPuzzles(t, 50)
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "in", puzzles)
	r := clitest.Call(t.Context(), nil, "solve", "in", "--json", "--db", "test.db").Must(t, usage.ExitUnsolved)
	ratings := clitest.Call(t.Context(), nil, "rate", "in", "--json").Must(t, usage.ExitUnsolved).Out()
	db := clitest.OpenRaw(t, "test.db")
	for i, line := range r.Out() {
		var got clitest.ResultLine
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var used map[string]int
		if err := json.Unmarshal(got.Techniques, &used); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got.ID != int64(i+1) {
			t.Errorf("line %d has id %d", i+1, got.ID)
		}
		of := fmt.Sprintf(" WHERE x.puzzle_id = %d", got.ID)
		var rated clitest.RatingLine
		if err := json.Unmarshal([]byte(ratings[i]), &rated); err != nil {
			t.Fatalf("%s: %v", ratings[i], err)
		}
		if diff := cmp.Diff(got, rated.ResultLine,
			cmpopts.IgnoreFields(clitest.ResultLine{}, "Solution", "Solutions", "Techniques")); diff != "" {
			t.Errorf("puzzle %d (-solve +rate):\n%s", got.ID, diff)
		}
		var steps map[string]int
		if err := json.Unmarshal(rated.StepsBy, &steps); err != nil {
			t.Fatalf("%s: %v", ratings[i], err)
		}
		for name, n := range steps {
			if rows := clitest.Number(t, db,
				`SELECT COUNT(*) FROM step AS x`+of+` AND x.rule = '`+name+`'`); rows != n {
				t.Errorf("puzzle %d: rate says %d steps by %s, there are %d rows", got.ID, n, name, rows)
			}
		}
		if n := clitest.Number(t, db, `SELECT COUNT(*) FROM step AS x`+of); n != got.Steps {
			t.Errorf("puzzle %d: %d steps, there are %d rows", got.ID, got.Steps, n)
		}
		if n := clitest.Number(t, db, `
			SELECT COALESCE(SUM(t.weight * CASE x.rounds WHEN 0 THEN 1 ELSE x.rounds END), 0)
			FROM step AS x INNER JOIN technique AS t ON t.name = x.rule`+of); n != got.Score {
			t.Errorf("puzzle %d: score %d, the weights of its steps are %d", got.ID, got.Score, n)
		}
		hardest := clitest.QueryRows(t, db,
			`SELECT t.name, t.level FROM step AS x INNER JOIN technique AS t ON t.name = x.rule`+of+
				` ORDER BY t.level_no DESC, t.weight DESC, t.tier DESC LIMIT 1`)
		if want := orDash(got.Hardest) + "\t" + orDash(got.Level) + "\t"; len(hardest) > 0 &&
			hardest[0] != want || len(hardest) == 0 && want != "-\t-\t" {
			t.Errorf("puzzle %d: hardest and level are %q, by the steps %q", got.ID, want, hardest)
		}
		for _, name := range clitest.QueryRows(t, db, `SELECT name FROM technique`) {
			name = strings.TrimSpace(name)
			n := clitest.Number(t, db, `SELECT COUNT(*) FROM (
				SELECT x.cell, x.digit FROM cell AS x`+of+` AND x.rule = '`+name+`'
				UNION ALL SELECT x.cell, x.digit FROM elimination AS x`+of+` AND x.rule = '`+name+`')`)
			if n != used[name] {
				t.Errorf("puzzle %d: %d deductions by %s, there are %d rows", got.ID, used[name], name, n)
			}
		}
	}
	if len(r.Out()) != 50 {
		t.Errorf("%d lines, want 50", len(r.Out()))
	}
}

// orDash returns a text, "-" for none.
func orDash(text *string) string { return render.OrDash(*stdcmp.Or(text, new(string))) }
