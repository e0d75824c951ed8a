package tamper

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/plural"
)

// wingSelection has techniques that verify looks for itself, and some that it checks by their evidence.
const wingSelection = "singles,intersections,subsets,basic_fish,wings,finned_fish"

// wingDatabase makes a file of puzzles that use such techniques.
func wingDatabase(t *testing.T, engine, audit string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "sound.db")
	rng := gridtest.New(13)
	var lines []string
	for range 12 {
		lines = append(lines, gridtest.Minimal(rng).String())
	}
	in := clitest.WriteLines(t, dir, "in", lines)
	if r := clitest.Call(t.Context(), nil, "solve", in, "--techniques", wingSelection, "--engine", engine, "--audit", audit, "--db", path); r.Code != usage.ExitDone && r.Code != usage.ExitUnsolved {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	return path
}

// TestVerifyComplete checks that verify says what it did not check, and that --complete checks it with either engine.
func TestVerifyComplete(t *testing.T) {
	for _, engine := range []string{"auto", "sql"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			path := wingDatabase(t, engine, "full")
			var steps, open int
			db := clitest.OpenRaw(t, path)
			defer db.Close()
			err := db.QueryRow(`
				SELECT COUNT(*), COUNT(CASE WHEN k.tier >= (SELECT tier FROM technique WHERE name = 'w_wing') THEN 1 END)
				FROM step AS s
				INNER JOIN technique AS k ON k.name = s.rule`).Scan(&steps, &open)
			if err != nil {
				t.Fatal(err)
			}
			alone := clitest.Call(t.Context(), nil, "verify", path).Must(t, usage.ExitDone).Out()
			if want := fmt.Sprintf("  completeness was not looked at for %d steps (", open); open == 0 || !hasLine(alone, want) {
				t.Errorf("verify says %q, want a line %q", alone, want)
			}
			statements := fmt.Sprintf("  %d steps made again by the statements, and the same", steps)
			memory := fmt.Sprintf("  %d steps made again by the engine in memory, and the same", steps)
			for flag, want := range map[string]string{
				"--complete":        map[string]string{"auto": statements, "sql": memory}[engine],
				"--complete=sql":    statements,
				"--complete=memory": memory,
			} {
				if lines := clitest.Call(t.Context(), nil, "verify", path, flag).Must(t, usage.ExitDone).Out(); !slices.Contains(lines, want) || hasLine(lines, "  completeness was not") {
					t.Errorf("verify %s says %q, want a line %q", flag, lines, want)
				}
			}
		})
	}
}

func hasLine(lines []string, begins string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, begins) })
}

// TestVerifyCompleteNotices adds a technique to the selection of a run. Some steps of the run have then passed over that easier
// technique, which only --complete notices.
func TestVerifyCompleteNotices(t *testing.T) {
	for _, audit := range []string{"full", "steps", "none"} {
		t.Run(audit, func(t *testing.T) {
			t.Parallel()
			path := wingDatabase(t, "auto", audit)
			if n := tamper(t, path, `UPDATE run SET selection = REPLACE(selection, ',w_wing', ',skyscraper,w_wing')`); n == 0 {
				t.Fatal("the statement changes no row")
			}
			forgeChecksums(t, path)
			clitest.Call(t.Context(), nil, "verify", path).Must(t, usage.ExitDone)
			for _, flag := range []string{"--complete", "--complete=memory"} {
				r := clitest.Call(t.Context(), nil, "verify", path, flag).Must(t, usage.ExitError)
				if audit != "none" && !strings.Contains(r.Stderr, "skips skyscraper") {
					t.Errorf("%s: %s, want that a technique was passed over", flag, r.Stderr)
				}
			}
		})
	}
}

// pincerPuzzle has a step of three_pincers after singles.
const pincerPuzzle = "718.3..5.........85....9..2...894....49..6....3..........6......5.1..2.6..4.5...7"

// TestVerifyCompleteOwn checks the line about steps of a technique whose file is not named.
func TestVerifyCompleteOwn(t *testing.T) {
	t.Parallel()
	own := clitest.InRepository("testdata", "three_pincers.sql")
	path := filepath.Join(t.TempDir(), "own.db")
	clitest.Call(t.Context(), nil, "solve", pincerPuzzle, "--techniques", "singles,three_pincers,wings", "--technique-file", own, "--db", path)
	db := clitest.OpenRaw(t, path)
	defer db.Close()
	var used, steps int
	if err := db.QueryRow(`SELECT COUNT(CASE rule WHEN 'three_pincers' THEN 1 END), COUNT(*) FROM step`).Scan(&used, &steps); err != nil || used == 0 {
		t.Fatalf("%d steps of the technique, error %v", used, err)
	}
	want := fmt.Sprintf("  %s not made again: by or after a technique whose file was not given", plural.Of(used, "step"))
	if lines := clitest.Call(t.Context(), nil, "verify", path, "--complete").Must(t, usage.ExitDone).Out(); !slices.Contains(lines, want) {
		t.Errorf("verify says %q, want a line %q", lines, want)
	}
	want = fmt.Sprintf("  %d steps made again by the statements, and the same", steps)
	if lines := clitest.Call(t.Context(), nil, "verify", path, "--complete", "--technique-file", own).Must(t, usage.ExitDone).Out(); !slices.Contains(lines, want) {
		t.Errorf("with the file verify says %q, want a line %q", lines, want)
	}
}

// TestVerifyCompleteUsage checks that a wrong engine is refused before the database is opened.
func TestVerifyCompleteUsage(t *testing.T) {
	for _, args := range [][]string{
		{"verify", "absent.db", "--complete=cte"},
		{"verify", "absent.db", "--technique-file", "own.sql"},
	} {
		if r := clitest.Call(t.Context(), nil, args...); r.Code != usage.ExitUsage {
			t.Errorf("%v: exit code %d, want %d\n%s", args, r.Code, usage.ExitUsage, r.Stderr)
		}
	}
}
