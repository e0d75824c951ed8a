package conformance

import (
	"fmt"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/dbtest"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// exampleStates are isomorphs of the examples of the techniques, in the order of the catalogue.
func exampleStates(t *testing.T) (list []format.Puzzle) {
	t.Helper()
	rng := gridtest.New(70)
	states := solvertest.ExampleStates(t)
	for _, x := range solvertest.Catalogue(t) {
		if s, has := states[x.Name]; has {
			list = append(list, format.Puzzle{State: gridtest.Random(rng).State(s)})
		}
	}
	return list
}

// distinct drops states that are there already.
func distinct(puzzles []format.Puzzle) (list []format.Puzzle) {
	seen := map[setdoku.State]bool{}
	for _, p := range puzzles {
		if !seen[p.State] {
			seen[p.State] = true
			list = append(list, p)
		}
	}
	return list
}

// basicTechniques are those up to jellyfish.
func basicTechniques(t *testing.T) catalogue.Catalogue {
	t.Helper()
	list, err := solvertest.Catalogue(t).Select(solvertest.Basics, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// caseFindTheRest looks for the techniques beyond jellyfish at some positions, but for nested forcing, whose statements
// take minutes at one of them, and for the exocets at their examples.
func caseFindTheRest(t *testing.T, s suite) {
	all, err := solvertest.Positions()
	if err != nil {
		t.Fatal(err)
	}
	var states []format.Puzzle
	for i := 0; i < len(all) && len(states) < 3; i += 120 {
		states = append(states, format.Puzzle{State: all[i].State})
	}
	exocets, err := solvertest.Catalogue(t).Select([]string{"exocet", "double_exocet", "exocet_mirror"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var examples []format.Puzzle
	for _, x := range exocets {
		examples = append(examples, format.Puzzle{State: solvertest.ExampleStates(t)[x.Name]})
	}
	asked := map[string]int{}
	onEach(t, s, func(t *testing.T, db *testDatabase) [][]setdoku.Deduction {
		techniques, err := solvertest.Catalogue(t).Select(nil,
			append([]string{"nested_forcing", "nested_forcing_2"}, solvertest.Basics...))
		if err != nil {
			t.Fatal(err)
		}
		return append(findAll(t, db, techniques, states, asked), findAll(t, db, exocets, examples, asked)...)
	})
	for _, x := range exocets {
		if asked[x.Name] == 0 {
			t.Errorf("%s found nothing, nothing was compared", x.Name)
		}
	}
	if len(asked) < 20 {
		t.Errorf("%d techniques found something: %v", len(asked), asked)
	}
}

// caseForcing looks for the techniques that make hypotheses, in small states.
func caseForcing(t *testing.T, s suite) {
	for technique, role := range map[string]string{
		"forcing": "contradiction", "forcing_verity": "base", "forcing_plus": "eliminate", "nested_forcing": "refute",
		"nested_forcing_2": "refute",
	} {
		t.Run(technique, func(t *testing.T) {
			var states []format.Puzzle
			for _, p := range solvertest.SmallPositions(t, technique, role, 1, 22) {
				states = append(states, format.Puzzle{State: p.State})
			}
			techniques, err := solvertest.Catalogue(t).Select([]string{technique}, nil)
			if err != nil {
				t.Fatal(err)
			}
			asked := map[string]int{}
			onEach(t, s, func(t *testing.T, db *testDatabase) [][]setdoku.Deduction {
				return findAll(t, db, techniques, states, asked)
			})
			if asked[technique] == 0 {
				t.Errorf("%s found nothing, nothing was compared", technique)
			}
		})
	}
}

// caseFind looks for all techniques, and all sizes that there is no name for, with their
// patterns and evidence.
func caseFind(t *testing.T, s suite) {
	states := distinct(append(exampleStates(t), solvertest.Givens(solvertest.NewPool().Several...)...))
	asked := map[string]int{}
	onEach(t, s, func(t *testing.T, db *testDatabase) [][]setdoku.Deduction {
		techniques := basicTechniques(t)
		for _, name := range []string{"naked_subset", "hidden_subset", "basic_fish"} {
			for size := 1; size <= 8; size++ {
				list, err := techniques.Resolve(fmt.Sprintf("%s:%d", name, size))
				if err != nil {
					t.Fatal(err)
				}
				techniques = append(techniques, list...)
			}
		}
		found := findAll(t, db, techniques, states, asked)
		if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM puzzle`); n != 0 {
			t.Errorf("find leaves %d puzzles behind", n)
		}
		return found
	})
	if len(asked) < 16+3*8-2 { // naked and hidden subsets of 8 need a unit of 9 open cells
		t.Errorf("%d techniques and sizes found something: %v, want nearly all", len(asked), asked)
	}
}

// findAll returns what techniques find in states and counts in asked how often each finds something.
func findAll(
	t *testing.T, db *testDatabase, techniques catalogue.Catalogue, states []format.Puzzle, asked map[string]int,
) [][]setdoku.Deduction {
	t.Helper()
	finder, err := driver.NewFinder(t.Context(), db.DB, techniques)
	if err != nil {
		t.Fatal(err)
	}
	defer finder.Close(t.Context())
	found, err := finder.Find(t.Context(), states)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range found {
		for _, d := range list {
			asked[d.Asked]++
		}
	}
	return found
}
