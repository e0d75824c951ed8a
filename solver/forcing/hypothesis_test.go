package forcing_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/forcing"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
)

// forcingNames are the techniques of the family forcing.
var forcingNames = []string{"forcing", "forcing_verity", "forcing_plus", "nested_forcing", "nested_forcing_2"}

// TestNeeded takes the patterns that each technique finds by itself where singles, intersections and subsets find
// nothing. What is needed of them must be accepted by verify, and it must be needed: without any step the rest proves
// nothing.
func TestNeeded(t *testing.T) {
	gridtest.Nightly(t, "the search of a whole path")
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	for _, name := range forcingNames {
		t.Run(name, func(t *testing.T) {
			rows, kept, patterns := 0, 0, 0
			for _, path := range steps(t, all, name) {
				for _, d := range path.Steps[0].Deductions {
					p, err := forcing.Read(path.Start, d.Evidence)
					if err != nil {
						t.Fatalf("%v\n%v", err, d.Evidence)
					}
					needed := p.Needed(d.Eliminations).Rows()
					patterns, rows, kept = patterns+1, rows+len(d.Evidence), kept+len(needed)
					if !proves(t, path.Start, name, needed, d.Eliminations) {
						t.Fatalf("what is needed proves less than\n%v\n%v", d.Evidence, needed)
					}
					for k, row := range needed {
						if row.Role == "assume" || row.Role == "cell" || row.Role == "base" || patterns > 20 {
							continue
						}
						if reads(path.Start, slices.Delete(slices.Clone(needed), k, k+1), d.Eliminations) {
							t.Errorf("row %d is not needed: %v", k+1, needed)
						}
					}
				}
			}
			t.Logf("%d patterns have %d rows, of which %d are needed", patterns, rows, kept)
			if patterns == 0 || kept >= rows {
				t.Errorf("%d patterns have %d rows, of which %d are needed", patterns, rows, kept)
			}
		})
	}
}

// steps returns paths with the first step of only one technique in each of some states, in which singles, intersections
// and subsets find nothing.
func steps(t *testing.T, all catalogue.Catalogue, name string) (list []*setdoku.Path) {
	t.Helper()
	technique, ok := all.Find(name)
	if !ok {
		t.Fatalf("the catalogue has no %s", name)
	}
	easier, err := all.Select([]string{"singles", "intersections", "subsets"}, nil)
	gridtest.Must(t, err)
	rng := gridtest.New(7)
	for range 30 {
		s := solvertest.FindPath(t, all, memory.Options{Techniques: easier},
			setdoku.State{Givens: gridtest.Minimal(rng)}).End().State
		if path := solvertest.FindPath(t, all, memory.Options{Techniques: catalogue.Catalogue{technique},
			StopAtFirst: true},
			s); len(path.Steps) > 0 {
			list = append(list, path)
		}
	}
	return list
}

// proves reports whether the prover reads the eliminations from the rows.
func proves(t *testing.T, s setdoku.State, technique string, rows []setdoku.Evidence,
	eliminations []setdoku.Candidate) bool {
	t.Helper()
	p := proof.New()
	gridtest.Must(t, p.Load(&s))
	return p.Prove(&setdoku.Deduction{Technique: technique, Eliminations: eliminations, Evidence: rows}, false) == nil
}

// reads reports whether each row follows from those before it, and all branches without a contradiction lose the
// eliminations. The prover asks for less: it propagates further than the rows.
func reads(s setdoku.State, rows []setdoku.Evidence, eliminations []setdoku.Candidate) bool {
	p, err := forcing.Read(s, rows)
	if err != nil {
		return false
	}
	for _, b := range p.Branches {
		if b.End != nil {
			continue
		}
		end := s.Apply(setdoku.Deduction{Placements: []setdoku.Candidate{b.Assumed}})
		for _, step := range b.Steps {
			c := []setdoku.Candidate{{Cell: step.Row.Cell, Digit: step.Row.Digit}}
			if step.Row.Role == "place" {
				end = end.Apply(setdoku.Deduction{Placements: c})
			} else {
				end = end.Apply(setdoku.Deduction{Eliminations: c})
			}
		}
		filled, left := end.Filled(), end.Candidates()
		for _, e := range eliminations {
			if i := e.Cell.Index(); filled[i] == e.Digit || left[i].Has(e.Digit) {
				return false
			}
		}
	}
	return true
}
