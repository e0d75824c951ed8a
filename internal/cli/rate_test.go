package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
)

// TestRatingsAreThoseOfTheTables holds rate against the rows that the statements of engine sql leave of
// the same puzzles.
func TestRatingsAreThoseOfTheTables(t *testing.T) {
	puzzles := mixedPuzzles(t, 26)
	t.Chdir(t.TempDir())
	writeLines(t, ".", "in", puzzles)
	call(t.Context(), nil, "solve", "in", "--engine", "sql", "--audit", "steps", "--db", "test.db").must(t, usage.ExitUnsolved)
	ratings := call(t.Context(), nil, "rate", "in", "--json").must(t, usage.ExitUnsolved).out()
	if len(ratings) != len(puzzles) {
		t.Fatalf("%d ratings of %d puzzles", len(ratings), len(puzzles))
	}
	db := raw(t, "test.db")
	statuses := make(map[string]bool)
	for i, line := range ratings {
		var got jsonRating
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got.ID != int64(i+1) || got.Givens != puzzles[i] {
			t.Errorf("line %d is that of puzzle %d, %s, want %s", i+1, got.ID, got.Givens, puzzles[i])
		}
		statuses[got.Status] = true
		of := fmt.Sprintf(` WHERE puzzle_id = %d`, got.ID)
		want := queryRows(t, db, `SELECT status, COALESCE(level, '-'), score, COALESCE(hardest, '-'), steps FROM puzzle`+of)
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
		if diff := cmp.Diff(queryRows(t, db, `SELECT rule, COUNT(*) FROM step`+of+` GROUP BY rule`), parts); diff != "" {
			t.Errorf("puzzle %d, steps by technique (-table +rate):\n%s", got.ID, diff)
		}
	}
	if len(statuses) != 3 {
		t.Errorf("statuses %v, want solved, multiple and invalid", statuses)
	}
}

// TestRateKeepsTheOrder rates a list longer than a chunk, and sees to it that the lines come in the order of the input
// with any number of jobs.
func TestRateKeepsTheOrder(t *testing.T) {
	puzzles := mixedPuzzles(t, 600)
	t.Chdir(t.TempDir())
	writeLines(t, ".", "in", puzzles)
	one := call(t.Context(), nil, "rate", "in", "--jobs", "1").must(t, usage.ExitUnsolved)
	if lines := one.out(); len(lines) != 600 || !strings.HasPrefix(lines[599], "600 ") {
		t.Errorf("%d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
	if three := call(t.Context(), nil, "rate", "in", "--jobs", "3").must(t, usage.ExitUnsolved); three.stdout != one.stdout {
		t.Error("three jobs print other lines than one")
	}
}
