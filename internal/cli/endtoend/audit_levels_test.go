package endtoend

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// inkala is a puzzle of Arto Inkala, which README shows too. Singles and intersections find little in it.
const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// auditPuzzles returns a puzzle for each way to end: solved by singles and intersections, solved by search, with
// several solutions, and without a solution at the start or after some steps.
func auditPuzzles(t *testing.T) []string {
	t.Helper()
	sample := clitest.SamplePuzzles(t)
	several := sample[2]
	for i := range 18 {
		several[i] = 0
	}
	wrong := sample[1]
	for i, d := range wrong {
		if wrong[i] = d%9 + 1; d != 0 && wrong.Check() == nil {
			break // one given is another digit
		}
		wrong[i] = d
	}
	return []string{
		sample[0].String(), inkala, several.String(), wrong.String(), "12345678.........9" + strings.Repeat(".", 63),
	}
}

// auditDatabase solves auditPuzzles, leaves one more puzzle stuck, and plays a digit in it.
func auditDatabase(t *testing.T, audit string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "audit.db")
	solve := func(puzzles []string, techniques string) {
		args := append([]string{"solve", "--db", path, "--audit", audit, "--technique", techniques}, puzzles...)
		clitest.Call(t.Context(), nil, args...).Must(t, usage.ExitUnsolved)
	}
	solve(auditPuzzles(t), "singles,intersections,search")
	solve([]string{clitest.SamplePuzzles(t)[21].String()}, "singles,intersections")
	db, err := sqlx.Open("sqlite", path)
	gridtest.Must(t, err)
	defer db.Close()
	if _, err := db.Exec(`
		INSERT INTO cell (puzzle_id, cell, digit, rule)
		SELECT puzzle_id, cell, MIN(digit), 'manual' FROM candidate GROUP BY puzzle_id, cell ORDER BY cell LIMIT 1`); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReadEveryAuditLevel calls every command that reads a database on databases of all audit levels. A command may
// fail only when it says what the run did not store. Engines leave the same rows, see internal/agreement, so one engine
// solves.
func TestReadEveryAuditLevel(t *testing.T) {
	t.Parallel()
	for _, audit := range []string{"full", "steps", "none"} {
		t.Run(audit, func(t *testing.T) {
			if audit != "steps" {
				gridtest.Nightly(t, "two hundred commands; another level is in the short part")
			}
			t.Parallel()
			said := readAll(t, auditDatabase(t, audit))
			if lost := strings.Contains(said,
				"The run did not store the pattern (see --audit)."); lost != (audit != "full") {
				t.Errorf("that patterns were not stored is said: %v", lost)
			}
		})
	}
}

// readAll runs the commands that read a database and returns all that they print on standard output.
func readAll(t *testing.T, path string) (said string) {
	t.Helper()
	allowed := []string{
		"no pattern 1, the step has 0", // a search that found several solutions
		"did not store the pattern", "of this step (see --audit)", "did not store what the step did",
		"are unknown, for its run stored no eliminations", "no puzzle has the tag",
		"the run did not store every step",
	}
	run := func(args ...string) {
		r := clitest.Call(context.Background(), nil, append(args, "--db", path)...)
		name := strings.Join(args, " ")
		lines := r.Err()
		for _, line := range lines {
			known := slices.ContainsFunc(allowed, func(text string) bool { return strings.Contains(line, text) })
			if strings.HasPrefix(line, "setdoku: ") && !known {
				t.Errorf("%s: %s", name, line)
			}
		}
		if (r.Code == usage.ExitError) != slices.ContainsFunc(lines,
			func(l string) bool { return strings.HasPrefix(l, "setdoku: ") }) {
			t.Errorf("%s: exit code %d with\n%s", name, r.Code, r.Stderr)
		}
		said += r.Stdout
	}
	for id, steps := range stepsOf(t, path) {
		if id%3 > 0 && !gridtest.Full() {
			continue
		}
		puzzle := fmt.Sprint(id + 1)
		for _, args := range [][]string{
			{"explain"}, {"explain", "--format", "html"}, {"explain", "--format", "markdown"},
			{"hint"}, {"hint", "--json"}, {"hint", "--level", "where"}, {"hint", "--level", "what"},
			{"show"}, {"show", "--candidates"}, {"show", "--json"}, {"show", "--json", "--candidates"},
			{"show", "--svg", "-"},
			{"history"}, {"history", "--evidence"}, {"history", "--json", "--evidence"},
		} {
			run(append(args, puzzle)...)
		}
		for _, step := range []int{0, 1, steps} {
			if step < 0 || step > steps {
				continue
			}
			run("show", puzzle, "--at", fmt.Sprint(step), "--candidates")
			run("show", puzzle, "--at", fmt.Sprint(step), "--svg", "-")
			if step > 0 {
				run("show", puzzle, "--step", fmt.Sprint(step), "--svg", "-")
				run("show", puzzle, "--step", fmt.Sprint(step), "--svg", "-", "--pattern", "1")
			}
		}
	}
	for _, args := range clitest.ReadingCalls(t) {
		if !slices.Contains(args, "--png") && !slices.Contains(args, "--engine") { // slow
			run(args...)
		}
	}
	return said
}

// stepsOf returns the number of steps of each puzzle.
func stepsOf(t *testing.T, path string) (list []int) {
	t.Helper()
	db, err := sqlx.Open("sqlite", path)
	gridtest.Must(t, err)
	defer db.Close()
	gridtest.Must(t, db.Select(&list, `SELECT steps FROM puzzle ORDER BY puzzle_id`))
	return list
}
