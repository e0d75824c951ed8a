package agreement_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	sqlfiles "setdoku/sql"
	"setdoku/store"
	"setdoku/store/record"
)

// TestMain has TestProperties draw fewer cases than rapid does by itself, because each solves puzzles five times: 1, or
// 25 if SETDOKU_NIGHTLY is set. The flag -rapid.checks asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", fmt.Sprint(gridtest.Size(1, 25))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// selections are techniques and families with which puzzles are solved, each name after a minus without it: all, parts,
// parts without the singles that find a contradiction early, sizes that have no name of their own, and rare techniques
// without those that are easier. The statements of nested forcing take minutes for a hard puzzle. TestForcingAgrees
// compares them in small states.
var selections = []string{
	"singles intersections subsets basic_fish",
	"-nested_forcing -nested_forcing_2",
	"-nested_forcing -nested_forcing_2 -singles",
	"-uniqueness -forcing",
	"intersections subsets basic_fish",
	"naked_single full_house claiming subsets basic_fish",
	"subsets basic_fish naked_single",
	"basic_fish",
	"locked_pair locked_triple claiming naked_single",
	"full_house hidden_single naked_subset:1 naked_subset:2 naked_subset:5 naked_subset:6 naked_subset:7 naked_subset:8",
	"naked_single hidden_subset:1 hidden_subset:3 hidden_subset:5 hidden_subset:6 hidden_subset:7 hidden_subset:8",
	"singles basic_fish:1 basic_fish:4 basic_fish:5 basic_fish:6 basic_fish:7 basic_fish:8",
	"singles intersections franken_fish:2 franken_fish:3 mutant_fish:2 mutant_fish:3 mutant_fish:5",
	"singles intersections sue_de_coq death_blossom",
	"singles intersections wxyz_wing als_xz als_xy_wing als_chain",
	"singles intersections als_nice_loop als_aic",
	"singles intersections basic_fish finned_fish franken_fish mutant_fish",
	"singles finned_jellyfish sashimi_jellyfish",
	"singles intersections templates",
	"singles intersections remote_pair coloring x_chain xy_chain",
	"singles intersections nice_loop aic grouped_nice_loop grouped_aic",
	"singles intersections uniqueness",
	"singles wings single_digit",
	"singles search",
	"singles forcing search",
	"search",
}

// selected returns the techniques of an element of selections.
func selected(t *testing.T, db *store.DB, text string) catalogue.Catalogue {
	t.Helper()
	var only, without []string
	for _, name := range strings.Fields(text) {
		if rest, is := strings.CutPrefix(name, "-"); is {
			without = append(without, rest)
		} else {
			only = append(only, name)
		}
	}
	all, err := solvertest.Catalogue(t).WithSizes(only)
	if err == nil {
		err = statements.AddNames(t.Context(), db, all)
	}
	var list catalogue.Catalogue
	if err == nil {
		list, err = all.Select(only, without)
	}
	gridtest.Must(t, err)
	return list
}

// puzzlesToDraw are puzzles with one solution, several and none, states with crossed-out candidates and wrong digits,
// the puzzles of testdata/rating.txt, whose paths have every technique, and lists of the folder shared if it is there.
func puzzlesToDraw(t *testing.T) []format.Puzzle {
	t.Helper()
	list := append(solvertest.MixedStates(), solvertest.Rated(t)...)
	if _, err := gridtest.FindShared(); err == nil {
		list = append(list, solvertest.SampleLists(t, 10)...)
	}
	return list
}

// run is how a case is solved.
type run struct {
	engine catalogue.Engine
	jobs   int
	chunk  int
	first  catalogue.Engine // solves by a few techniques before, "" for no such run
	// techniques that the engine gets as files of a user, so that engine auto has only their statements
	statement string
}

// TestProperties draws puzzles, techniques, levels of audit and chunks. Every engine leaves the same rows, on any
// number of cores, in any company, when it goes on after another engine, and when engine auto has some techniques only
// as statements. verify proves the rows with either engine. No row contradicts the solution. Isomorphs have the same
// steps and ratings.
func TestProperties(t *testing.T) {
	t.Parallel()
	all := puzzlesToDraw(t)
	rapid.Check(t, func(rt *rapid.T) {
		techniques := rapid.SampledFrom(selections).Draw(rt, "techniques")
		level := rapid.SampledFrom([]setdoku.Audit{setdoku.AuditFull, setdoku.AuditFull, setdoku.AuditSteps,
			setdoku.AuditNone}).Draw(rt, "audit")
		stop := rapid.IntRange(0, 5).Draw(rt, "stop at the first step") == 5
		var puzzles []format.Puzzle
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(all)-1), 1, 6, rapid.ID).Draw(rt, "puzzles") {
			puzzles = append(puzzles, all[i])
		}
		playing := rapid.Bool().Draw(rt, "somebody plays before")
		solve := func(r run, puzzles []format.Puzzle) (*store.DB, []*record.Puzzle) {
			db := dbtest.Open(t)
			opts := memory.Options{Engine: r.engine, Techniques: selected(t, db, techniques), Jobs: r.jobs,
				Audit: level, StopAtFirst: stop}
			for i, x := range opts.Techniques {
				if slices.Contains(strings.Fields(r.statement), x.Name) {
					text, err := sqlfiles.Text(x.File)
					gridtest.Must(t, err)
					opts.Techniques[i].Text = text
				}
			}
			if playing {
				before := solvertest.Options(t, "naked_single", "full_house", "pointing")
				before.Engine = r.first
				solvertest.Solve(t, solvertest.NewBatch(t, db, before), puzzles, r.chunk)
				playAll(t, db)
			}
			return db, solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, r.chunk)
		}
		db, results := solve(run{catalogue.EngineSQL, 1, memory.ChunkSize, catalogue.EngineSQL, ""}, puzzles)
		want := solvertest.Histories(t, db)
		judge := rapid.SampledFrom([]catalogue.Engine{catalogue.EngineAuto, catalogue.EngineSQL}).Draw(rt, "engine of verify")
		if fault := solvertest.VerifiedBy(t, db, judge); fault != "" {
			rt.Errorf("verify: %s", fault)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM (
			SELECT 1 FROM evidence GROUP BY puzzle_id, step, rule, pattern, ordinal HAVING COUNT(*) > 1) AS x`); n > 0 {
			rt.Errorf("%d parts of patterns come twice", n)
		}
		if !playing {
			for i, r := range results {
				checkEnd(rt, puzzles[i].State, r, strings.HasSuffix(techniques, "search") && !stop)
			}
		}
		chunk := rapid.IntRange(1, 6)
		jobs := rapid.IntRange(1, 3)
		backwards := slices.Clone(puzzles)
		slices.Reverse(backwards)
		statements := rapid.SampledFrom([]string{"", "naked_pair x_wing", "pointing",
			"naked_quadruple jellyfish hidden_pair"})
		for _, r := range []run{
			{catalogue.EngineBitmask, 1, chunk.Draw(rt, "chunk"), catalogue.EngineSQL, ""},
			{catalogue.EngineAuto, jobs.Draw(rt, "jobs"), chunk.Draw(rt, "chunk"), catalogue.EngineAuto,
				statements.Draw(rt, "as statements")},
			{catalogue.EngineSQL, 1, chunk.Draw(rt, "chunk"), catalogue.EngineBitmask, ""},
		} {
			other, _ := solve(r, backwards)
			solvertest.Compare(rt, solvertest.Histories(t, other), want)
		}
		if playing {
			return // by the numbers of cells
		}
		m := gridtest.Draw(func(n int) []int {
			ordered := make([]int, n)
			for k := range ordered {
				ordered[k] = k
			}
			return rapid.Permutation(ordered).Draw(rt, "order")
		})
		var images []format.Puzzle
		for _, p := range puzzles {
			images = append(images, format.Puzzle{State: m.State(p.State)})
		}
		imageDB, imageResults := solve(run{catalogue.EngineBitmask, 1, memory.ChunkSize, "", ""}, images)
		for i, r := range imageResults {
			sameCourse(t, rt, db, results[i], imageDB, r)
		}
	})
}

// playAll places a digit by hand in every stuck puzzle.
func playAll(t *testing.T, db *store.DB) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), `
		INSERT INTO cell (puzzle_id, cell, digit, rule)
		SELECT c.puzzle_id, MIN(c.cell * 10 + c.digit) / 10, MIN(c.cell * 10 + c.digit) % 10, 'manual'
		FROM candidate AS c
		INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
		WHERE z.status = 'stuck'
		GROUP BY c.puzzle_id`)
	gridtest.Must(t, err)
}

// checkEnd fails the test where the end of a puzzle contradicts the number of its solutions or the only one. A search
// must find out how many solutions there are.
func checkEnd(rt *rapid.T, s setdoku.State, r *record.Puzzle, searched bool) {
	n, solution := brute.CountState(s, 2)
	want := []setdoku.Status{setdoku.StatusInvalid, setdoku.StatusSolved, setdoku.StatusMultiple}[n]
	open := r.Status.Unfinished()
	if r.Status != want && (searched || !open) {
		rt.Errorf("%s: status %s, want %s", format.Short(s), r.Status, want)
	}
	if r.Status == setdoku.StatusSolved && r.Solution != solution.String() {
		rt.Errorf("%s: solution %s, want %s", format.Short(s), r.Solution, solution)
	}
}

// sameCourse fails the test where the end or the steps of a puzzle and of an isomorph differ.
func sameCourse(t *testing.T, rt *rapid.T, db *store.DB, plain *record.Puzzle, imageDB *store.DB,
	image *record.Puzzle) {
	t.Helper()
	if got, want := solvertest.OutcomeOf(image), solvertest.OutcomeOf(plain); got != want {
		rt.Errorf("%s, isomorph of %s:\ngot  %+v\nwant %+v", image.Givens, plain.Givens, got, want)
	}
	for table, columns := range map[string]string{"step": "step, rule, placements, eliminations",
		"contradiction": "step, kind"} {
		got, want := solvertest.RowsOf(t, imageDB, table, columns)[image.Givens],
			solvertest.RowsOf(t, db, table, columns)[plain.Givens]
		if !slices.Equal(got, want) {
			rt.Errorf("%s, isomorph of %s:\ngot  %v\nwant %v", image.Givens, plain.Givens, got, want)
		}
	}
}
