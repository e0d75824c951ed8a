package endtoend

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// wingSelection are the techniques of the puzzles below.
const wingSelection = "singles,intersections,subsets,basic_fish,wings,finned_fish"

// wingDatabase makes a file of puzzles that use such techniques.
func wingDatabase(t *testing.T, audit string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "sound.db")
	rng := gridtest.New(13)
	var lines []string
	for range 12 {
		lines = append(lines, gridtest.Minimal(rng).String())
	}
	in := clitest.WriteLines(t, dir, "in", lines)
	if r := clitest.Call(t.Context(), nil, "solve", in, "--technique", wingSelection, "--audit", audit, "--db",
		path); r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	return path
}

// TestVerifyNoticesSkips adds a technique to the selection of a run. Some steps of the run have then passed over that
// easier technique, which only the remake notices.
func TestVerifyNoticesSkips(t *testing.T) {
	for _, audit := range []string{"full", "steps", "none"} {
		t.Run(audit, func(t *testing.T) {
			if audit != "steps" {
				gridtest.Long(t, "another level of audit")
			}
			t.Parallel()
			path := wingDatabase(t, audit)
			if n := tamper(t, path, `UPDATE run SET selection = REPLACE(selection, ',w_wing', ',skyscraper,w_wing')`); n == 0 {
				t.Fatal("the statement changes no row")
			}
			clitest.Call(t.Context(), nil, "verify", path, "--no-remake").Must(t, usage.ExitDone)
			for _, by := range []string{"auto", "sql"} {
				r := clitest.Call(t.Context(), nil, "verify", path, "--engine", by).Must(t, usage.ExitError)
				if audit != "none" && !strings.Contains(r.Stderr, "skips skyscraper") {
					t.Errorf("--engine %s: %s, want that a technique was passed over", by, r.Stderr)
				}
			}
		})
	}
}

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
	want := fmt.Sprintf("  %s not made again: with techniques whose file was not given", usage.Plural(steps, "step"))
	if lines := clitest.Call(t.Context(), nil, "verify", path).Must(t, usage.ExitDone).Out(); !slices.Contains(lines,
		want) {
		t.Errorf("verify says %q, want a line %q", lines, want)
	}
	want = fmt.Sprintf("  %d steps made again by the engine in memory, and the same", steps)
	if lines := clitest.Call(t.Context(), nil, "verify", path, "--technique-file", own).Must(t,
		usage.ExitDone).Out(); !slices.Contains(lines, want) {
		t.Errorf("with the file verify says %q, want a line %q", lines, want)
	}
}

// TestVerifyUsage checks that a wrong engine is refused before the database is opened.
func TestVerifyUsage(t *testing.T) {
	for _, args := range [][]string{
		{"verify", "absent.db", "--engine", "cte"},
		{"verify", "absent.db", "--no-remake", "--technique-file", "own.sql"},
	} {
		if r := clitest.Call(t.Context(), nil, args...); r.Code != usage.ExitUsage {
			t.Errorf("%v: exit code %d, want %d\n%s", args, r.Code, usage.ExitUsage, r.Stderr)
		}
	}
}
