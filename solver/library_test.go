package solver_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/store"
)

// sampleGrids are the puzzles of testdata/sample.sdm.
func sampleGrids(t *testing.T) (list []setdoku.State) {
	t.Helper()
	for _, p := range solvertest.Sample(t) {
		list = append(list, p.State)
	}
	return list
}

// TestSolveAndRateAgree compares Rate and RateAll with Solve, and the end of each puzzle with its number of solutions.
func TestSolveAndRateAgree(t *testing.T) {
	sample := sampleGrids(t)
	puzzles := slices.Repeat(sample, 10)
	for _, o := range []solver.Options{{}, {Techniques: []string{"singles", "intersections"}},
		{Without: []string{"subsets"}, Jobs: 2}} {
		n := 0
		for rating, err := range solver.RateAll(t.Context(), slices.Values(puzzles), o) {
			gridtest.Must(t, err)
			if rating.Puzzle != puzzles[n] {
				t.Errorf("rating %d is of %v, want %v", n, rating.Puzzle, puzzles[n])
			}
			if n++; n > len(sample) {
				continue
			}
			solution, err := solver.Solve(t.Context(), rating.Puzzle, o)
			gridtest.Must(t, err)
			one, err := solver.Rate(t.Context(), rating.Puzzle, o)
			gridtest.Must(t, err)
			if !reflect.DeepEqual(one, rating) || !cmp.Equal(one.Rating, solution.Rating) {
				t.Errorf("%v, options %+v: RateAll %+v, Rate %+v, Solve %+v", rating.Puzzle, o, rating, one, solution.Rating)
			}
			unique := count(t, setdoku.State{Givens: rating.Filled()}, 2) == 1
			full := !strings.Contains(rating.Filled().String(), ".")
			if solved := rating.Status == setdoku.StatusSolved; solved != (unique && full) {
				t.Errorf("%v is %s and ends as %v", rating.Puzzle, rating.Status, rating.Filled())
			}
		}
		if n != len(puzzles) {
			t.Errorf("%d ratings of %d puzzles", n, len(puzzles))
		}
	}
}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }

// TestBadPuzzle holds every function that takes a puzzle to the same errors.
func TestBadPuzzle(t *testing.T) {
	db, err := store.Create(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	gridtest.Must(t, err)
	defer db.Close()
	for name, call := range map[string]func(setdoku.State) error{
		"Solve":     func(g setdoku.State) error { return errorOf(solver.Solve(t.Context(), g, solver.Options{})) },
		"Rate":      func(g setdoku.State) error { return errorOf(solver.Rate(t.Context(), g, solver.Options{})) },
		"Canonical": func(g setdoku.State) error { return errorOf(solver.Canonical(g.Givens)) },
		"Add": func(g setdoku.State) error {
			return errorOf(batch.Add(t.Context(), db, batch.Puzzle{State: mustParse(puzzle)}, batch.Puzzle{State: g}))
		},
	} {
		var repeat setdoku.Repeat
		if err := call(setdoku.State{Givens: setdoku.Grid{0, 7, 0, 7}}); !errors.As(err, &repeat) ||
			repeat.Digit != 7 || repeat.A != 12 || repeat.B != 14 {
			t.Errorf("%s of two 7 in row 1: error %v", name, err)
		}
		if err := call(setdoku.State{Givens: setdoku.Grid{40: 10}}); !errors.Is(err, solver.ErrDigit) ||
			!strings.Contains(err.Error(), "r5c5 holds 10") {
			t.Errorf("%s of a 10: error %v", name, err)
		}
	}
	for _, g := range []setdoku.Grid{{1, 1}, {10}, {255}} {
		if n := count(t, setdoku.State{Givens: g}, 5); n != 0 {
			t.Errorf("a grid that is none has %d solutions", n)
		}
	}
	for _, err := range db.Paths(t.Context()) {
		t.Errorf("Add refused all puzzles, and one is there, error %v", err)
	}
}

// TestOptions holds every function that takes options to the same errors.
func TestOptions(t *testing.T) {
	db, err := store.Create(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	gridtest.Must(t, err)
	defer db.Close()
	grid := mustParse(puzzle)
	for name, call := range map[string]func(context.Context, solver.Options) error{
		"Solve":      func(ctx context.Context, o solver.Options) error { return errorOf(solver.Solve(ctx, grid, o)) },
		"Next":       func(ctx context.Context, o solver.Options) error { return errorOf(solver.Next(ctx, grid, o)) },
		"Rate":       func(ctx context.Context, o solver.Options) error { return errorOf(solver.Rate(ctx, grid, o)) },
		"Techniques": func(ctx context.Context, o solver.Options) error { return errorOf(solver.Techniques(ctx, o)) },
		"Generate": func(ctx context.Context, o solver.Options) error {
			for _, err := range solver.Generate(ctx, solver.Constraints{}, o) {
				return err
			}
			return nil
		},
		"Database.Solve": func(ctx context.Context, o solver.Options) error {
			return errorOf(batch.Solve(ctx, db, o, nil))
		},
	} {
		for _, o := range []solver.Options{{Techniques: []string{"x_wings"}}, {Without: []string{"x_wings"}}} {
			if err := call(t.Context(), o); !errors.Is(err, solver.ErrUnknownTechnique) {
				t.Errorf("%s with %+v: error %v", name, o, err)
			}
		}
		for want, o := range map[string]solver.Options{
			"-1 jobs": {Jobs: -1}, "1025 jobs": {Jobs: 1025}, `engine "steam"`: {Engine: "steam"}, `audit "some"`: {Audit: "some"},
			`did you mean "x_wing"?`: {Techniques: []string{"x_wings"}},
			"engine cte uses no":     {Engine: "cte", Without: []string{"x_wing"}},
		} {
			err := call(t.Context(), o)
			if _, typed := errors.AsType[*solver.OptionError](err); !typed || !strings.Contains(err.Error(), want) {
				t.Errorf("%s with %+v: error %v, want %s", name, o, err, want)
			}
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
	if _, err := batch.ReadTechniques(t.Context(), "no such file.sql"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: error %v", err)
	}
	own, err := batch.ReadTechniques(t.Context(), "../testdata/three_pincers.sql")
	gridtest.Must(t, err)
	o := solver.Options{Own: own}
	list, err := solver.Techniques(t.Context(), o)
	if !slices.ContainsFunc(list, func(t setdoku.Technique) bool { return t.Name == "three_pincers" }) {
		t.Errorf("techniques with a file: %v, error %v", list, err)
	}
	gridtest.Must(t, errorOf(solver.Solve(t.Context(), mustParse(puzzle), o)))
	db, err := store.Create(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	gridtest.Must(t, err)
	defer db.Close()
	gridtest.Must(t, errorOf(batch.Add(t.Context(), db, batch.Puzzle{State: mustParse(puzzle)})))
	if n, err := batch.Solve(t.Context(), db, solver.Options{Own: own}, nil); n != 1 || err != nil {
		t.Errorf("%d puzzles solved, error %v", n, err)
	}
}

// TestRateAllGoesOn yields the error of a bad puzzle in its place, and stops when the caller does.
func TestRateAllGoesOn(t *testing.T) {
	good := mustParse(puzzle)
	list := []setdoku.State{good, {Givens: setdoku.Grid{1, 1}}, good}
	var got []string
	for rating, err := range solver.RateAll(t.Context(), slices.Values(list), solver.Options{}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, string(rating.Level))
	}
	if want := []string{"medium", "the puzzle has no solution: digit 1 twice in row 1 and box 1: r1c1 and r1c2",
		"medium"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	taken := 0
	endless := func(yield func(setdoku.State) bool) {
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

// TestNoDatabase holds the library to its promise: a program that only solves, rates, explains or makes puzzles links
// no database.
func TestNoDatabase(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "setdoku/solver").Output()
	gridtest.Must(t, err)
	for name := range strings.Lines(string(list)) {
		if regexp.MustCompile(`^(database/sql|.*/(store|database|migrations)|.*(modernc|sqlx|pgx|goose).*)$`).
			MatchString(strings.TrimSpace(name)) {
			t.Errorf("setdoku/solver imports %s", name)
		}
	}
}

// count returns the number of solutions of a grid.
func count(t *testing.T, grid setdoku.State, limit int) int {
	t.Helper()
	n, err := solver.Count(t.Context(), grid, limit)
	gridtest.Must(t, err)
	return n
}

// TestCountEnds wants a count of the empty grid, which would take years, to end with its context.
func TestCountEnds(t *testing.T) {
	ctx := &gridtest.Countdown{Context: t.Context(), Left: 9}
	if n, err := solver.Count(ctx, setdoku.State{}, math.MaxInt); n < 1000 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d solutions, error %v", n, err)
	}
	if unique, err := solver.Unique(ctx, mustParse(puzzle)); unique || !errors.Is(err, context.Canceled) {
		t.Errorf("unique %t, error %v", unique, err)
	}
}
