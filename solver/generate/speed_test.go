package generate

import (
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
)

// BenchmarkGenerate makes minimal puzzles with one job, also of the levels of qqwing. qqwing uses naked and hidden
// singles, then pairs and locked candidates. It calls a puzzle that these do not solve expert. One iteration is one
// puzzle.
func BenchmarkGenerate(b *testing.B) {
	all, err := catalogue.BuiltIn()
	gridtest.Must(b, err)
	for _, kind := range []struct {
		name        string
		constraints Constraints
	}{
		{"minimal", Constraints{}},
		{"rotate180", Constraints{Symmetry: Rotate180}},
		{"qqwing_easy", Constraints{Levels: []setdoku.Level{"easy"}, Require: []string{"hidden_single"}}},
		{"qqwing_intermediate", Constraints{Levels: []setdoku.Level{"medium"},
			Forbid: []string{"locked_triple", "naked_triple", "hidden_triple"}}},
		{"qqwing_expert", Constraints{Levels: []setdoku.Level{"hard", "unfair", "extreme"}}},
	} {
		b.Run(kind.name, func(b *testing.B) {
			kind.constraints.Minimal = true
			gridtest.PerCPU(b, "puzzle", func() {
				o := Options{Constraints: kind.constraints, Seed: 1, Jobs: 1, N: b.N, Catalogue: all}
				if _, err := Run(b.Context(), o, func([]Found, Tally) error { return nil }); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
