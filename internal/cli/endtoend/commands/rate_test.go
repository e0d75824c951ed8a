package commands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
)

// TestRatingsAreThoseOfTheTables compares the output of rate with the rows that engine sql leaves for the same puzzles.
func TestRatingsAreThoseOfTheTables(t *testing.T) {
	puzzles := clitest.MixedPuzzles(t, 26)
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "in", puzzles)
	clitest.Call(t.Context(), nil, "solve", "in", "--engine", "sql", "--audit", "steps", "--db", "test.db").Must(t, usage.ExitUnsolved)
	ratings := clitest.Call(t.Context(), nil, "rate", "in", "--json").Must(t, usage.ExitUnsolved).Out()
	if len(ratings) != len(puzzles) {
		t.Fatalf("%d ratings of %d puzzles", len(ratings), len(puzzles))
	}
	db := clitest.OpenRaw(t, "test.db")
	statuses := make(map[string]bool)
	for i, line := range ratings {
		var got clitest.RatingLine
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got.ID != int64(i+1) || got.Givens != puzzles[i] {
			t.Errorf("line %d is that of puzzle %d, %s, want %s", i+1, got.ID, got.Givens, puzzles[i])
		}
		statuses[got.Status] = true
		of := fmt.Sprintf(` WHERE puzzle_id = %d`, got.ID)
		want := clitest.QueryRows(t, db, `SELECT status, COALESCE(level, '-'), score, COALESCE(hardest, '-'), steps FROM puzzle`+of)
		if diff := cmp.Diff(want, []string{fmt.Sprintf("%s\t%s\t%d\t%s\t%d\t", got.Status, render.OrDash(got.Level), got.Score, render.OrDash(got.Hardest), got.Steps)}); diff != "" {
			t.Errorf("puzzle %d (-table +rate):\n%s", got.ID, diff)
		}
		var steps map[string]int
		if err := json.Unmarshal(got.StepsBy, &steps); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var parts []string
		for name, n := range steps {
			parts = append(parts, fmt.Sprintf("%s\t%d\t", name, n))
		}
		slices.Sort(parts)
		if diff := cmp.Diff(clitest.QueryRows(t, db, `SELECT rule, COUNT(*) FROM step`+of+` GROUP BY rule`), parts); diff != "" {
			t.Errorf("puzzle %d, steps by technique (-table +rate):\n%s", got.ID, diff)
		}
	}
	if len(statuses) != 3 {
		t.Errorf("statuses %v, want solved, multiple and invalid", statuses)
	}
}

// TestRateKeepsTheOrder rates a list longer than a chunk. The lines must come in the order of the input with any number of
// jobs.
func TestRateKeepsTheOrder(t *testing.T) {
	puzzles := clitest.MixedPuzzles(t, 600)
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "in", puzzles)
	one := clitest.Call(t.Context(), nil, "rate", "in", "--jobs", "1").Must(t, usage.ExitUnsolved)
	if lines := one.Out(); len(lines) != 600 || !strings.HasPrefix(lines[599], "600 ") {
		t.Errorf("%d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
	if three := clitest.Call(t.Context(), nil, "rate", "in", "--jobs", "3").Must(t, usage.ExitUnsolved); three.Stdout != one.Stdout {
		t.Error("three jobs print other lines than one")
	}
}
