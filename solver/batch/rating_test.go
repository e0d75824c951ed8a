package batch_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// newInMemory selects techniques of a catalogue.
func newInMemory(t testing.TB, all, techniques catalogue.Catalogue) *batch.InMemory {
	t.Helper()
	m, err := batch.NewInMemory(all, driver.Options{Engine: driver.EngineAuto, Techniques: techniques})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// isomorphsOfEach is how many isomorphs of a puzzle are rated beside it.
const isomorphsOfEach = 6

// TestRatingOfIsomorphs rates puzzles and isomorphs of each. Every technique of the catalogue must come up
// when all are selected; each is also tried with nothing but the singles beside it, where these bring it up.
func TestRatingOfIsomorphs(t *testing.T) {
	t.Parallel()
	puzzles := solvertest.Rated(t)
	all := solvertest.Catalogue(t)
	t.Run("whole catalogue", func(t *testing.T) {
		m := newInMemory(t, all, all)
		ratings := rate(t, m, puzzles)
		compareIsomorphs(t, m, puzzles, ratings, gridtest.New(31))
		used := make(map[string]bool)
		for _, r := range ratings {
			for _, u := range r.Uses {
				used[u.Technique] = true
			}
		}
		for _, technique := range all {
			if !used[technique.Name] {
				t.Errorf("no puzzle of testdata/rating.txt needs %s: setdoku generate --require %[1]s finds one", technique.Name)
			}
		}
	})
	examples := solvertest.ExampleStates(t)
	for _, technique := range all {
		t.Run(technique.Name, func(t *testing.T) {
			t.Parallel()
			few, err := all.Select([]string{"singles", technique.Name}, nil)
			if err != nil {
				t.Fatal(err)
			}
			states := append([]format.Puzzle{{State: examples[technique.Name]}}, puzzles...)
			m := newInMemory(t, all, few)
			used, ratings := using(t, m, technique.Name, states)
			if len(used) == 0 { // the singles alone come to nothing that it needs
				m = newInMemory(t, all, all)
				used, ratings = using(t, m, technique.Name, states)
			}
			if len(used) == 0 {
				t.Error("it never comes up")
			}
			compareIsomorphs(t, m, used, ratings, gridtest.New(uint64(technique.Tier)))
		})
	}
}

// using returns up to five of the puzzles in whose paths a technique is, and their ratings.
func using(t *testing.T, m *batch.InMemory, name string, puzzles []format.Puzzle) (used []format.Puzzle, ratings []store.Result) {
	t.Helper()
	for i, r := range rate(t, m, puzzles) {
		if len(used) < 5 && slices.ContainsFunc(r.Uses, func(u setdoku.Use) bool { return u.Technique == name }) {
			used, ratings = append(used, puzzles[i]), append(ratings, r)
		}
	}
	return used, ratings
}

func rate(t testing.TB, m *batch.InMemory, puzzles []format.Puzzle) []store.Result {
	t.Helper()
	ratings, err := m.Solve(t.Context(), puzzles)
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

// compareIsomorphs fails the test where an isomorph gets another rating than its puzzle.
func compareIsomorphs(t testing.TB, m *batch.InMemory, puzzles []format.Puzzle, want []store.Result, rng *rand.Rand) {
	t.Helper()
	var dressed []format.Puzzle
	for _, p := range puzzles {
		for range isomorphsOfEach {
			dressed = append(dressed, format.Puzzle{State: gridtest.Random(rng).State(p.State)})
		}
	}
	for i, r := range rate(t, m, dressed) {
		plain := want[i/isomorphsOfEach]
		if diff := cmp.Diff(ratingOf(plain), ratingOf(r)); diff != "" {
			t.Errorf("%s and its isomorph %s (-want +got):\n%s", plain.Givens, r.Givens, diff)
		}
	}
}

// rating is what must be the same for isomorphs.
type rating struct {
	solvertest.Outcome
	Uses []setdoku.Use
}

func ratingOf(r store.Result) rating { return rating{solvertest.OutcomeOf(r), r.Uses} }

// TestRatingAddsUp holds the parts of ratings against each other.
func TestRatingAddsUp(t *testing.T) {
	t.Parallel()
	all := solvertest.Catalogue(t)
	for _, r := range rate(t, newInMemory(t, all, all), solvertest.Rated(t)) {
		steps, score := 0, 0
		var hardest setdoku.Technique
		for _, u := range r.Uses {
			technique, _ := all.Find(u.Technique)
			steps += u.Steps
			score += u.Steps * technique.Weight
			if technique.LevelNo > hardest.LevelNo || technique.LevelNo == hardest.LevelNo && technique.Weight >= hardest.Weight {
				hardest = technique // ties go to the later one, for uses are in catalogue order
			}
		}
		if steps != r.Steps || score != r.Score || hardest.Name != *r.Hardest || hardest.Level != *r.Level {
			t.Errorf("%s: %d steps, score %d, hardest %s, level %s; by %v it is %d, %d, %s, %s", r.Givens,
				r.Steps, r.Score, *r.Hardest, *r.Level, r.Uses, steps, score, hardest.Name, hardest.Level)
		}
	}
}
