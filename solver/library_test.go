package solver_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/generate"
	"setdoku/solver"
	"setdoku/store"
)

// sampleGrids are the puzzles of testdata/sample.sdm.
func sampleGrids(t *testing.T) (list []setdoku.Grid) {
	t.Helper()
	text, err := os.ReadFile("../testdata/sample.sdm")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, mustParse(line))
		}
	}
	return list
}

// TestSolveAndRateAgree compares the rating that Solve makes of its path with that of RateAll, over more than one chunk, and both with the
// only solution.
func TestSolveAndRateAgree(t *testing.T) {
	sample := sampleGrids(t)
	var puzzles []setdoku.Grid
	for range 10 {
		puzzles = append(puzzles, sample...)
	}
	for _, o := range []solver.Options{{}, {Techniques: []string{"singles", "intersections"}}, {Without: []string{"subsets"}, Jobs: 2}} {
		n := 0
		for rating, err := range solver.RateAll(t.Context(), slices.Values(puzzles), o) {
			if err != nil {
				t.Fatal(err)
			}
			if n < len(sample) {
				solution, err := solver.Solve(t.Context(), sample[n], o)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(rating, solution.Rating); diff != "" {
					t.Errorf("%v, options %+v (-RateAll +Solve):\n%s", sample[n], o, diff)
				}
				if one, err := solver.Rate(t.Context(), sample[n], o); err != nil || !cmp.Equal(one, rating) {
					t.Errorf("%v: Rate %+v, error %v, want %+v", sample[n], one, err, rating)
				}
				if solved := rating.Status == setdoku.StatusSolved; solved != (solver.Count(rating.Filled, 2) == 1 && !strings.Contains(rating.Filled.String(), ".")) {
					t.Errorf("%v is %s and ends as %v", sample[n], rating.Status, rating.Filled)
				}
			}
			if rating.Puzzle != puzzles[n] {
				t.Errorf("rating %d is of %v, want %v", n, rating.Puzzle, puzzles[n])
			}
			n++
		}
		if n != len(puzzles) {
			t.Errorf("%d ratings of %d puzzles", n, len(puzzles))
		}
	}
}

// TestHintsOfAStep holds the hints of a path to the steps: each deduction once, true in the solution, and the marks as the drawing has them.
func TestHintsOfAStep(t *testing.T) {
	for _, puzzle := range sampleGrids(t)[:8] {
		solution, err := solver.Solve(t.Context(), puzzle, solver.Options{})
		if err != nil {
			t.Fatal(err)
		}
		state := setdoku.State{Givens: puzzle}
		for _, step := range solution.Path {
			if step.Before != state {
				t.Fatalf("%v: step %d begins elsewhere than the step before it ends", puzzle, step.Number)
			}
			n := 0
			for hint := range step.Hints() {
				if !cmp.Equal(hint.Deduction, step.Deductions[n]) || hint.State != step.Before || len(hint.Words) == 0 || hint.Where == "" {
					t.Errorf("%v: step %d, hint %d is %+v", puzzle, step.Number, n, hint)
				}
				checkHintMarks(t, hint)
				state = state.Apply(hint.Deduction)
				n++
			}
			if n != len(step.Deductions) {
				t.Errorf("%v: step %d has %d deductions and %d hints", puzzle, step.Number, len(step.Deductions), n)
			}
		}
		if state != solution.End || state.Filled() != solution.Filled {
			t.Errorf("%v: the hints lead to %v, the path to %v", puzzle, state.Filled(), solution.Filled)
		}
	}
}

// checkHintMarks compares the marks of a hint with its drawing: as many digits have a letter, and what the deduction does is marked.
func checkHintMarks(t *testing.T, h *solver.Hint) {
	t.Helper()
	drawn := 0
	lines := strings.Split(h.Drawing(), "\n")
	for _, line := range lines[1:12] {
		for i := 1; i < len(line); i++ {
			if line[i-1] >= '1' && line[i-1] <= '9' && line[i] >= 'A' && i > 2 {
				drawn++
			}
		}
	}
	if drawn != len(h.Marks) {
		t.Errorf("%s: %d marks, and %d in the drawing\n%s", h.Technique.Name, len(h.Marks), drawn, h.Drawing())
	}
	for _, c := range slices.Concat(h.Deduction.Placements, h.Deduction.Eliminations) {
		if !slices.ContainsFunc(h.Marks, func(m solver.Mark) bool { return m.Candidate == c }) {
			t.Errorf("%s: %v is not marked", h.Technique.Name, c)
		}
	}
}

// TestNextEnds finds out why a state has no next deduction.
func TestNextEnds(t *testing.T) {
	solved, err := solver.Solve(t.Context(), mustParse(puzzle), solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mistake := setdoku.State{Givens: mustParse(puzzle)}
	mistake.Placed[1] = 2
	crossedOut := setdoku.State{Givens: mustParse(puzzle)}
	crossedOut.Deleted[1] = setdoku.SetOf(solved.Filled[1])
	for name, c := range map[string]struct {
		state setdoku.State
		o     solver.Options
		want  error
		text  string
	}{
		"solved":        {solved.End, solver.Options{}, solver.ErrSolved, "the puzzle is solved"},
		"stuck":         {setdoku.State{Givens: mustParse(puzzle)}, solver.Options{Techniques: []string{"jellyfish"}}, solver.ErrStuck, "no technique that is selected finds anything"},
		"empty":         {setdoku.State{}, solver.Options{}, solver.ErrMultiple, "the puzzle has more than one solution, and nothing more can be deduced"},
		"no solution":   {setdoku.State{Givens: setdoku.Grid{1, 2, 3, 4, 5, 6, 7, 8, 17: 9}}, solver.Options{}, solver.ErrInvalid, "the puzzle has no solution: Here r1c9 has no candidate left"},
		"repeat":        {setdoku.State{Givens: setdoku.Grid{1, 1}}, solver.Options{}, solver.ErrInvalid, "the puzzle has no solution: digit 1 twice in row 1 and box 1: r1c1 and r1c2"},
		"wrong digit":   {mistake, solver.Options{}, solver.ErrMistake, "there is a mistake in what was placed or crossed out: r1c2=2 is wrong"},
		"wrong cross":   {crossedOut, solver.Options{}, solver.ErrMistake, "there is a mistake in what was placed or crossed out: It was wrong to cross out the 1 from r1c2"},
		"number 10":     {setdoku.State{Givens: setdoku.Grid{10}}, solver.Options{}, solver.ErrDigit, "r1c1 holds 10: not a digit"},
		"placed 200":    {setdoku.State{Placed: setdoku.Grid{80: 200}}, solver.Options{}, solver.ErrDigit, "r9c9 holds 200: not a digit"},
		"deleted digit": {setdoku.State{Deleted: [81]setdoku.DigitSet{1 << 9}}, solver.Options{}, solver.ErrDigit, "candidates crossed out of r1c1: not a digit"},
		"unknown":       {setdoku.State{}, solver.Options{Without: []string{"guessing"}}, solver.ErrUnknownTechnique, ""},
	} {
		if hint, err := solver.Next(t.Context(), c.state, c.o); !errors.Is(err, c.want) || hint != nil && err != nil || c.text != "" && err.Error() != c.text {
			t.Errorf("%s: hint %v, error %v, want %s", name, hint, err, c.text)
		}
	}
}

// TestNextOfAnyState gives Next states that no player reaches. It returns a hint or an error.
func TestNextOfAnyState(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var s setdoku.State
		for i := range s.Givens {
			if rng.IntN(6) == 0 {
				s.Givens[i] = uint8(rng.IntN(10))
			}
			if rng.IntN(20) == 0 {
				s.Placed[i] = uint8(rng.IntN(10))
			}
			if rng.IntN(4) == 0 {
				s.Deleted[i] = setdoku.DigitSet(rng.IntN(512))
			}
		}
		if hint, err := solver.Next(t.Context(), s, solver.Options{}); (hint == nil) == (err == nil) {
			t.Errorf("%+v: hint %v, error %v", s, hint, err)
		}
	}
}

// TestBadPuzzle holds every function that takes a puzzle to the same errors.
func TestBadPuzzle(t *testing.T) {
	db, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for name, call := range map[string]func(setdoku.Grid) error{
		"Solve":     func(g setdoku.Grid) error { _, err := solver.Solve(t.Context(), g, solver.Options{}); return err },
		"Rate":      func(g setdoku.Grid) error { _, err := solver.Rate(t.Context(), g, solver.Options{}); return err },
		"Canonical": func(g setdoku.Grid) error { _, err := solver.Canonical(g); return err },
		"Add":       func(g setdoku.Grid) error { _, err := db.Add(t.Context(), mustParse(puzzle), g); return err },
	} {
		var repeat setdoku.Repeat
		if err := call(setdoku.Grid{0, 7, 0, 7}); !errors.As(err, &repeat) || repeat.Digit != 7 || repeat.A != 1 || repeat.B != 3 {
			t.Errorf("%s of two 7 in row 1: error %v", name, err)
		}
		if err := call(setdoku.Grid{40: 10}); !errors.Is(err, solver.ErrDigit) || !strings.Contains(err.Error(), "r5c5 holds 10") {
			t.Errorf("%s of a 10: error %v", name, err)
		}
	}
	if n := solver.Count(setdoku.Grid{1, 1}, 5) + solver.Count(setdoku.Grid{10}, 5); n != 0 || solver.Unique(setdoku.Grid{255}) {
		t.Errorf("a grid that is none has %d solutions", n)
	}
	if rows := countRows(t, db, "puzzle"); rows != 0 {
		t.Errorf("Add refused all puzzles, and %d are there", rows)
	}
}

// TestOptions holds every function that takes options to the same errors.
func TestOptions(t *testing.T) {
	db, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	grid := mustParse(puzzle)
	for name, call := range map[string]func(context.Context, solver.Options) error{
		"Solve": func(ctx context.Context, o solver.Options) error { _, err := solver.Solve(ctx, grid, o); return err },
		"Next": func(ctx context.Context, o solver.Options) error {
			_, err := solver.Next(ctx, setdoku.State{Givens: grid}, o)
			return err
		},
		"Rate":       func(ctx context.Context, o solver.Options) error { _, err := solver.Rate(ctx, grid, o); return err },
		"Techniques": func(ctx context.Context, o solver.Options) error { _, err := solver.Techniques(ctx, o); return err },
		"Generate": func(ctx context.Context, o solver.Options) error {
			for _, err := range solver.Generate(ctx, solver.Wish{}, o) {
				return err
			}
			return nil
		},
		"Database.Solve": func(ctx context.Context, o solver.Options) error { _, err := db.Solve(ctx, o); return err },
	} {
		for _, o := range []solver.Options{{Techniques: []string{"x_wings"}}, {Without: []string{"x_wings"}}} {
			if err := call(t.Context(), o); !errors.Is(err, solver.ErrUnknownTechnique) || !strings.Contains(err.Error(), `did you mean "x_wing"?`) {
				t.Errorf("%s with %+v: error %v", name, o, err)
			}
		}
		if err := call(t.Context(), solver.Options{Files: []string{"no such file.sql"}}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s with a file that is not there: error %v", name, err)
		}
		if err := call(t.Context(), solver.Options{Jobs: -1}); err == nil || !strings.Contains(err.Error(), "-1 jobs") {
			t.Errorf("%s with -1 jobs: error %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := call(ctx, solver.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a context that has ended: error %v", name, err)
		}
	}
}

// TestTechniqueFile solves with a technique from a file, in memory and in a database.
func TestTechniqueFile(t *testing.T) {
	o := solver.Options{Files: []string{"../testdata/three_pincers.sql"}}
	list, err := solver.Techniques(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := solver.Techniques(t.Context(), solver.Options{})
	if err != nil || len(list) != len(all)+1 {
		t.Fatalf("%d techniques with a file and %d without, error %v", len(list), len(all), err)
	}
	if _, err := solver.Solve(t.Context(), mustParse(puzzle), o); err != nil {
		t.Error(err)
	}
	db, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Add(t.Context(), mustParse(puzzle)); err != nil {
		t.Fatal(err)
	}
	if n, err := db.Solve(t.Context(), o); n != 1 || err != nil {
		t.Errorf("%d puzzles solved, error %v", n, err)
	}
}

// TestRateAllGoesOn yields the error of a bad puzzle in its place, and stops when the caller does.
func TestRateAllGoesOn(t *testing.T) {
	good := mustParse(puzzle)
	list := []setdoku.Grid{good, {1, 1}, good}
	var got []string
	for rating, err := range solver.RateAll(t.Context(), slices.Values(list), solver.Options{}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, rating.Level)
	}
	if want := []string{"medium", "digit 1 twice in row 1 and box 1: r1c1 and r1c2", "medium"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	taken := 0
	endless := func(yield func(setdoku.Grid) bool) {
		for taken++; yield(good); taken++ {
		}
	}
	for range solver.RateAll(t.Context(), endless, solver.Options{}) {
		break
	}
	if taken > 250 {
		t.Errorf("%d puzzles taken for one rating", taken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var end error
	for _, err := range solver.RateAll(ctx, endless, solver.Options{}) {
		cancel()
		end = err
	}
	if !errors.Is(end, context.Canceled) {
		t.Errorf("after the context has ended: error %v", end)
	}
}

// TestGenerate holds the puzzles to their wishes.
func TestGenerate(t *testing.T) {
	var pattern [81]bool
	for i := range pattern {
		pattern[i] = i%2 == 0
	}
	for name, c := range map[string]struct {
		wish  solver.Wish
		holds func(setdoku.Grid) bool
	}{
		"any":      {solver.Wish{}, func(setdoku.Grid) bool { return true }},
		"clues":    {solver.Wish{Clues: solver.Range{Least: 30}}, func(g setdoku.Grid) bool { return clues(g) >= 30 }},
		"symmetry": {solver.Wish{Symmetry: solver.SymmetryDiagonal}, func(g setdoku.Grid) bool { return generate.Diagonal.Holds(g) }},
		"pattern":  {solver.Wish{Pattern: &pattern}, func(g setdoku.Grid) bool { return g[0] != 0 && g[1] == 0 && clues(g) == 41 }},
		"level": {solver.Wish{Levels: []string{"easy"}}, func(g setdoku.Grid) bool {
			r, err := solver.Rate(t.Context(), g, solver.Options{})
			return err == nil && r.Level == "easy" && clues(g) >= 32 && generate.Rotate180.Holds(g)
		}},
		"score": {solver.Wish{Score: solver.Range{Least: 300, Most: 400}}, func(g setdoku.Grid) bool {
			r, err := solver.Rate(t.Context(), g, solver.Options{})
			return err == nil && r.Score >= 300 && r.Score <= 400
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c.wish.Seed = 5
			first, second := take(t, c.wish, 3), take(t, c.wish, 3)
			if !slices.Equal(first, second) {
				t.Errorf("one seed makes %v and %v", first, second)
			}
			for _, g := range first {
				if !solver.Unique(g) || !c.holds(g) {
					t.Errorf("%v is not what is wished", g)
				}
			}
		})
	}
}

// TestGenerateSinglesOnly leaves out puzzles that the selected techniques do not solve.
func TestGenerateSinglesOnly(t *testing.T) {
	o := solver.Options{Techniques: []string{"singles"}}
	n := 0
	for g, err := range solver.Generate(t.Context(), solver.Wish{}, o) {
		if err != nil {
			t.Fatal(err)
		}
		if r, err := solver.Rate(t.Context(), g, o); err != nil || r.Status != setdoku.StatusSolved {
			t.Errorf("%v is %s, error %v", g, r.Status, err)
		}
		if n++; n == 5 {
			break
		}
	}
}

// TestGenerateRefuses says what is wrong with a wish, and ends with the context.
func TestGenerateRefuses(t *testing.T) {
	for want, wish := range map[string]solver.Wish{
		"16 givens":     {Clues: solver.Range{Least: 16, Most: 16}},
		"clues 5 to 3":  {Clues: solver.Range{Least: 5, Most: 3}},
		"score -1 to 5": {Score: solver.Range{Least: -1, Most: 5}},
		`"spiral"`:      {Symmetry: "spiral"},
		"dreadful":      {Levels: []string{"dreadful"}},
		"x_wings":       {Require: []string{"x_wings"}},
	} {
		n := 0
		for _, err := range solver.Generate(t.Context(), wish, solver.Options{}) {
			if n++; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %v, want %s", wish, err, want)
			}
		}
		if n != 1 {
			t.Errorf("%+v: yields %d times, want one error", wish, n)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	impossible := solver.Wish{Levels: []string{"easy"}, Score: solver.Range{Least: 1_000_000}}
	for _, err := range solver.Generate(ctx, impossible, solver.Options{}) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a wish without a puzzle: error %v", err)
		}
	}
}

// TestSymmetries compares the constants with the symmetries of the generator.
func TestSymmetries(t *testing.T) {
	got := []solver.Symmetry{solver.SymmetryNone, solver.SymmetryRotate180, solver.SymmetryRotate90, solver.SymmetryMirror, solver.SymmetryFlip, solver.SymmetryDiagonal}
	var want []solver.Symmetry
	for _, s := range generate.Symmetries() {
		want = append(want, solver.Symmetry(s))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestDatabaseGoesOn solves what other techniques left stuck, and nothing twice.
func TestDatabaseGoesOn(t *testing.T) {
	db, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	puzzles := sampleGrids(t)
	if _, err := db.Add(t.Context(), puzzles...); err != nil {
		t.Fatal(err)
	}
	if n, err := db.Solve(t.Context(), solver.Options{Techniques: []string{"singles"}}); err != nil || n != len(puzzles) {
		t.Errorf("%d puzzles solved, error %v", n, err)
	}
	stuck := countRows(t, db, "puzzle WHERE status = 'stuck'")
	if n, err := db.Solve(t.Context(), solver.Options{}); err != nil || int64(n) != stuck || stuck == 0 {
		t.Errorf("%d puzzles solved of %d that were stuck, error %v", n, stuck, err)
	}
	if n := countRows(t, db, "puzzle WHERE status = 'solved'"); n != int64(len(puzzles)) {
		t.Errorf("%d of %d puzzles are solved", n, len(puzzles))
	}
	for statement, want := range map[string]error{
		"":                     store.ErrNoStatement,
		"SELECT 1; SELECT 2":   store.ErrStatements,
		"DELETE FROM puzzle":   store.ErrWrites,
		"SELECT :a":            store.ErrParameter,
		"SELECT no FROM where": nil,
	} {
		if _, err := db.Query(t.Context(), statement, map[string]string{"b": "1"}); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", statement, err, want)
		}
	}
	if _, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "no folder", "test.db")); err == nil {
		t.Error("a database opens in a folder that is not there")
	}
}

// TestConcurrent calls the functions of the package from several goroutines, all on one database too.
func TestConcurrent(t *testing.T) {
	db, err := solver.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	puzzles := sampleGrids(t)
	var group sync.WaitGroup
	for part := range slices.Chunk(puzzles, 10) {
		group.Go(func() {
			if _, err := db.Add(t.Context(), part...); err != nil {
				t.Error(err)
			}
			if _, err := db.Solve(t.Context(), solver.Options{}); err != nil {
				t.Error(err)
			}
			countRows(t, db, "step")
			for _, p := range part {
				solution, err := solver.Solve(t.Context(), p, solver.Options{})
				if err != nil || solution.Status != setdoku.StatusSolved {
					t.Errorf("%v: error %v", p, err)
				}
				if _, err := solver.Next(t.Context(), setdoku.State{Givens: p}, solver.Options{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := countRows(t, db, "puzzle WHERE status = 'solved'"); n != int64(len(puzzles)) {
		t.Errorf("%d of %d puzzles are solved", n, len(puzzles))
	}
}

// take returns the first n puzzles of a wish.
func take(t *testing.T, w solver.Wish, n int) (list []setdoku.Grid) {
	t.Helper()
	for g, err := range solver.Generate(t.Context(), w, solver.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if list = append(list, g); len(list) == n {
			break
		}
	}
	return list
}

// clues is the number of givens.
func clues(g setdoku.Grid) int { return 81 - strings.Count(g.String(), ".") }

// countRows returns the number of rows of a table, or of a table and a condition.
func countRows(t *testing.T, db *solver.Database, from string) (n int64) {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT COUNT(*) AS n FROM "+from, nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	for row, err := range rows.All() {
		if err != nil {
			t.Error(err)
			break
		}
		n = row[0].(int64)
	}
	return n
}
