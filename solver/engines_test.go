package solver_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// selections are runs in which the engines must not differ: all, parts, and those without the singles
// that find a contradiction early.
var selections = []struct {
	name          string
	only, without []string
	stopAtFirst   bool
	audit         setdoku.Audit
}{
	{name: "basics", only: basics},
	{name: "steps", only: basics, audit: setdoku.AuditSteps},
	{name: "none", only: basics, audit: setdoku.AuditNone},
	{name: "first step", only: basics, stopAtFirst: true},
	{name: "all"},
	{name: "no uniqueness", without: []string{"uniqueness", "forcing"}},
	{name: "all, steps", audit: setdoku.AuditSteps},
	{name: "no singles", only: basics, without: []string{"singles"}},
	{name: "no hidden single", only: basics, without: []string{"hidden_single", "pointing"}},
	{name: "subsets and fish", only: []string{"subsets", "basic_fish", "naked_single"}},
	{name: "hidden subsets", only: []string{"hidden_pair", "hidden_triple", "hidden_quadruple", "full_house"}},
	{name: "fish", only: []string{"basic_fish"}},
	{name: "naked subsets of all sizes", only: []string{
		"full_house", "hidden_single", "naked_subset:1", "naked_subset:2", "naked_subset:5", "naked_subset:6", "naked_subset:7", "naked_subset:8",
	}},
	{name: "hidden subsets of all sizes", only: []string{
		"naked_single", "hidden_subset:1", "hidden_subset:3", "hidden_subset:5", "hidden_subset:6", "hidden_subset:7", "hidden_subset:8",
	}},
	{name: "fish of all sizes", only: []string{
		"singles", "basic_fish:1", "basic_fish:4", "basic_fish:5", "basic_fish:6", "basic_fish:7", "basic_fish:8",
	}},
	{name: "sizes behind the others", only: append([]string{"naked_subset:5", "hidden_subset:5", "basic_fish:5"}, basics...)},
	{name: "complex fish of all sizes", only: append([]string{
		"franken_fish:2", "franken_fish:3", "franken_fish:5", "mutant_fish:2", "mutant_fish:3", "mutant_fish:5",
	}, basics...)},
	{name: "locked", only: []string{"locked_pair", "locked_triple", "claiming", "naked_single"}},
}

// lists is how many puzzles of each list in the folder shared the engines solve.
var lists = flag.Int("lists", 10, "puzzles of each list that TestEngines takes, evenly from all of it")

// TestEngines solves the same puzzles as statements and in memory, on one core and on several:
// not a row may differ.
func TestEngines(t *testing.T) {
	t.Parallel()
	puzzles := append(givens(newPool().all()...), spoilt(newPool().unique, 60)...)
	puzzles = append(puzzles, sampleLists(t, *lists)...)
	for n, s := range selections {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			puzzles := puzzles
			switch {
			case len(s.only) == 0 && *lists <= 10: // the whole catalogue takes its time
				puzzles = every(9, n%9, puzzles)
			case strings.HasPrefix(s.name, "complex"):
				puzzles = every(9, n%9, puzzles)
			case n > 0:
				puzzles = every(3, n%3, puzzles)
			}
			run := func(engine driver.Engine, jobs, size int) map[string]string {
				db := newDB(t)
				var opts driver.Options
				all, err := builtInCatalogue(t).WithSizes(s.only)
				if err == nil {
					err = all.AddNames(t.Context(), db)
				}
				if err == nil {
					opts.Techniques, err = all.Select(s.only, s.without)
				}
				if err != nil {
					t.Fatal(err)
				}
				opts.Engine, opts.Jobs, opts.Audit, opts.StopAtFirst = engine, jobs, s.audit, s.stopAtFirst
				solve(t, newBatch(t, db, opts), puzzles, size)
				if n := count(t, db, `SELECT COUNT(*) FROM step WHERE rule IN ('naked_subset:5', 'hidden_subset:5', 'basic_fish:5')`); n > 0 && strings.HasPrefix(s.name, "sizes") {
					t.Errorf("%d steps of sizes that the named ones leave nothing for", n)
				}
				if engine == driver.EngineSQL {
					if what := verified(t, db); what != "" {
						t.Errorf("verify: %s", what)
					}
				}
				return histories(t, db)
			}
			want := run(driver.EngineSQL, 1, driver.ChunkSize)
			compare(t, run(driver.EngineBitmask, 1, driver.ChunkSize), want)
			compare(t, run(driver.EngineAuto, 3, 40), want)
		})
	}
}

// every returns each n-th puzzle from one on.
func every(n, from int, list []format.Puzzle) (some []format.Puzzle) {
	for i := from; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// spoilt returns puzzles from which candidates were crossed out at random, so that techniques
// meet with what no sound puzzle has.
func spoilt(list []setdoku.Grid, n int) []format.Puzzle {
	rng := gridtest.New(4)
	puzzles := make([]format.Puzzle, n)
	for i := range puzzles {
		s := setdoku.State{Givens: gridtest.Random(rng).Digits(list[i%len(list)])}
		for c, m := range s.Candidates() {
			for ; m != 0; m &= m - 1 {
				if rng.IntN(6) == 0 {
					s.Deleted[c] |= setdoku.SetOf(m.Lowest())
				}
			}
		}
		puzzles[i] = format.Puzzle{State: s}
	}
	return puzzles
}

// sampleLists returns n puzzles of every list in the folder shared, or all there are.
func sampleLists(t *testing.T, n int) (puzzles []format.Puzzle) {
	t.Helper()
	folder := filepath.Join(gridtest.SharedDir(t), "data")
	for _, name := range []string{
		"generated_easy", "generated_minimal", "generated_qqwing", "17_clue", "magictour_top1465", "forum_hardest_1905",
		"forum_hardest_1106", "multiple_solutions", "no_solution",
	} {
		text, err := os.ReadFile(filepath.Join(folder, name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(bytes.TrimSpace(text), []byte("\n"))
		step := max(1, len(lines)/n)
		for i := 0; i < len(lines) && i/step < n; i += step {
			p, err := format.NewReader(bytes.NewReader(lines[i]), name).Read()
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

// TestEnginesTakeTurns has one engine go on where the other has left a puzzle: stuck under another
// selection, played by hand, solved again.
func TestEnginesTakeTurns(t *testing.T) {
	t.Parallel()
	puzzles := givens(newPool().all()...)
	finish := func(first, second driver.Engine) map[string]string {
		db := newDB(t)
		opts := selected(t, db, "naked_single", "full_house", "pointing")
		opts.Engine = first
		solve(t, newBatch(t, db, opts), puzzles, 50)
		playThirds(t, db)
		opts = selected(t, db)
		opts.Engine = second
		solve(t, newBatch(t, db, opts), puzzles, 50)
		again := newBatch(t, db, opts)
		again.Again = true
		solve(t, again, puzzles[:10], 10)
		return histories(t, db)
	}
	want := finish(driver.EngineSQL, driver.EngineSQL)
	for _, tt := range [][2]driver.Engine{
		{driver.EngineSQL, driver.EngineBitmask}, {driver.EngineBitmask, driver.EngineSQL}, {driver.EngineAuto, driver.EngineAuto},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			t.Parallel()
			compare(t, finish(tt[0], tt[1]), want)
		})
	}
}

// playThirds crosses out a pencil mark and places a digit by hand in every third stuck puzzle.
func playThirds(t *testing.T, db *store.DB) {
	t.Helper()
	for _, move := range []string{
		`INSERT INTO elimination (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MAX(c.cell), MAX(c.digit), 'manual' FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status = 'stuck' AND z.puzzle_id % 3 = 0 AND c.digit = 7
			GROUP BY c.puzzle_id`,
		`INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MIN(c.cell * 10 + c.digit) / 10, MIN(c.cell * 10 + c.digit) % 10, 'manual' FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status IN ('new', 'stuck') AND z.puzzle_id % 3 = 0
			GROUP BY c.puzzle_id`,
	} {
		result, err := db.ExecContext(t.Context(), move)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := result.RowsAffected(); err != nil || n < 3 {
			t.Fatalf("%d puzzles played, %v", n, err)
		}
	}
}
