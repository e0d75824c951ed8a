package endtoend

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/english"
	"setdoku/internal/gridtest"
)

// pincerPuzzle has a step of three_pincers after singles.
const pincerPuzzle = "718.3..5.........85....9..2...894....49..6....3..........6......5.1..2.6..4.5...7"

// TestVerifyOwn checks the line about attempts with a technique whose file is not named.
func TestVerifyOwn(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	t.Parallel()
	own := clitest.InRepository("testdata", "three_pincers.sql")
	path := filepath.Join(t.TempDir(), "own.db")
	clitest.Call(t.Context(), nil, "solve", pincerPuzzle, "--technique", "singles,three_pincers,wings",
		"--technique-file", own, "--db", path)
	db := clitest.OpenRaw(t, path)
	defer db.Close()
	var used, steps int
	if err := db.QueryRow(`SELECT COUNT(CASE rule WHEN 'three_pincers' THEN 1 END), COUNT(*) FROM step`).Scan(&used,
		&steps); err != nil || used == 0 {
		t.Fatalf("%d steps of the technique, error %v", used, err)
	}
	want := fmt.Sprintf("  %s not made again: with techniques whose file was not given", english.Plural(steps, "step"))
	if lines := clitest.Done(t, "verify", path).Out(); !slices.Contains(lines,
		want) {
		t.Errorf("verify says %q, want a line %q", lines, want)
	}
	want = fmt.Sprintf("  %d steps made again by the engine in memory, and the same", steps)
	if lines := clitest.Done(t, "verify", path, "--technique-file", own).Out(); !slices.Contains(lines, want) {
		t.Errorf("with the file verify says %q, want a line %q", lines, want)
	}
}
