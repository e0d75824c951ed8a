package agreement_test

import (
	"cmp"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
)

// claim is one placement or elimination.
type claim struct {
	placement bool
	cell      setdoku.Cell
	digit     uint8
}

// claims returns all placements and eliminations of deductions, sorted, each once.
func claims(list []setdoku.Deduction) (out []claim) {
	for _, d := range list {
		for _, c := range d.Placements {
			out = append(out, claim{true, c.Cell, c.Digit})
		}
		for _, c := range d.Eliminations {
			out = append(out, claim{false, c.Cell, c.Digit})
		}
	}
	return sorted(out)
}

func sorted(list []claim) []claim {
	slices.SortFunc(list, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.digit, b.digit))
	})
	return slices.Compact(list)
}

// askEach answers what each technique finds in each state. The states are loaded once.
func askEach(t *testing.T, db *store.DB, names []string, states []setdoku.State) map[string][][]setdoku.Deduction {
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
func findIn(t *testing.T, db *store.DB, techniques catalogue.Catalogue,
	states []setdoku.State) (all [][]setdoku.Deduction) {
	t.Helper()
	finder, err := statements.NewFinder(t.Context(), db, techniques)
	gridtest.Must(t, err)
	for chunk := range slices.Chunk(states, memory.ChunkSize) {
		var puzzles []format.Puzzle
		for _, s := range chunk {
			puzzles = append(puzzles, format.Puzzle{State: s})
		}
		found, err := finder.Find(t.Context(), puzzles)
		gridtest.Must(t, err)
		all = append(all, found...)
	}
	gridtest.Must(t, finder.Close(t.Context()))
	return all
}

// image is what claims become under an isomorphism.
func image(m gridtest.Isomorphism, list []claim) (out []claim) {
	for _, c := range list {
		out = append(out, claim{c.placement, m.Cell(c.cell), m.Digit(c.digit)})
	}
	return sorted(out)
}
