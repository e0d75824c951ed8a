package agreement_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
)

// selections are runs in which the engines must not differ: all, parts, and those without the singles
// that find a contradiction early.
//
// The statements of nested forcing take two minutes for one of the hardest puzzles. TestForcingAgrees compares them in small
// states.
var selections = []struct {
	name          string
	only, without []string
	stopAtFirst   bool
	audit         setdoku.Audit
}{
	{name: "basics", only: solvertest.Basics},
	{name: "steps", only: solvertest.Basics, audit: setdoku.AuditSteps},
	{name: "none", only: solvertest.Basics, audit: setdoku.AuditNone},
	{name: "first step", only: solvertest.Basics, stopAtFirst: true},
	{name: "all", without: nested},
	{name: "no uniqueness", without: []string{"uniqueness", "forcing"}},
	{name: "all, steps", without: nested, audit: setdoku.AuditSteps},
	{name: "no singles", only: solvertest.Basics, without: []string{"singles"}},
	{name: "no hidden single", only: solvertest.Basics, without: []string{"hidden_single", "pointing"}},
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
	{name: "sizes behind the others", only: append([]string{"naked_subset:5", "hidden_subset:5", "basic_fish:5"}, solvertest.Basics...)},
	{name: "complex fish of all sizes", only: append([]string{
		"franken_fish:2", "franken_fish:3", "franken_fish:5", "mutant_fish:2", "mutant_fish:3", "mutant_fish:5",
	}, solvertest.Basics...)},
	{name: "locked", only: []string{"locked_pair", "locked_triple", "claiming", "naked_single"}},
}

var nested = []string{"nested_forcing", "nested_forcing_2"}

// lists is how many puzzles of each list in the folder shared the engines solve.
var lists = flag.Int("lists", 10, "puzzles of each list that TestEngines takes, evenly from all of it")

// TestEngines solves the same puzzles as statements and in memory, on one core and on several:
// not a row may differ.
func TestEngines(t *testing.T) {
	t.Parallel()
	puzzles := append(solvertest.Givens(solvertest.NewPool().All()...), solvertest.Spoilt(solvertest.NewPool().Unique, 60)...)
	puzzles = append(puzzles, solvertest.SampleLists(t, *lists)...)
	for n, s := range selections {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			puzzles := puzzles
			switch {
			case len(s.only) == 0 && *lists <= 10: // the whole catalogue takes its time
				puzzles = solvertest.Every(9, n%9, puzzles)
			case strings.HasPrefix(s.name, "complex"):
				puzzles = solvertest.Every(9, n%9, puzzles)
			case n > 0:
				puzzles = solvertest.Every(3, n%3, puzzles)
			}
			run := func(engine driver.Engine, jobs, size int) map[string]string {
				db := dbtest.Open(t)
				var opts driver.Options
				all, err := solvertest.Catalogue(t).WithSizes(s.only)
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
				solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, size)
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE rule IN ('naked_subset:5', 'hidden_subset:5', 'basic_fish:5')`); n > 0 && strings.HasPrefix(s.name, "sizes") {
					t.Errorf("%d steps of sizes that the named ones leave nothing for", n)
				}
				if engine == driver.EngineSQL {
					if what := solvertest.Verified(t, db); what != "" {
						t.Errorf("verify: %s", what)
					}
				}
				return solvertest.Histories(t, db)
			}
			want := run(driver.EngineSQL, 1, driver.ChunkSize)
			solvertest.Compare(t, run(driver.EngineBitmask, 1, driver.ChunkSize), want)
			solvertest.Compare(t, run(driver.EngineAuto, 3, 40), want)
		})
	}
}

// TestEnginesTakeTurns has one engine go on where the other has left a puzzle: stuck under another
// selection, played by hand, solved again.
func TestEnginesTakeTurns(t *testing.T) {
	t.Parallel()
	puzzles := solvertest.Givens(solvertest.NewPool().All()...)
	finish := func(first, second driver.Engine) map[string]string {
		db := dbtest.Open(t)
		opts := solvertest.Options(t, "naked_single", "full_house", "pointing")
		opts.Engine = first
		solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, 50)
		solvertest.PlayThirds(t, db)
		opts = solvertest.Options(t)
		opts.Engine = second
		solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, 50)
		again := solvertest.NewBatch(t, db, opts)
		again.Again = true
		solvertest.Solve(t, again, puzzles[:10], 10)
		return solvertest.Histories(t, db)
	}
	want := finish(driver.EngineSQL, driver.EngineSQL)
	for _, tt := range [][2]driver.Engine{
		{driver.EngineSQL, driver.EngineBitmask}, {driver.EngineBitmask, driver.EngineSQL}, {driver.EngineAuto, driver.EngineAuto},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			t.Parallel()
			solvertest.Compare(t, finish(tt[0], tt[1]), want)
		})
	}
}
