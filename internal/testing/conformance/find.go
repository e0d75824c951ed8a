package conformance

import (
	"fmt"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/statements"
)

// caseFind looks for techniques with their patterns and evidence: those up to jellyfish in all sizes, the others at
// some positions, exocets in their examples, and those that make hypotheses in small states, because their statements
// take minutes in others.
func caseFind(t *testing.T, s suite) {
	all, examples := solvertest.Catalogue(t), solvertest.ExampleStates(t)
	positions, err := solvertest.Positions()
	gridtest.Must(t, err)
	type query struct {
		name   string
		words  []string // techniques and families
		states []setdoku.State
		least  int // techniques that find something
	}
	basic := query{name: "basic", words: solvertest.Basics, states: someExamples(t)}
	for _, d := range solvertest.NewPool().Several {
		basic.states = append(basic.states, setdoku.State{Givens: d})
	}
	for _, name := range []string{"naked_subset", "hidden_subset", "basic_fish"} {
		for size := 1; size <= 8; size++ {
			basic.words = append(basic.words, fmt.Sprintf("%s:%d", name, size))
		}
	}
	basic.least = 16 + 3*8 - 2 // naked and hidden subsets of 8 need a unit of 9 open cells
	queries := []query{basic}
	rest := query{name: "rest", least: 20}
	for _, x := range all {
		if x.Tier > solvertest.LastBasicTier && x.File != "nested_forcing" {
			rest.words = append(rest.words, x.Name)
		}
	}
	for i := 0; i < len(positions) && len(rest.states) < 3; i += 120 {
		rest.states = append(rest.states, positions[i].State)
	}
	exocets := query{name: "exocets", words: []string{"exocet", "double_exocet", "exocet_mirror"}, least: 3}
	for _, name := range exocets.words {
		exocets.states = append(exocets.states, examples[name])
	}
	queries = append(queries, rest, exocets)
	for technique, role := range map[string]string{
		"forcing": "contradiction", "forcing_verity": "base", "forcing_plus": "eliminate", "nested_forcing": "refute",
		"nested_forcing_2": "refute",
	} {
		small := solvertest.SmallPositions(t, technique, role, 1, 22)[0]
		queries = append(queries, query{technique, []string{technique}, []setdoku.State{small.State}, 1})
	}
	for _, q := range queries {
		t.Run(q.name, func(t *testing.T) {
			t.Parallel()
			asked := map[string]int{}
			onEach(t, s, func(t *testing.T, db *testDatabase) [][]setdoku.Deduction {
				return findAll(t, db, q.words, q.states, asked)
			})
			if len(asked) < q.least {
				t.Errorf("%d techniques and sizes found something, want %d: %v", len(asked), q.least, asked)
			}
		})
	}
}

// someExamples returns isomorphs of the examples of the techniques, each once.
func someExamples(t *testing.T) (list []setdoku.State) {
	t.Helper()
	rng, seen := gridtest.New(70), map[setdoku.State]bool{}
	states := solvertest.ExampleStates(t)
	for _, x := range solvertest.Catalogue(t) {
		s := states[x.Name]
		if has := seen[s]; !has {
			list = append(list, gridtest.Random(rng).State(s))
		}
		seen[s] = true
	}
	return list
}

// findAll returns what techniques find in states and counts in asked how often each finds something.
func findAll(t *testing.T, db *testDatabase, words []string, states []setdoku.State,
	asked map[string]int) [][]setdoku.Deduction {
	t.Helper()
	var techniques catalogue.Catalogue
	for _, word := range words {
		list, err := solvertest.Catalogue(t).Resolve(word)
		gridtest.Must(t, err)
		techniques = append(techniques, list...)
	}
	var puzzles []format.Puzzle
	for _, s := range states {
		puzzles = append(puzzles, format.Puzzle{State: s})
	}
	finder, err := statements.NewFinder(t.Context(), db.DB, techniques)
	gridtest.Must(t, err)
	defer finder.Close(t.Context())
	found, err := finder.Find(t.Context(), puzzles)
	gridtest.Must(t, err)
	if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM puzzle`); n != 0 {
		t.Errorf("find leaves %d puzzles behind", n)
	}
	for _, list := range found {
		for _, d := range list {
			asked[d.Asked]++
		}
	}
	return found
}
