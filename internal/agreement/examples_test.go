package agreement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/driver"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// query asks for what one technique finds in a state. Name is as find takes it.
type query struct {
	technique string
	state     setdoku.State
}

// ask answers queries. It runs each technique on the states of its own queries, in as few batches as possible.
func ask(t *testing.T, queries []query) [][]setdoku.Deduction {
	t.Helper()
	byName := map[string][]int{}
	for i, q := range queries {
		byName[q.technique] = append(byName[q.technique], i)
	}
	db := dbtest.Open(t)
	c := solvertest.Catalogue(t)
	answers := make([][]setdoku.Deduction, len(queries))
	for name, indexes := range byName {
		techniques, err := c.Resolve(name)
		if err != nil {
			t.Fatal(err)
		}
		states := make([]setdoku.State, len(indexes))
		for n, i := range indexes {
			states[n] = queries[i].state
		}
		for n, found := range findIn(t, db, techniques, states) {
			answers[indexes[n]] = found
		}
	}
	return answers
}

// askEach answers what each technique finds in each state. The states are loaded once.
func askEach(t *testing.T, db *database.DB, names []string, states []setdoku.State) map[string][][]setdoku.Deduction {
	t.Helper()
	techniques := make(catalogue.Catalogue, len(names))
	answers := make(map[string][][]setdoku.Deduction)
	for i, name := range names {
		var known bool
		if techniques[i], known = solvertest.Catalogue(t).Find(name); !known {
			t.Fatalf("no technique %s", name)
		}
		answers[name] = make([][]setdoku.Deduction, len(states))
	}
	for i, found := range findIn(t, db, techniques, states) {
		for _, d := range found {
			answers[d.Asked][i] = append(answers[d.Asked][i], d)
		}
	}
	return answers
}

// findIn returns what techniques find in states, in as few batches as possible.
func findIn(t *testing.T, db *database.DB, techniques catalogue.Catalogue,
	states []setdoku.State) (all [][]setdoku.Deduction) {
	t.Helper()
	finder, err := driver.NewFinder(t.Context(), db, techniques)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range slices.Chunk(states, memory.ChunkSize) {
		var puzzles []format.Puzzle
		for _, s := range chunk {
			puzzles = append(puzzles, format.Puzzle{State: s})
		}
		found, err := finder.Find(t.Context(), puzzles)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if err := finder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// isomorphs is how many isomorphs of each example and each near miss are tried.
const isomorphs = 4

// TestExamples tries the examples of testdata/techniques. A technique must find the deductions that are written next to
// its example, the isomorphic ones in isomorphs of the example, and nothing in the near misses and their isomorphs.
func TestExamples(t *testing.T) {
	list := solvertest.Examples(t)
	rng := gridtest.New(1)
	maps := []gridtest.Isomorphism{gridtest.Identity()}
	for range isomorphs {
		maps = append(maps, gridtest.Random(rng))
	}
	var queries []query
	first := make([]int, len(list)) // the query of each example, then its near misses, by map
	for i, e := range list {
		first[i] = len(queries)
		for _, s := range append([]setdoku.State{e.State(t)}, e.NearMisses(t)...) {
			for _, m := range maps {
				queries = append(queries, query{e.Technique, m.State(s)})
			}
		}
	}
	answers := ask(t, queries)
	for i, e := range list {
		t.Run(e.Name, func(t *testing.T) {
			drawn := answers[first[i]]
			var got []string
			for _, d := range drawn {
				got = append(got, described(d))
			}
			if !slices.Equal(got, e.Finds) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(e.Finds, "\n"))
			}
			for k, m := range maps {
				n := first[i] + k
				if got, want := claims(answers[n]), image(m, claims(drawn)); !slices.Equal(got, want) {
					t.Errorf("isomorph %s: found %v, want %v", format.Short(queries[n].state), got, want)
				}
			}
			for n := first[i] + len(maps); n < first[i]+len(maps)*(1+len(e.NearMisses(t))); n++ {
				if len(answers[n]) > 0 {
					t.Errorf("near miss %s: found %s", format.Short(queries[n].state), described(answers[n][0]))
				}
			}
		})
	}
}

// image is what claims become under an isomorphism.
func image(m gridtest.Isomorphism, list []claim) (out []claim) {
	for _, c := range list {
		out = append(out, claim{c.placement, m.Cell(c.cell), m.Digit(c.digit)})
	}
	return sorted(out)
}

// TestEveryTechniqueHasExamples wants an example with a near miss of every technique up to jellyfish, and of sizes
// without a name.
func TestEveryTechniqueHasExamples(t *testing.T) {
	drawn := map[string]int{}
	for _, e := range solvertest.Examples(t) {
		if len(e.Finds) > 0 && len(e.NearMisses(t)) > 0 {
			drawn[e.Technique]++
		}
	}
	var want []string
	for _, x := range solvertest.Catalogue(t) {
		if x.Tier <= solvertest.LastBasicTier { // docs/techniques.md has examples of all
			want = append(want, x.Name)
		}
	}
	for _, k := range []int{1, 5, 6, 7, 8} {
		want = append(want, fmt.Sprintf("naked_subset:%d", k), fmt.Sprintf("hidden_subset:%d", k))
	}
	for _, name := range want {
		if drawn[name] == 0 {
			t.Errorf("no example of %s with a near miss", name)
		}
	}
}
